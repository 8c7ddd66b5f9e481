import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { callOf } from '@noroshi/contract/calls/call-status'
import type { Call, callRoutes, SharedCall } from '@noroshi/contract/calls/calls.http'
import { currentUser } from '../../platform/current-user.ts'
import { callQuery, callsQuery, moreCallsQuery } from './calls.queries.ts'

type Page = z.output<(typeof callRoutes.personal)['reply']>
export type CallPages = InfiniteData<Page>

/** Whether `call` takes the row of `other` in a list. The list of personal calls has one row for each other user. */
type IsSameRow = (call: Call, other: Call) => boolean

const isSameCall: IsSameRow = (call, other) => call.id === other.id
const isSamePerson: IsSameRow = (call, other) => call.otherUser?.id === other.otherUser?.id

/** Returns the pages after an event about a call. A new call is first, because ids rise with time. An older version changes nothing. */
export function withCall(pages: CallPages, call: Call, isSameRow: IsSameRow): CallPages {
  const rows = pages.pages.flatMap(({ calls }) => calls)
  const known = rows.find((row) => row.id === call.id)
  if (known) return known.version >= call.version ? pages : mapRows(pages, (row) => (row.id === call.id ? call : row))
  const replaced = rows.filter((row) => isSameRow(call, row))
  if (replaced.some((row) => row.id > call.id)) return pages
  const kept = mapRows(pages, (row) => (replaced.includes(row) ? null : row))
  const change = 1 - replaced.length
  return {
    ...kept,
    pages: kept.pages.map((page, index) => ({
      ...page,
      calls: index === 0 ? [call, ...page.calls] : page.calls,
      total: page.total + change,
    })),
  }
}

const mapRows = (pages: CallPages, change: (row: Call) => Call | null): CallPages => ({
  ...pages,
  pages: pages.pages.map((page) => ({ ...page, calls: page.calls.map(change).filter((row) => row !== null) })),
})

/** Stores a call for the viewer, unless the cache has a newer version. */
export function storeCall(cache: QueryClient, shared: SharedCall): void {
  const viewer = currentUser()
  if (!viewer) return
  const call = callOf(shared, viewer.id)
  cache.setQueryData(callQuery(call.id).queryKey, (known) => (known && known.version >= call.version ? known : call))
  const update = (isSameRow: IsSameRow) => (pages: CallPages | undefined) => pages && withCall(pages, call, isSameRow)
  if (call.isGroupCall) cache.setQueryData(callsQuery('group').queryKey, update(isSameCall))
  else cache.setQueryData(callsQuery('personal').queryKey, update(isSamePerson))
  if (call.otherUser) cache.setQueryData(moreCallsQuery(call.otherUser.id).queryKey, update(isSameCall))
}
