import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { defineEvents, listOf, Uuid } from '@noroshi/contract/define'
import { newId } from '../ids.ts'
import { addLive, applyAsEvent, createReceiver, defineLive, loadBefore, onEvent } from './live.ts'
import { refetchStale } from './refetch-stale.ts'

const Note = z.object({ id: Uuid, text: z.string() })
type Note = z.infer<typeof Note>
const NoteList = listOf(Note)
type NoteList = z.infer<typeof NoteList>

const key = ['notes']
const appendNote = (note: Note) => (list: NoteList | undefined) => list && { ...list, items: [...list.items, note] }
const live = defineLive(defineEvents({ 'note:created': Note }), {
  'note:created': (cache, note) => cache.setQueryData<NoteList>(key, appendNote(note)),
})

const note = (text: string): Note => ({ id: newId(), text })

function createPage(...items: Note[]) {
  const cache = new QueryClient()
  cache.setQueryData<NoteList>(key, { items, nextCursor: null })
  const receive = createReceiver(cache, [live])
  return {
    cache,
    emit: (name: string, payload: unknown, eventId = newId()) => receive(name, payload, eventId, { isCatchUp: false }),
    texts: () => cache.getQueryData<NoteList>(key)?.items.map(({ text }) => text),
  }
}

test('an event changes the cache', () => {
  const aiko = createPage(note('bridge'))
  aiko.emit('note:created', note('water'))
  expect(aiko.texts()).toEqual(['bridge', 'water'])
})

test('an event that arrives live and by catch-up is applied once', () => {
  const listener = vi.fn()
  const stop = onEvent('session:ended', listener)
  const sessions = defineLive(defineEvents({ 'session:ended': z.object({ reason: z.string() }) }), { 'session:ended': () => {} })
  const receive = createReceiver(new QueryClient(), [live, sessions])
  const eventId = newId()
  receive('session:ended', { reason: 'logout' }, eventId, { isCatchUp: false })
  receive('session:ended', { reason: 'logout' }, eventId, { isCatchUp: true })
  stop()
  expect(listener.mock.calls).toEqual([[{ reason: 'logout' }, { isCatchUp: false }]])
})

test('an event of a feature that is not loaded is not reported', () => {
  const listener = vi.fn()
  const stop = onEvent('session:ended', listener)
  createPage().emit('session:ended', { reason: 'logout' })
  stop()
  expect(listener).not.toHaveBeenCalled()
})

test('the reply to a change is applied as its event by a feature that is loaded later, and is not reported', () => {
  const listener = vi.fn()
  const stop = onEvent('session:ended', listener)
  const ended = vi.fn()
  addLive(defineLive(defineEvents({ 'session:ended': z.object({ reason: z.string() }) }), { 'session:ended': ended }))
  const { cache } = createPage()
  applyAsEvent(cache, 'session:ended', { reason: 'deactivated' })
  stop()
  expect(ended.mock.calls).toEqual([[cache, { reason: 'deactivated' }]])
  expect(listener).not.toHaveBeenCalled()
})

test('an event that the page cannot parse invalidates all queries', () => {
  const aiko = createPage(note('bridge'))
  aiko.emit('note:created', { id: 'no uuid' })
  expect(aiko.cache.getQueryState(key)?.isInvalidated).toBe(true)
  expect(aiko.texts()).toEqual(['bridge'])
})

test('a fetch that was running during an event is repeated', async () => {
  const { cache, emit, texts } = createPage(note('bridge'))
  refetchStale(cache)
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
  const fetching = cache.fetchQuery({ queryKey: key, queryFn: ask })
  emit('note:created', water)
  gate.resolve()
  await fetching
  expect(cache.getQueryState(key)?.isInvalidated || ask.mock.calls.length > 1).toBe(true)
  await cache.fetchQuery({ queryKey: key, queryFn: ask })
  expect(texts()).toEqual(['water'])
})

test('the event that loads the code of its feature is applied and reported after the code has loaded', async () => {
  const { cache, emit } = createPage()
  const listener = vi.fn()
  const load = vi.fn(async () => {
    await Promise.resolve()
    const Late = defineEvents({ 'asr-chat:new': Note })
    addLive(defineLive(Late, { 'asr-chat:new': (_cache, added) => cache.setQueryData<NoteList>(key, appendNote(added)) }))
    onEvent('asr-chat:new', listener)
  })
  const stop = loadBefore('asr-chat:new', load)
  const [first, second] = [note('first'), note('second')]
  emit('asr-chat:new', first)
  emit('asr-chat:new', second)
  await vi.waitFor(() => expect(listener).toHaveBeenCalledTimes(2), 10_000)
  expect(load).toHaveBeenCalledOnce()
  expect(cache.getQueryData<NoteList>(key)?.items).toEqual([first, second])
  stop()
})
