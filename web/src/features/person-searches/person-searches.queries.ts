import { queryOptions } from '@tanstack/react-query'
import { personSearchRoutes } from '@noroshi/contract/person-searches/person-searches.http'
import { call } from '../../platform/connection/http.ts'
import { storedKey } from '../../platform/store/stored-key.ts'

/** The questions of the user, and the messages to the user. They are readable without a connection. */
export const personSearchesQuery = queryOptions({
  queryKey: storedKey('personSearches'),
  queryFn: () => call(personSearchRoutes.own),
})

/** The messages for people without an account in a shelter. Each read is an audit entry. */
export const shelterMessagesQuery = (placeId: string) =>
  queryOptions({
    queryKey: ['reception', placeId, 'messages'] as const,
    queryFn: () => call(personSearchRoutes.messages, { params: { placeId } }),
    refetchInterval: false,
  })
