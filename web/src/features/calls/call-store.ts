import type { QueryClient } from '@tanstack/react-query'
import { callOf } from '@noroshi/contract/calls/call-status'
import type { Call, SharedCall } from '@noroshi/contract/calls/calls.http'
import { createPagedViews, type ListPage, type PagedList } from '../../platform/store/coverage.ts'
import type { EntityStore } from '../../platform/store/entity-store.ts'
import { withKnownPeople } from '../../platform/store/known-people.ts'
import { registerEntities } from '../../platform/store/stores.ts'
import { createViews } from '../../platform/store/views.ts'
import { callCoverage, callEntities, callEntity, type CallKind } from './calls.entities.ts'

/** Returns the store with the types of calls. */
export const callStore = (cache: QueryClient): EntityStore => registerEntities(cache, callEntities)

/** Adds a call from an event or from the reply to a change. */
export const storeCall = (cache: QueryClient, call: SharedCall): void => callStore(cache).put(callEntity, { call, at: 0 })

/** Adds a call from a read. */
export const receiveCall = (store: EntityStore, call: SharedCall): void =>
  // Later than the last one, also if the clock of the device was set back.
  store.putAndWrite(callEntity, { call, at: Math.max(Date.now(), (store.get(callEntity, call.id)?.at ?? 0) + 1) })

/**
 * @param choose chooses the calls of the list out of those of its kind, which are ordered from the oldest to the newest
 */
const listOf = (
  id: string,
  kind: CallKind,
  choose: (calls: readonly SharedCall[]) => readonly SharedCall[] = (calls) => calls,
): PagedList => ({
  type: callEntity,
  coverage: callCoverage,
  id,
  ofId: kind,
  order: 'desc',
  idsIn: (store) =>
    choose(store.list(callEntity, kind).flatMap((entry) => store.get(callEntity, entry.id)?.call ?? [])).map((call) => call.id),
  keepsMissing: true,
})

/** The user and the other user of a personal call. */
const pairOf = ({ people }: SharedCall) =>
  people
    .map(({ id }) => id)
    .toSorted()
    .join(' ')

/** The lists of calls, newest first. That of personal calls has one row for each other user, with the newest call. */
export const callLists = {
  personal: listOf('personal', 'personal', (calls) => [...new Map(calls.map((call) => [pairOf(call), call])).values()]),
  group: listOf('group', 'group'),
}

/** All personal calls with one other user. */
export const callsWith = (userId: string): PagedList =>
  listOf(`with ${userId}`, 'personal', (calls) => calls.filter(({ people }) => people.some(({ id }) => id === userId)))

const callView = createViews<Call>()
const callsView = createPagedViews<Call>()

/** Returns a call with the viewer's own data; undefined until it is known. */
export function callFor(store: EntityStore, id: string, viewerId: string | undefined): Call | undefined {
  const known = store.get(callEntity, id)
  if (!known || viewerId === undefined) return undefined
  return callView(store, known, [viewerId], () => callOf(withKnownPeople(store, known.call), viewerId))
}

/**
 * Returns a call that this page has received. One that only the disk has may be over: it must neither ring nor be
 * joined.
 */
export const receivedCall = (store: EntityStore, id: string, viewerId: string | undefined): Call | undefined =>
  store.row(callEntity, id)?.receivedAt === 0 ? undefined : callFor(store, id, viewerId)

/**
 * Returns the calls of a list as far as it was read; undefined until some of it was and the user is known.
 * @param pages the replies of the server, if any
 */
export const callsOf = (
  store: EntityStore,
  list: PagedList,
  viewerId: string | undefined,
  pages: readonly ListPage[] | undefined,
): readonly Call[] | undefined =>
  viewerId === undefined ? undefined : callsView(store, list, pages, (id) => callFor(store, id, viewerId))
