import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Message } from '@noroshi/contract/messaging/messaging.http'
import { threadRoutes } from '@noroshi/contract/messaging/threads.http'
import {
  type RadioChat,
  type RadioFloor,
  type RadioLocation,
  radioRoutes,
  type RadioThread,
} from '@noroshi/contract/radio/radio.http'
import { setCurrentUser } from '../../platform/session/current-user.ts'
import { call } from '../../platform/connection/http.ts'
import { createReceiver } from '../../platform/connection/live.ts'
import { personEntity } from '../../platform/store/known-people.ts'
import { messagingLive } from '../messaging/messaging.live.ts'
import { aThread, sharedThread } from '../messaging/testing/fake-threads.ts'
import { messagingStore, receiveThread } from '../messaging/thread-store.ts'
import { threadOf } from '../messaging/thread-views.ts'
import { radioEntities } from './radio.entities.ts'
import { radioLive } from './radio.live.ts'
import { radioHistoryQuery, radioLocationsQuery, radioQuery, radioThreadsQuery } from './radio.queries.ts'
import { radioStore } from './radio-store.ts'
import { liveOf, messagesOf, radioThreadsOf } from './radio-views.ts'
import { aFloor, aiko, aLocation, aMessage, aRadioChat, ended, idOf, me, person, threadId } from './testing/fake-radio.ts'

vi.mock('../../platform/connection/http.ts', () => ({ call: vi.fn() }))

const radioThreads = radioThreadsQuery({ receive: (cache, thread) => receiveThread(messagingStore(cache), thread) })
const group = aThread(1, { id: threadId, isGroup: true })

const aRow = (changes: Partial<RadioThread> = {}): RadioThread => ({
  thread: group,
  radioChat: null,
  latestMessage: null,
  unreadRadioCount: 0,
  deliveredSeq: 0,
  seenSeq: 0,
  ...changes,
})

interface Answers {
  radioChat: RadioChat | null
  endedChat?: RadioThread['endedChat']
  floor: RadioFloor | null
  messages: Message[]
  row: RadioThread
}

/** Mocks the replies of the server. */
function answer({ radioChat, endedChat, floor, messages, row }: Answers) {
  const reply = (route: unknown) => {
    if (route === radioRoutes.live) return { radioChat, endedChat, floor, messages }
    return {
      items: route === radioRoutes.threads ? [row] : route === threadRoutes.groups ? [row.thread] : messages,
      nextCursor: null,
    }
  }
  // `as`: only these routes are read here
  vi.mocked(call).mockImplementation((async (route: unknown) => reply(route)) as typeof call)
}

/** Opens a page that has read the answers of the server at one time. */
async function createPage(answers: Answers) {
  answer(answers)
  const cache = new QueryClient()
  const store = radioStore(cache)
  await cache.fetchQuery(radioThreads)
  await cache.fetchInfiniteQuery(radioHistoryQuery(threadId))
  const { from } = await cache.fetchQuery(radioQuery(threadId))
  const receive = createReceiver(cache, [messagingLive, radioLive])
  let events = 0
  return {
    cache,
    store,
    emit: (name: string, payload: unknown) => receive(name, payload, idOf(9, ++events), { isCatchUp: false }),
    /** Expects that the page shows the answers of the server after the events. */
    expectAnswers({ row, ...live }: Answers) {
      expect(liveOf(store, threadId, from)).toEqual(live)
      expect(radioThreadsOf(store, threadOf)).toEqual([row])
    },
    /** The messages, newest first. */
    history: () => messagesOf(store, threadId, undefined),
  }
}

beforeEach(() => setCurrentUser({ id: me, isAdmin: false }))
afterEach(() => setCurrentUser(null))

test('a radio chat that starts, changes and ends equals a refetch after each event', async () => {
  const quiet = { radioChat: null, floor: null, messages: [], row: aRow() }
  const page = await createPage(quiet)
  const started = aRadioChat()
  page.emit('asr-chat:new', { radioChat: started, threadName: 'Patrol' })
  page.expectAnswers({ ...quiet, radioChat: started, row: aRow({ radioChat: started }) })
  const joined = aRadioChat({ members: [person(aiko), person(me)], version: 2 })
  page.emit('asr-chat:updated', joined)
  page.emit('asr-chat:updated', started) // late
  page.expectAnswers({ ...quiet, radioChat: joined, row: aRow({ radioChat: joined }) })
  page.emit('asr-chat:updated', ended(joined))
  page.expectAnswers(quiet)
})

test('the end of an earlier radio chat does not end the running one', async () => {
  const running = aRadioChat({ id: idOf(3, 2) })
  const page = await createPage({ radioChat: running, floor: null, messages: [], row: aRow({ radioChat: running }) })
  const { queryKey } = radioLocationsQuery(threadId)
  page.cache.setQueryData(queryKey, { items: [aLocation(1)], nextCursor: null })
  page.emit('asr-chat:updated', ended(aRadioChat({ version: 8 })))
  page.expectAnswers({ radioChat: running, floor: null, messages: [], row: aRow({ radioChat: running }) })
  expect(page.cache.getQueryData(queryKey)?.items).toEqual([aLocation(1)])
  page.emit('asr-chat:updated', ended(running))
  expect(page.cache.getQueryData(queryKey)).toBeUndefined()
})

test('a floor with an older version, or of an earlier radio chat, changes nothing', async () => {
  const radioChat = aRadioChat({ id: idOf(3, 2) })
  const floorOf = (version: number, speakerId: string | null) => aFloor(version, speakerId, { radioChatId: radioChat.id })
  const answers = { radioChat, floor: floorOf(3, aiko), messages: [], row: aRow({ radioChat }) }
  const page = await createPage(answers)
  page.emit('radio:floor', floorOf(2, null))
  page.emit('radio:floor', aFloor(9, me))
  page.expectAnswers(answers)
  page.emit('radio:floor', floorOf(4, null))
  page.expectAnswers({ ...answers, floor: floorOf(4, null) })
})

test('new radio messages and a late transcript equal a refetch, also out of order', async () => {
  const radioChat = aRadioChat()
  const page = await createPage({ radioChat, floor: null, messages: [], row: aRow({ radioChat }) })
  const [first, second] = [aMessage(1), aMessage(2)]
  page.emit('messages:new_message', first)
  const complete = aMessage(2, { text: 'water', version: 2 })
  page.emit('messages:updated', complete)
  page.emit('messages:new_message', second) // late
  const row = aRow({ radioChat, latestMessage: complete, unreadRadioCount: 2 })
  page.expectAnswers({ radioChat, floor: null, messages: [first, complete], row })
  expect(page.history()).toEqual([complete, first])
})

test('a reaction and a deletion replace a radio message everywhere, and a late copy does not bring its text back', async () => {
  const radioChat = aRadioChat()
  const spoken = aMessage(1, { text: 'canary' })
  const page = await createPage({
    radioChat,
    floor: null,
    messages: [spoken],
    row: aRow({ radioChat, latestMessage: spoken, unreadRadioCount: 1 }),
  })
  page.emit('messages:updated', { ...spoken, version: 2, reactions: [{ emoji: '👍', count: 1, userIds: [me] }] })
  expect(page.history()).toMatchObject([{ text: 'canary', reactions: [{ emoji: '👍' }] }])
  const deleted = aMessage(1, { version: 3, deletion: { at: spoken.createdAt, by: person(aiko) } })
  page.emit('messages:updated', deleted)
  page.emit('messages:new_message', spoken) // late
  const row = aRow({ radioChat, latestMessage: deleted, unreadRadioCount: 1 })
  page.expectAnswers({ radioChat, floor: null, messages: [deleted], row })
  expect(page.history()).toEqual([deleted])
  const rows = radioEntities.flatMap((type) => page.store.ids(type).map((id) => JSON.stringify(page.store.row(type, id))))
  expect(rows.join('')).not.toContain('canary')
})

test('a chat message is not a radio message', async () => {
  const radioChat = aRadioChat()
  const answers = { radioChat, floor: null, messages: [], row: aRow({ radioChat }) }
  const page = await createPage(answers)
  const latestMessage = aMessage(1, { messageType: 'normalChat' })
  page.emit('messages:new_message', latestMessage)
  const thread = { ...group, latestMessage, unreadMessagesCount: 1 }
  page.expectAnswers({ ...answers, row: aRow({ radioChat, thread }) })
})

test('an own message marks all earlier ones as seen, and marks of another device lower the count', async () => {
  const radioChat = aRadioChat()
  const [first, second] = [aMessage(1), aMessage(2)]
  const row = aRow({ radioChat, latestMessage: second, unreadRadioCount: 2 })
  const page = await createPage({ radioChat, floor: null, messages: [first, second], row })
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

test('a voice post without a radio chat is in the history, but not among the messages of the running radio chat', async () => {
  const radioChat = aRadioChat()
  const page = await createPage({ radioChat, floor: null, messages: [], row: aRow({ radioChat }) })
  const { radio } = aMessage(1)
  const post = aMessage(1, radio && { radio: { ...radio, radioChatId: null } })
  page.emit('messages:new_message', post)
  const row = aRow({ radioChat, latestMessage: post, unreadRadioCount: 1 })
  page.expectAnswers({ radioChat, floor: null, messages: [], row })
  expect(page.history()).toEqual([post])
})

test('a reply with the end of the known radio chat, which had no event, ends it, and a later one continues', async () => {
  const radioChat = aRadioChat()
  const page = await createPage({ radioChat, floor: null, messages: [], row: aRow({ radioChat }) })
  const quiet = { radioChat: null, floor: null, messages: [], row: aRow() }
  answer({ ...quiet, endedChat: { id: radioChat.id, version: radioChat.version + 1 } })
  await page.cache.fetchQuery(radioQuery(threadId))
  page.expectAnswers(quiet)
  page.emit('asr-chat:new', { radioChat, threadName: 'Patrol' }) // late
  page.expectAnswers(quiet)
  const next = aRadioChat({ id: idOf(3, 2) })
  const reading = page.cache.fetchQuery(radioQuery(threadId))
  page.emit('asr-chat:new', { radioChat: next, threadName: 'Patrol' })
  await reading
  page.expectAnswers({ ...quiet, radioChat: next, row: aRow({ radioChat: next }) })
})

test('the list shows the new name of a group and of a person', async () => {
  const latestMessage = aMessage(1)
  const row = aRow({ latestMessage, unreadRadioCount: 1 })
  const page = await createPage({ radioChat: null, floor: null, messages: [], row })
  const renamed = { ...group, version: 2, group: group.group && { ...group.group, name: 'River' } }
  page.emit('message-threads:updated', sharedThread(renamed))
  page.expectAnswers({ radioChat: null, floor: null, messages: [], row: { ...row, thread: renamed } })
  const sender = { ...person(aiko), firstName: 'Aiko', fullName: 'Aiko' }
  page.store.put(personEntity, { id: aiko, version: 2, person: sender })
  const named = { ...row, thread: renamed, latestMessage: { ...latestMessage, sender } }
  page.expectAnswers({ radioChat: null, floor: null, messages: [], row: named })
})

test('a user who is removed from a group has neither its row nor its messages, and a late event brings none back', async () => {
  const messages = [aMessage(1)]
  const radioChat = aRadioChat()
  const page = await createPage({ radioChat, floor: null, messages, row: aRow({ radioChat, latestMessage: aMessage(1) }) })
  page.emit('message-threads:removed', { id: threadId, version: 2 })
  page.emit('messages:new_message', aMessage(2))
  page.emit('asr-chat:updated', aRadioChat({ version: 2 }))
  expect(radioThreadsOf(page.store, threadOf)).toEqual([])
  expect(page.history()).toBeUndefined()
  expect(liveOf(page.store, threadId, 1)).toEqual({ radioChat: null, floor: null, messages: [] })
})

test('the first radio chat of a thread reads the list again, as does a group that the user joins', async () => {
  const quiet = { radioChat: null, floor: null, messages: [], row: aRow() }
  const page = await createPage(quiet)
  const observer = new QueryObserver(page.cache, { ...radioThreads, staleTime: Infinity })
  const stop = observer.subscribe(() => undefined)
  const reads = () => vi.mocked(call).mock.calls.filter(([route]) => route === radioRoutes.threads).length
  const before = reads()
  page.emit('asr-chat:new', {
    radioChat: aRadioChat({ id: idOf(3, 5), MessageThreadId: idOf(2, 2) }),
    threadName: 'Patrol',
  })
  await vi.waitFor(() => expect(reads()).toBe(before + 1), 10_000)
  page.emit('message-threads:new_group', sharedThread(aThread(3, { id: idOf(2, 3), isGroup: true })))
  await vi.waitFor(() => expect(reads()).toBe(before + 2), 10_000)
  page.emit('asr-chat:new', { radioChat: aRadioChat(), threadName: 'Patrol' })
  expect(reads()).toBe(before + 2)
  stop()
})

test('a location replaces the older one of its user, a late one changes nothing, and null removes it', async () => {
  const page = await createPage({ radioChat: aRadioChat(), floor: null, messages: [], row: aRow() })
  const { queryKey } = radioLocationsQuery(threadId)
  page.cache.setQueryData(queryKey, { items: [], nextCursor: null })
  const move = (location: RadioLocation | null) =>
    page.emit('asr-chat:location', { messageThreadId: threadId, userId: aiko, location })
  const items = () => page.cache.getQueryData(queryKey)?.items
  move(aLocation(1))
  move(aLocation(2))
  move(aLocation(1))
  expect(items()).toEqual([aLocation(2)])
  move(null)
  expect(items()).toEqual([])
})

test('a list of locations that could not be read is read again when a location arrives', async () => {
  const page = await createPage({ radioChat: aRadioChat(), floor: null, messages: [], row: aRow() })
  const list = { items: [aLocation(1)], nextCursor: null }
  const queryFn = vi.fn<() => Promise<typeof list>>().mockRejectedValueOnce(new TypeError('no network')).mockResolvedValue(list)
  const { queryKey } = radioLocationsQuery(threadId)
  const observer = new QueryObserver(page.cache, { queryKey, queryFn, retry: false })
  const stop = observer.subscribe(() => undefined)
  await vi.waitFor(() => expect(observer.getCurrentResult().isError).toBe(true), 10_000)
  const move = () => page.emit('asr-chat:location', { messageThreadId: threadId, userId: aiko, location: aLocation(1) })
  move()
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toEqual(list), 10_000)
  move()
  expect(queryFn).toHaveBeenCalledTimes(2)
  stop()
})
