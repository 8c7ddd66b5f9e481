import 'fake-indexeddb/auto'
import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { startLive } from './live-connection.ts'
import { clearSession, setAccessToken, setSessionUser } from '../session/session.ts'
import { openEntityDatabase } from '../store/entity-database.ts'
import { EntityStore } from '../store/entity-store.ts'
import { personEntity } from '../store/known-people.ts'
import { storeOf } from '../store/stores.ts'

const http = vi.hoisted(() => ({ call: vi.fn<() => Promise<unknown>>() }))
vi.mock('./http.ts', () => http)
const tab = vi.hoisted(() => {
  const listeners = new Map<string, () => void>()
  const socket = {
    id: 'one',
    connected: true,
    onAny: () => undefined,
    on: (name: string, run: () => void) => listeners.set(name, run),
  }
  return { socket, connect: () => listeners.get('connect')?.() }
})
vi.mock('./socket.ts', () => tab)

const aiko = { id: 'aiko', firstName: 'Aiko', lastName: '', fullName: 'Aiko', avatarUrl: null }

test('a gap of the journal drops the known name of a person, and a journal without a gap keeps it', async () => {
  setAccessToken('secret')
  setSessionUser('secret', 'ben')
  const cache = new QueryClient()
  startLive(cache, [], { databaseName: 'people' })
  const store = storeOf(cache)
  const refetched = vi.spyOn(cache, 'invalidateQueries')
  const catchUp = async (complete: boolean, cursor: string) => {
    http.call.mockResolvedValueOnce({ events: [], complete, cursor })
    const before = refetched.mock.calls.length
    tab.connect()
    await vi.waitFor(() => expect(refetched.mock.calls.length).toBeGreaterThan(before), 10_000)
  }
  await catchUp(true, '1.1')
  store.put(personEntity, { id: aiko.id, version: 2, person: aiko })
  await catchUp(true, '1.2')
  expect(store.get(personEntity, aiko.id)?.person).toEqual(aiko)
  await catchUp(false, '1.9')
  expect(store.get(personEntity, aiko.id)).toBeUndefined()
})

test('a page without a session deletes the rows that the end of an earlier session left', async () => {
  const database = openEntityDatabase('left rows')
  await database.claim('aiko')
  const store = new EntityStore(() => undefined)
  store.register([personEntity])
  store.put(personEntity, { id: aiko.id, version: 1, person: aiko })
  await database.write('aiko', store.unwritten.take(), '7', { isFurther: () => true, childrenByParent: () => new Map() })
  expect(await database.rowsOf(personEntity)).toHaveLength(1)

  clearSession()
  startLive(new QueryClient(), [], { databaseName: 'left rows' })
  await vi.waitFor(async () => expect(await database.rowsOf(personEntity)).toEqual([]), 10_000)
  expect(await database.claim('aiko')).toEqual({ cursor: null, hasRows: false })
})
