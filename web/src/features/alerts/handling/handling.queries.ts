import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { alertHandlingRoutes } from '@noroshi/contract/alerts/handling.http'
import { call } from '../../../platform/connection/http.ts'
import { alertToken } from '../../../platform/session/alert-tokens.ts'

/** The private notes about an alert. They are not kept on the device. `alert:noted` and `alert:handled` refetch them. */
export const notesQuery = (id: string) =>
  queryOptions({
    queryKey: ['alerts', 'notes', id] as const,
    queryFn: () => call(alertHandlingRoutes.notes, { params: { id } }),
  })

/** Users and alert groups to whom an alert can be assigned. @param name a part of the name of the user */
export const assigneesQuery = (id: string, name: string) =>
  queryOptions({
    queryKey: ['alerts', 'assignees', id, name] as const,
    queryFn: () => call(alertHandlingRoutes.assignees, { params: { id }, query: { name } }),
    placeholderData: keepPreviousData,
  })

/** The users who respond to an alert. `alert:ledger` refetches them. Without an event, their locations come with each refetch. */
export const respondersQuery = (id: string) =>
  queryOptions({
    queryKey: ['alerts', 'coming', id] as const,
    queryFn: () => call(alertHandlingRoutes.responders, { params: { id }, alertToken: alertToken(id) }),
  })

/** Milliseconds between two requests of a page that shows alerts, as for the members of a chat. */
const CONTACTS_EVERY_MS = 30_000

/** When the raisers of the active alerts were last heard of. It is never stored on the device. */
export const raiserContactsQuery = queryOptions({
  queryKey: ['alerts', 'raiserContacts'] as const,
  queryFn: () => call(alertHandlingRoutes.raiserContacts),
  staleTime: CONTACTS_EVERY_MS,
  refetchInterval: CONTACTS_EVERY_MS,
})
