import { expect, test } from 'vitest'
import { ApiError, OfflineError } from '../connection/http-errors.ts'
import { defineVersioned } from './entity.ts'
import { EntityStore } from './entity-store.ts'
import { personEntity } from './known-people.ts'
import { defineReply, putReply, readReply, replyOf } from './replies.ts'

const parent = defineVersioned<{ id: string; version: number }>({ name: 'group' })
const members = defineReply<{ items: object[] }>('members', 'group')
const aiko = { id: 'aiko', firstName: 'Aiko', lastName: '', fullName: 'Aiko', avatarUrl: null }

function createStore() {
  const store = new EntityStore(() => undefined)
  store.register([personEntity, parent, members])
  store.put(parent, { id: '1', version: 1 })
  return store
}

test('the reply of the read that began last is shown, also if an earlier one arrives after it', async () => {
  const store = createStore()
  const [began, late] = [Promise.withResolvers<null>(), Promise.withResolvers<{ items: object[] }>()]
  await readReply(store, members, '1', async () => ({ items: [] }))
  const first = readReply(store, members, '1', () => {
    began.resolve(null)
    return late.promise
  })
  await began.promise
  putReply(store, members, '1', { items: [aiko] })
  late.resolve({ items: [] })
  await first
  expect(replyOf(store, members, '1')).toEqual({ items: [aiko] })
  await readReply(store, members, '1', async () => ({ items: [] }))
  expect(replyOf(store, members, '1')).toEqual({ items: [] })
})

test('a refused read removes the reply, and one that the server could not be asked for keeps it', async () => {
  const store = createStore()
  putReply(store, members, '1', { items: [aiko] })
  const read = (error: Error) => readReply(store, members, '1', () => Promise.reject(error))
  await expect(read(new OfflineError())).rejects.toThrow(OfflineError)
  expect(replyOf(store, members, '1')).toEqual({ items: [aiko] })
  await expect(read(new ApiError(404, { code: 'notFound', message: '', issues: [] }))).rejects.toThrow(ApiError)
  expect(replyOf(store, members, '1')).toBeUndefined()
})

test('a reply has the newest names of people, and is the same object until one changes', () => {
  const store = createStore()
  putReply(store, members, '1', { items: [aiko] })
  const before = replyOf(store, members, '1')
  expect(replyOf(store, members, '1')).toBe(before)
  const renamed = { ...aiko, firstName: 'Ai', fullName: 'Ai' }
  store.put(personEntity, { id: aiko.id, version: 2, person: renamed })
  expect(replyOf(store, members, '1')).toEqual({ items: [renamed] })
})

test('the loss of the parent removes the reply, and a late one changes nothing', () => {
  const store = createStore()
  putReply(store, members, '1', { items: [aiko] })
  store.remove(parent, '1', 2)
  putReply(store, members, '1', { items: [aiko] })
  expect(replyOf(store, members, '1')).toBeUndefined()
})
