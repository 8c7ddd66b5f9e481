import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { defineEvents, listOf, Uuid, Version } from '@noroshi/contract/define'
import { newId } from './ids.ts'
import { createReceiver, defineLive, onEvent, upsert, without } from './live.ts'
import { refetchOvertaken } from './overtaken.ts'

const Note = z.object({ id: Uuid, text: z.string(), version: Version })
type Note = z.infer<typeof Note>
const NoteList = listOf(Note)
type NoteList = z.infer<typeof NoteList>

const key = ['notes']
const live = defineLive(defineEvents({ 'note:created': Note, 'note:updated': Note, 'note:deleted': z.object({ id: Uuid }) }), {
  'note:created': (cache, note) => cache.setQueryData<NoteList>(key, upsert(note)),
  'note:updated': (cache, note) => cache.setQueryData<NoteList>(key, upsert(note)),
  'note:deleted': (cache, { id }) => cache.setQueryData<NoteList>(key, without(id)),
})

const note = (text: string, version = 1, id = newId()): Note => ({ id, text, version })

function reader(...items: Note[]) {
  const cache = new QueryClient()
  cache.setQueryData<NoteList>(key, { items, nextCursor: null })
  const receive = createReceiver(cache, [live])
  return {
    cache,
    hears: (name: string, payload: unknown, eventId = newId()) => receive(name, payload, eventId, { isCatchUp: false }),
    sees: () => cache.getQueryData<NoteList>(key)?.items.map(({ text }) => text),
  }
}

test('an event adds, changes and removes what the list holds', () => {
  const bridge = note('bridge')
  const aiko = reader(bridge)
  const water = note('water')
  aiko.hears('note:created', water)
  aiko.hears('note:updated', { ...bridge, text: 'bridge is open', version: 2 })
  expect(aiko.sees()).toEqual(['bridge is open', 'water'])
  aiko.hears('note:deleted', { id: water.id })
  expect(aiko.sees()).toEqual(['bridge is open'])
})

test('a late event never brings an older version or a removed entity back', () => {
  const bridge = note('third', 3)
  const aiko = reader(bridge)
  aiko.hears('note:updated', { ...bridge, text: 'second', version: 2 })
  expect(aiko.sees()).toEqual(['third'])
  aiko.hears('note:deleted', { id: bridge.id })
  aiko.hears('note:updated', { ...bridge, text: 'fourth', version: 4 })
  expect(aiko.sees()).toEqual([])
})

test('the same event counts once, live and caught up', () => {
  const heard = vi.fn()
  const stop = onEvent('session:ended', heard)
  const receive = createReceiver(new QueryClient(), [live])
  const eventId = newId()
  receive('session:ended', { reason: 'logout' }, eventId, { isCatchUp: false })
  receive('session:ended', { reason: 'logout' }, eventId, { isCatchUp: true })
  stop()
  expect(heard.mock.calls).toEqual([[{ reason: 'logout' }, { isCatchUp: false }]])
})

test('an event that this page cannot read asks for everything again', () => {
  const aiko = reader(note('bridge'))
  aiko.hears('note:updated', { id: 'no uuid' })
  expect(aiko.cache.getQueryState(key)?.isInvalidated).toBe(true)
  expect(aiko.sees()).toEqual(['bridge'])
})

test('a list that is not loaded is left to its request', () => {
  const cache = new QueryClient()
  createReceiver(cache, [live])('note:created', note('water'), newId(), { isCatchUp: false })
  expect(cache.getQueryData(key)).toBeUndefined()
})

test('an answer that an event overtook is asked for once more', async () => {
  const { cache, hears, sees } = reader(note('bridge'))
  refetchOvertaken(cache)
  const water = note('water')
  const answers: NoteList[] = [
    { items: [], nextCursor: null },
    { items: [water], nextCursor: null },
  ]
  const gate = Promise.withResolvers<void>()
  const ask = vi.fn(async () => {
    await gate.promise
    return answers.shift() ?? { items: [], nextCursor: null }
  })
  const asked = cache.fetchQuery({ queryKey: key, queryFn: ask })
  hears('note:created', water)
  gate.resolve()
  await asked
  expect(cache.getQueryState(key)?.isInvalidated || ask.mock.calls.length > 1).toBe(true)
  await cache.fetchQuery({ queryKey: key, queryFn: ask })
  expect(sees()).toEqual(['water'])
})
