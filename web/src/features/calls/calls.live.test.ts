import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { callOf } from '@noroshi/contract/calls/call-status'
import type { SharedCall } from '@noroshi/contract/calls/calls.http'
import { setCurrentUser } from '../../platform/session/current-user.ts'
import { call } from '../../platform/connection/http.ts'
import { createReceiver } from '../../platform/connection/live.ts'
import { personEntity } from '../../platform/store/known-people.ts'
import { callFor, callLists, callsOf, callStore, callsWith, receivedCall } from './call-store.ts'
import { callEntity } from './calls.entities.ts'
import { callsLive } from './calls.live.ts'
import { callsQuery, callsWithQuery } from './calls.queries.ts'
import { aiko, ben, callOfMe, chika, CallServer, type ListName, lists, me } from './testing/call-server.ts'

vi.mock('../../platform/connection/http.ts', () => ({ call: vi.fn() }))

const at = '2026-11-21T09:00:00.000Z'
const queries = { personal: callsQuery('personal'), group: callsQuery('group'), more: callsWithQuery(aiko) }
const pagedLists = { ...callLists, more: callsWith(aiko) }

const serverWith = (calls: readonly SharedCall[], pageSize?: number) => {
  const server = new CallServer(pageSize)
  for (const each of calls) server.put(each)
  return server
}

/** Opens a page that has read `pages` pages of each list. */
async function openPage(server: CallServer, pages = 1) {
  const cache = new QueryClient()
  const store = callStore(cache)
  // `as`: only lists are read here
  const reply = async (route: unknown, { query }: { query: { pageNumber: number } }) => server.reply(route, query)
  vi.mocked(call).mockImplementation(reply as unknown as typeof call)
  const read = (name: ListName, count: number) => cache.fetchInfiniteQuery({ ...queries[name], pages: count })
  for (const name of lists) await read(name, pages)
  const receive = createReceiver(cache, [callsLive])
  let count = 0
  const shown = (name: ListName) => callsOf(store, pagedLists[name], me, cache.getQueryData(queries[name].queryKey)?.pages)
  return {
    store,
    read,
    /** Reads the next page of a list. @returns whether there are more */
    more: async (name: ListName) => {
      const observer = new InfiniteQueryObserver(cache, { ...queries[name], staleTime: Infinity })
      return (await observer.fetchNextPage()).hasNextPage
    },
    receive: (kind: string, changed: SharedCall) =>
      receive('call-session:updated', { kind, session: changed.sessions[0], call: changed }, `event-${count++}`, {
        isCatchUp: false,
      }),
    shown,
    all: () => lists.map(shown),
    call: (id: string) => callFor(store, id, me),
  }
}

const refetched = (server: CallServer) => lists.map((name) => server.list(name))

beforeEach(() => setCurrentUser({ id: me, isAdmin: false }))
afterEach(() => setCurrentUser(null))

const ended = {
  endedAt: at,
  version: 2,
  sessions: callOfMe(1, [aiko]).sessions.map((session) => ({ ...session, disconnectedAt: at, hasRejected: true })),
}

test.each([
  ['a new call to the same user', callOfMe(4, [aiko])],
  ['a new call to another user', callOfMe(4, [ben])],
  ['a new group call', callOfMe(4, [aiko, ben])],
  ['an older call that ended', callOfMe(1, [aiko], ended)],
])('after an event about %s the lists equal a refetch', async (_name, changed) => {
  const server = serverWith([callOfMe(1, [aiko]), callOfMe(2, [aiko, ben]), callOfMe(3, [aiko])])
  const page = await openPage(server)
  server.put(changed)
  page.receive('disconnected', changed)
  expect(page.all()).toEqual(refetched(server))
  expect(page.call(changed.id)).toEqual(callOf(changed, me))
})

test('an event with an older version changes nothing', async () => {
  const server = serverWith([callOfMe(1, [aiko], { ...ended, version: 3 })])
  const page = await openPage(server)
  page.receive('accepted', callOfMe(1, [aiko], { version: 2 }))
  expect(page.all()).toEqual(refetched(server))
})

test('a list ends where it was read to, and a page that new calls have moved loses no call', async () => {
  const calls = [1, 2, 3, 4, 5].map((number) => callOfMe(number, [aiko]))
  const server = serverWith(calls, 2)
  const page = await openPage(server)
  expect(page.shown('more')).toEqual(server.list('more').slice(0, 2))
  for (const each of [6, 7, 8].map((number) => callOfMe(number, [aiko]))) {
    server.put(each)
    page.receive('created_on_existing_call', each)
  }
  expect(page.shown('more')).toEqual(server.list('more').slice(0, 5))
  await page.more('more') // only calls of the first page
  expect(page.shown('more')).toEqual(server.list('more').slice(0, 5))
  while (await page.more('more'));
  expect(page.shown('more')).toEqual(server.list('more'))
})

test('a read shows the new name of a group and of a person, without a new version of the call', async () => {
  const server = new CallServer()
  server.change('callGroup', 0)
  const page = await openPage(server)
  server.change('rename', 0)
  await page.read('group', 1)
  expect(page.shown('group')?.map(({ name }) => name)).toEqual(['Hill!'])
  const person = { id: aiko, firstName: 'Ai', lastName: '', fullName: 'Ai', avatarUrl: null }
  page.store.put(personEntity, { id: aiko, version: 2, person })
  expect(page.shown('group')?.[0]?.otherUsers.map(({ fullName }) => fullName)).toEqual(['Ai', ben])
})

test('a call that a later call to the same user replaces stays in the list of all calls with that user', async () => {
  const server = serverWith([callOfMe(1, [aiko]), callOfMe(2, [ben]), callOfMe(3, [chika])], 2)
  const page = await openPage(server)
  const later = callOfMe(4, [aiko])
  server.put(later)
  await page.more('personal') // its event has not arrived yet
  page.receive('created_on_existing_call', later)
  expect(page.all()).toEqual(refetched(server))
})

test('a ringing call that only the disk has does not ring until the server or an event confirms it', async () => {
  const page = await openPage(new CallServer())
  const ringing = callOfMe(1, [aiko])
  page.store.restore(callEntity, [{ id: ringing.id, value: { call: ringing, at: 1 }, version: ringing.version }])
  expect(receivedCall(page.store, ringing.id, me)).toBeUndefined()
  const acknowledged = { ...ringing, version: 2 }
  page.receive('acknowledged', acknowledged)
  expect(receivedCall(page.store, ringing.id, me)).toEqual(callOf(acknowledged, me))
})
