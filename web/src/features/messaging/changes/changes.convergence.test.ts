import 'fake-indexeddb/auto'
import type { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Message, messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { call } from '../../../platform/connection/http.ts'
import { setCurrentUser } from '../../../platform/session/current-user.ts'
import type { AnyType } from '../../../platform/store/entity.ts'
import {
  checkConvergence,
  type JournalEvent,
  runSteps,
  type Step,
  type StoredPage,
} from '../../../platform/store/testing/stored-pages.ts'
import { chatQuery, loadedChat } from '../chat.queries.ts'
import { messagingEntities } from '../messaging.entities.ts'
import { messagingLive } from '../messaging.live.ts'
import { aMessage, aThread, person } from '../testing/fake-threads.ts'
import { messagingStore, quoteOf, receiveThread } from '../thread-store.ts'
import { quotedOf } from './quoted.ts'

// Messages are sent, quoted, edited, reacted to and deleted, while the page misses events, receives them twice or late, and is
// killed. In the end it shows what the server has, and a deleted text is neither in memory nor on disk.

vi.mock('../../../platform/connection/http.ts', () => ({ call: vi.fn() }))
const ben = person('Ben')
const aiko = person('Aiko')
const thread = aThread(1, { isGroup: true })
beforeEach(() => setCurrentUser({ id: ben.id, isAdmin: false }))
afterEach(() => setCurrentUser(null))

const changes = ['send', 'send', 'reply', 'reply', 'edit', 'delete', 'react'] as const
type Change = (typeof changes)[number]

/** A server with one thread. As the real one, it replaces deleted messages in its journal. */
class ChatServer {
  readonly #messages: Message[] = []
  readonly #quotes = new Map<string, string>()
  readonly deletedTexts: string[] = []
  journal: JournalEvent[] = []
  #words = 0

  /** Returns a message as it is now, with its quote. */
  #present(message: Message): Message {
    const quoted = this.#messages.find(({ id }) => id === this.#quotes.get(message.id))
    return quoted ? { ...message, quote: quoteOf(quoted) } : message
  }

  list = (): Message[] => this.#messages.map((message) => this.#present(message))

  #word(): string {
    this.#words += 1
    return `word-${this.#words}-`
  }

  change(change: Change, nth: number): void {
    if (change === 'send' || change === 'reply' || this.#messages.length === 0) return this.#send(change === 'reply' ? nth : null)
    const index = nth % this.#messages.length
    const before = this.#messages[index]
    if (!before || before.deletion) return
    const after = { ...before, version: before.version + 1 }
    if (change === 'edit') this.#put(index, { ...after, text: this.#word(), editedAt: before.createdAt })
    if (change === 'react') this.#put(index, { ...after, reactions: [{ emoji: '👍', count: after.version, userIds: [aiko.id] }] })
    if (change === 'delete') this.#delete(index, after)
  }

  #send(quotedAt: number | null): void {
    const seq = this.#messages.length + 1
    const message = aMessage(thread, seq, aiko, { text: this.#word() })
    const quoted = quotedAt === null ? undefined : this.#messages[quotedAt % Math.max(1, this.#messages.length)]
    if (quoted) this.#quotes.set(message.id, quoted.id)
    this.#messages.push(message)
    this.journal = [...this.journal, ['messages:new_message', this.#present(message)]]
  }

  #put(index: number, message: Message): void {
    this.#messages[index] = message
    this.journal = [...this.journal, ['messages:updated', this.#present(message)]]
  }

  #delete(index: number, { reactions: _reactions, editedAt: _at, ...message }: Message): void {
    this.deletedTexts.push(message.text)
    const deleted = { ...message, text: '', deletion: { at: message.createdAt, by: aiko } }
    this.#quotes.delete(message.id)
    this.#put(index, deleted)
    this.journal = this.journal.map(([name, payload]) => {
      const sent = payload as Message // each event of this model has a message
      if (sent.id === message.id) return [name, deleted]
      return sent.quote?.id === message.id ? [name, { ...sent, quote: quoteOf(deleted) }] : [name, sent]
    })
  }
}

const readChat = (cache: QueryClient) => cache.fetchQuery({ ...chatQuery(thread.id), retry: false })

/** The messages that a page shows, with what their quotes show. */
const shown = ({ cache, store }: StoredPage): Message[] | undefined =>
  loadedChat(cache, thread.id)?.items.map((message) =>
    message.quote ? { ...message, quote: quotedOf(store, message.quote) } : message,
  )

const everything = ({ store }: StoredPage): string =>
  JSON.stringify(messagingEntities.flatMap((type: AnyType) => store.ids(type).map((id) => store.get<object>(type, id))))

const storeOf = (cache: QueryClient) => {
  const store = messagingStore(cache)
  receiveThread(store, thread)
  return store
}

async function converge(steps: readonly Step<Change>[]): Promise<void> {
  const server = new ChatServer()
  const scenario = {
    storeOf,
    live: [messagingLive],
    ownerId: ben.id,
    server,
    journal: () => server.journal,
    reply: (route: unknown) => {
      if (route !== messageRoutes.list) return { items: [], messageIds: [], nextCursor: null }
      return { items: server.list(), nextCursor: null }
    },
    read: readChat,
  }
  const { page, reopen } = await runSteps(scenario, changes, steps, (request) => vi.mocked(call).mockImplementation(request))
  await page.cache.invalidateQueries()
  await readChat(page.cache)
  expect(shown(page)).toEqual(server.list())
  const reopened = await reopen()
  await readChat(reopened.cache).catch(() => undefined)
  expect(shown(reopened) ?? []).toEqual(server.list())
  for (const each of [page, reopened]) {
    const content = everything(each)
    expect(server.deletedTexts.filter((text) => content.includes(text))).toEqual([])
  }
}

test(
  'any order of changes, events, replies and reloads ends with the messages of the server, without deleted texts',
  {
    timeout: 600_000,
  },
  () => checkConvergence(changes, converge),
)
