import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { defineEvents, listOf, Uuid } from '@noroshi/contract/define'
import { newId } from './ids.ts'
import { createReceiver, defineLive, onEvent } from './live.ts'
import { refetchOvertaken } from './overtaken.ts'

const Note = z.object({ id: Uuid, text: z.string() })
type Note = z.infer<typeof Note>
const NoteList = listOf(Note)
type NoteList = z.infer<typeof NoteList>

const key = ['notes']
const added = (note: Note) => (list: NoteList | undefined) => list && { ...list, items: [...list.items, note] }
const live = defineLive(defineEvents({ 'note:created': Note }), {
  'note:created': (cache, note) => cache.setQueryData<NoteList>(key, added(note)),
})

const note = (text: string): Note => ({ id: newId(), text })

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

test('an event changes what the page holds', () => {
  const aiko = reader(note('bridge'))
  aiko.hears('note:created', note('water'))
  expect(aiko.sees()).toEqual(['bridge', 'water'])
})

test('the same event counts once, live and caught up', () => {
  const heard = vi.fn()
  const stop = onEvent('session:ended', heard)
  const sessions = defineLive(defineEvents({ 'session:ended': z.object({ reason: z.string() }) }), { 'session:ended': () => {} })
  const receive = createReceiver(new QueryClient(), [live, sessions])
  const eventId = newId()
  receive('session:ended', { reason: 'logout' }, eventId, { isCatchUp: false })
  receive('session:ended', { reason: 'logout' }, eventId, { isCatchUp: true })
  stop()
  expect(heard.mock.calls).toEqual([[{ reason: 'logout' }, { isCatchUp: false }]])
})

test('an event whose feature has not come to the page is not heard', () => {
  const heard = vi.fn()
  const stop = onEvent('session:ended', heard)
  reader().hears('session:ended', { reason: 'logout' })
  stop()
  expect(heard).not.toHaveBeenCalled()
})

test('an event that this page cannot read asks for everything again', () => {
  const aiko = reader(note('bridge'))
  aiko.hears('note:created', { id: 'no uuid' })
  expect(aiko.cache.getQueryState(key)?.isInvalidated).toBe(true)
  expect(aiko.sees()).toEqual(['bridge'])
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
