import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Message } from '@noroshi/contract/messaging/messaging.http'
import type { RadioChat, RadioFloor, RadioLocation, RadioThread } from '@noroshi/contract/radio/radio.http'
import { aThread } from '../messaging/testing/fake-threads.ts'
import { setCurrentUser } from '../../platform/current-user.ts'
import { createReceiver } from '../../platform/live.ts'
import { radioLive } from './radio.live.ts'
import { radioHistoryQuery, radioLocationsQuery, radioQuery, radioThreadsQuery } from './radio.queries.ts'

const idOf = (kind: number, number: number) => `0199000${kind}-0000-7000-8000-${String(number).padStart(12, '0')}`
const at = '2026-11-21T09:00:00.000Z'
const [me, aiko] = [idOf(1, 1), idOf(1, 2)]
const threadId = idOf(2, 1)
const person = (id: string) => ({ id, firstName: id.slice(-1), lastName: '', fullName: id.slice(-1), avatarUrl: null })

const aRadioChat = (changes: Partial<RadioChat> = {}): RadioChat => ({
  id: idOf(3, 1),
  MessageThreadId: threadId,
  startedBy: person(aiko),
  startedAt: at,
  members: [person(aiko)],
  endedAt: null,
  version: 1,
  ...changes,
})

const aFloor = (version: number, speakerId: string | null): RadioFloor => ({
  messageThreadId: threadId,
  radioChatId: idOf(3, 1),
  speakerId,
  speaker: speakerId === null ? null : person(speakerId),
  endpointId: null,
  transmissionId: null,
  endsAt: null,
  language: null,
  endsWithUtterance: false,
  queue: [],
  version,
})

const aMessage = (seq: number, changes: Partial<Message> = {}): Message => ({
  id: idOf(4, seq),
  MessageThreadId: threadId,
  seq,
  text: '',
  SenderId: aiko,
  sender: person(aiko),
  messageType: 'asrChat',
  status: 'sent',
  messageMedias: [],
  latitude: null,
  longitude: null,
  alertId: null,
  isGroupMessage: true,
  userId: [],
  createdAt: at,
  messageAt: at,
  updatedAt: at,
  version: 1,
  clientId: null,
  radio: { durationMs: 2_000, language: 'en', transcription: 'pending', isCorrected: false },
  ...changes,
})

/** A location of Aiko. */
const here = (minute: number): RadioLocation => ({
  user: person(aiko),
  latitude: 38,
  longitude: 140 + minute,
  accuracy: 5,
  at: `2026-11-21T09:0${minute}:00.000Z`,
})

const aRow = (changes: Partial<RadioThread> = {}): RadioThread => ({
  thread: aThread(1, { id: threadId }),
  radioChat: null,
  latestMessage: null,
  unreadRadioCount: 0,
  deliveredSeq: 0,
  seenSeq: 0,
  ...changes,
})

interface Answers {
  radioChat: RadioChat | null
  floor: RadioFloor | null
  messages: Message[]
  row: RadioThread
}

/** A page whose queries have the answers of the server at one time. */
function createPage({ radioChat, floor, messages, row }: Answers) {
  const cache = new QueryClient()
  cache.setQueryData(radioQuery(threadId).queryKey, { radioChat, floor, messages })
  cache.setQueryData(radioHistoryQuery(threadId).queryKey, {
    pages: [{ items: messages, nextCursor: null }],
    pageParams: [null],
  })
  cache.setQueryData(radioThreadsQuery.queryKey, { items: [row], nextCursor: null })
  const receive = createReceiver(cache, [radioLive])
  let events = 0
  return {
    cache,
    emit: (name: string, payload: unknown) => receive(name, payload, idOf(9, ++events), { isCatchUp: false }),
    /** Expects that the queries equal the answers of the server after the events. */
    expectAnswers(answers: Answers) {
      const live = cache.getQueryData(radioQuery(threadId).queryKey)
      expect(live).toEqual({ radioChat: answers.radioChat, floor: answers.floor, messages: answers.messages })
      expect(cache.getQueryData(radioThreadsQuery.queryKey)?.items).toEqual([answers.row])
    },
    history: () => cache.getQueryData(radioHistoryQuery(threadId).queryKey)?.pages.flatMap(({ items }) => items),
  }
}

beforeEach(() => setCurrentUser({ id: me, isAdmin: false }))
afterEach(() => setCurrentUser(null))

test('a radio chat that starts, changes and ends equals a refetch after each event', () => {
  const quiet = { radioChat: null, floor: null, messages: [], row: aRow() }
  const page = createPage(quiet)
  const started = aRadioChat()
  page.emit('asr-chat:new', { radioChat: started, threadName: 'Patrol' })
  page.expectAnswers({ ...quiet, radioChat: started, row: aRow({ radioChat: started }) })
  const joined = aRadioChat({ members: [person(aiko), person(me)], version: 2 })
  page.emit('asr-chat:updated', joined)
  page.emit('asr-chat:updated', started) // late
  page.expectAnswers({ ...quiet, radioChat: joined, row: aRow({ radioChat: joined }) })
  page.emit('asr-chat:updated', aRadioChat({ members: [], endedAt: at, version: 3 }))
  page.expectAnswers(quiet)
})

test('the end of an earlier radio chat does not end the running one', () => {
  const running = aRadioChat({ id: idOf(3, 2) })
  const page = createPage({ radioChat: running, floor: null, messages: [], row: aRow({ radioChat: running }) })
  const { queryKey } = radioLocationsQuery(threadId)
  page.cache.setQueryData(queryKey, { items: [here(1)], nextCursor: null })
  page.emit('asr-chat:updated', aRadioChat({ endedAt: at, version: 9 }))
  page.expectAnswers({ radioChat: running, floor: null, messages: [], row: aRow({ radioChat: running }) })
  expect(page.cache.getQueryData(queryKey)?.items).toEqual([here(1)])
  page.emit('asr-chat:updated', aRadioChat({ id: running.id, endedAt: at, version: 9 }))
  expect(page.cache.getQueryData(queryKey)).toBeUndefined()
})

test('a floor with an older version, or of another radio chat, changes nothing', () => {
  const radioChat = aRadioChat()
  const answers = { radioChat, floor: aFloor(3, aiko), messages: [], row: aRow({ radioChat }) }
  const page = createPage(answers)
  page.emit('radio:floor', aFloor(2, null))
  page.emit('radio:floor', { ...aFloor(9, me), radioChatId: idOf(3, 7) })
  page.expectAnswers(answers)
  page.emit('radio:floor', aFloor(4, null))
  page.expectAnswers({ ...answers, floor: aFloor(4, null) })
})

test('new radio messages and a late transcript equal a refetch, also out of order', () => {
  const radioChat = aRadioChat()
  const page = createPage({ radioChat, floor: null, messages: [], row: aRow({ radioChat }) })
  const [first, second] = [aMessage(1), aMessage(2)]
  page.emit('messages:new_message', first)
  const complete = aMessage(2, { text: 'water', version: 2 })
  page.emit('messages:new_message', second)
  page.emit('messages:updated', complete)
  page.emit('messages:new_message', second) // late
  const row = aRow({ radioChat, latestMessage: complete, unreadRadioCount: 2 })
  page.expectAnswers({ radioChat, floor: null, messages: [first, complete], row })
  expect(page.history()).toEqual([first, complete])
})

test('a chat message is not a radio message', () => {
  const radioChat = aRadioChat()
  const answers = { radioChat, floor: null, messages: [], row: aRow({ radioChat }) }
  const page = createPage(answers)
  page.emit('messages:new_message', aMessage(1, { messageType: 'normalChat' }))
  page.expectAnswers(answers)
})

test('an own message marks all earlier ones as seen, and marks of another device lower the count', () => {
  const radioChat = aRadioChat()
  const [first, second] = [aMessage(1), aMessage(2)]
  const row = aRow({ radioChat, latestMessage: second, unreadRadioCount: 2 })
  const page = createPage({ radioChat, floor: null, messages: [first, second], row })
  const marks = { MessageThreadId: threadId, messageType: 'asrChat', deliveredSeq: 2, seenSeq: 1, unreadMessagesCount: 1 }
  page.emit('messages:status_updated_multiple', { updates: [marks] })
  const marked = { ...row, deliveredSeq: 2, seenSeq: 1, unreadRadioCount: 1 }
  page.expectAnswers({ radioChat, floor: null, messages: [first, second], row: marked })
  const own = aMessage(3, { SenderId: me, sender: person(me) })
  page.emit('messages:new_message', own)
  page.expectAnswers({
    radioChat,
    floor: null,
    messages: [first, second, own],
    row: { ...marked, latestMessage: own, unreadRadioCount: 0, deliveredSeq: 3, seenSeq: 3 },
  })
})

test('a location replaces the older one of its user, a late one changes nothing, and null removes it', () => {
  const page = createPage({ radioChat: aRadioChat(), floor: null, messages: [], row: aRow() })
  const { queryKey } = radioLocationsQuery(threadId)
  page.cache.setQueryData(queryKey, { items: [], nextCursor: null })
  const move = (location: RadioLocation | null) =>
    page.emit('asr-chat:location', { messageThreadId: threadId, userId: aiko, location })
  const items = () => page.cache.getQueryData(queryKey)?.items
  move(here(1))
  move(here(2))
  move(here(1))
  expect(items()).toEqual([here(2)])
  move(null)
  expect(items()).toEqual([])
})

test('a list of locations that could not be read is read again when a location arrives', async () => {
  const page = createPage({ radioChat: aRadioChat(), floor: null, messages: [], row: aRow() })
  const list = { items: [here(1)], nextCursor: null }
  const queryFn = vi.fn<() => Promise<typeof list>>().mockRejectedValueOnce(new TypeError('no network')).mockResolvedValue(list)
  const { queryKey } = radioLocationsQuery(threadId)
  const observer = new QueryObserver(page.cache, { queryKey, queryFn, retry: false })
  const stop = observer.subscribe(() => undefined)
  await vi.waitFor(() => expect(observer.getCurrentResult().isError).toBe(true))
  const move = () => page.emit('asr-chat:location', { messageThreadId: threadId, userId: aiko, location: here(1) })
  move()
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toEqual(list))
  move()
  expect(queryFn).toHaveBeenCalledTimes(2)
  stop()
})
