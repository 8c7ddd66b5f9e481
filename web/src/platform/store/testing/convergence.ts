import fc from 'fast-check'
import { expect } from 'vitest'
import { type EarlyRows, readEarlyRows } from '../early-rows.ts'
import type * as database from '../entity-database.ts'
import type { EntityType } from '../entity.ts'
import type * as entityStore from '../entity-store.ts'
import type * as storeDisk from '../store-disk.ts'
import type * as earlyRows from '../with-early-rows.ts'

// A server as a journal of changes, and a page that receives events late, twice, out of order or not at all, reads lists
// whose replies are old when they arrive, is killed at any moment and reopened from disk or from rows that were read a
// while before, beside a second tab. In the end it shows what the server would reply, in memory and on disk.

/** The modules under test: the product's own, or copies with a rule taken out. */
export interface StoreModules {
  readonly EntityStore: typeof entityStore.EntityStore
  readonly openEntityDatabase: typeof database.openEntityDatabase
  readonly createStoreDisk: typeof storeDisk.createStoreDisk
  readonly withEarlyRows: typeof earlyRows.withEarlyRows
}

interface Thread {
  readonly id: string
  readonly version: number
  readonly name: string
}
interface Marks {
  readonly id: string
  readonly seenSeq: number
}
interface Message {
  readonly id: string
  readonly version: number
  readonly threadId: string
  readonly seq: number
  readonly text: string
}

const thread: EntityType<Thread> = { name: 'thread', id: ({ id }) => id, version: ({ version }) => version }
const marks: EntityType<Marks> = {
  name: 'marks',
  id: ({ id }) => id,
  version: ({ seenSeq }) => seenSeq,
  parent: ({ id }) => ['thread', id],
}
const message: EntityType<Message> = {
  name: 'message',
  id: ({ id }) => id,
  version: ({ version }) => version,
  parent: ({ threadId }) => ['thread', threadId],
  list: ({ threadId, seq }) => ({ group: threadId, order: seq }),
}
const types = [thread, marks, message]
const IDS = ['t0', 't1', 't2'] as const

const actions = [
  ...(['send', 'send', 'send', 'edit', 'rename', 'leave', 'join', 'read'] as const),
  ...(['receive', 'receive', 'receive', 'receive', 'ask', 'ask', 'reply', 'reply'] as const),
  ...(['write', 'reload', 'readEarly', 'reconnect', 'secondTab'] as const),
]
const step = fc.record({ action: fc.constantFrom(...actions), thread: fc.constantFrom(...IDS), nth: fc.nat(40) })
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never
export const steps = fc.array(step, { maxLength: 80, size: 'max' })

type Event =
  | { name: 'message'; payload: Message }
  | { name: 'thread'; payload: Thread }
  | { name: 'removed'; payload: { id: string; version: number } }
  | { name: 'marks'; payload: Marks }

interface ServerThread {
  version: number
  name: string
  isMember: boolean
  seenSeq: number
  messages: Message[]
}

class Server {
  readonly journal: Event[] = []
  /** The user is not a member of the last thread at first. */
  readonly threads = new Map<string, ServerThread>(
    IDS.map((id) => [id, { version: 1, name: id, isMember: id !== 't2', seenSeq: 0, messages: [] }]),
  )

  change({ action, thread: id, nth }: Step) {
    const one = this.threads.get(id)!
    const emit = (event: Event) => one.isMember && this.journal.push(event)
    const emitThread = () => emit({ name: 'thread', payload: { id, version: one.version, name: one.name } })
    if (action === 'leave' && one.isMember) {
      one.version += 1
      emit({ name: 'removed', payload: { id, version: one.version } })
      one.isMember = false
    } else if (action === 'join' && !one.isMember) {
      one.isMember = true
      one.version += 1
      emitThread()
      emit({ name: 'marks', payload: { id, seenSeq: one.seenSeq } })
    } else if (action === 'rename') {
      one.name += '!'
      one.version += 1
      emitThread()
    } else if (action === 'send') {
      const seq = one.messages.length + 1
      const sent = { id: `${id}-${seq}`, version: 1, threadId: id, seq, text: 'version 1' }
      one.messages.push(sent)
      emit({ name: 'message', payload: sent })
    } else if (action === 'edit' && one.messages.length > 0) {
      const index = nth % one.messages.length
      const before = one.messages[index]!
      const edited = { ...before, version: before.version + 1, text: `version ${before.version + 1}` }
      one.messages[index] = edited
      emit({ name: 'message', payload: edited })
    } else if (action === 'read' && one.isMember) {
      one.seenSeq = one.messages.length
      emit({ name: 'marks', payload: { id, seenSeq: one.seenSeq } })
    }
  }

  /** Returns the user's threads as a reply. */
  list() {
    return [...this.threads].flatMap(([id, { version, name, isMember, seenSeq, messages }]) =>
      isMember ? [{ thread: { id, version, name }, marks: { id, seenSeq }, messages: [...messages] }] : [],
    )
  }
}
type Reply = ReturnType<Server['list']>

/** Runs the steps and asserts the result. `name` is that of a new database. */
export async function converge(modules: StoreModules, name: string, given: readonly Step[]): Promise<void> {
  const server = new Server()
  let page = await openPage(modules, name, server)
  const secondTab = await openPage(modules, name, server)
  let early: EarlyRows | undefined
  let asked: { page: typeof page; apply: ReturnType<typeof page.ask> }[] = []
  for (const each of given) {
    const { action, nth } = each
    server.change(each)
    const event = server.journal[nth % Math.max(1, server.journal.length)]
    if (action === 'receive' && event) page.receive(event)
    if (action === 'ask') asked.push({ page, apply: page.ask() })
    if (action === 'reply') {
      const [reply] = asked.splice(nth % Math.max(1, asked.length), 1)
      if (reply?.page === page) reply.apply()
    }
    if (action === 'write') await page.disk.flush()
    if (action === 'reconnect') page.catchUp()
    if (action === 'secondTab') {
      secondTab.catchUp()
      await secondTab.disk.flush()
    }
    if (action === 'readEarly') {
      early = readEarlyRows([thread.name, marks.name], null, name)
      await early.claim
      await Promise.all(early.rows.values())
    }
    if (action === 'reload') {
      page = await openPage(modules, name, server, early)
      early = undefined
    }
  }
  asked = asked.filter((reply) => reply.page === page)
  for (const { apply } of asked) apply()
  page.catchUp()

  const truth = server.list()
  // Before any refetch, the threads and watermarks are complete. No message is stale, except from a time when the user
  // was not a member: the journal does not contain changes without the right to read them.
  expect(page.threads()).toEqual(truth.map((one) => [one.thread, one.marks]))
  const left = new Set<string>(given.flatMap((each) => (each.action === 'leave' ? [each.thread] : [])))
  for (const {
    thread: { id },
    messages,
  } of truth.filter((one) => !left.has(one.thread.id)))
    for (const shown of page.messages(id)) expect(shown).toEqual(messages[shown.seq - 1])
  // The journal does not contain messages from before the user joined. An open thread reads them.
  page.ask()()
  expect(page.shown()).toEqual(truth)
  await page.disk.flush()
  const reopened = await openPage(modules, name, server)
  expect(reopened.shown()).toEqual(truth)
  for (const id of IDS) {
    if (truth.some((one) => one.thread.id === id)) continue
    expect([page.messages(id), reopened.messages(id)]).toEqual([[], []])
  }
}

async function openPage(
  { EntityStore, createStoreDisk, openEntityDatabase, withEarlyRows }: StoreModules,
  name: string,
  server: Server,
  early?: EarlyRows,
) {
  const store = new EntityStore(() => undefined)
  store.register(types)
  let cursor: string | null = null
  const disk = createStoreDisk({
    store,
    database: withEarlyRows(openEntityDatabase(name), early),
    cursor: { value: () => cursor, restart: (next) => (cursor = next) },
    isFurther: (next, than) => Number(next) > Number(than),
    ownerId: () => 'user',
  })
  disk.claim()
  await disk.ready()
  for (const id of IDS) await disk.restoreBetween(message, id, 0, 1000)

  const receive = ({ name: event, payload }: Event) => {
    if (event === 'message') store.put(message, payload)
    else if (event === 'thread') store.put(thread, payload)
    else if (event === 'marks') store.put(marks, payload)
    else store.remove(thread, payload.id, payload.version)
  }
  const apply = (read: ReturnType<typeof store.beginRead>, reply: Reply) => {
    for (const each of reply) {
      store.put(thread, each.thread)
      store.put(marks, each.marks)
      for (const one of each.messages) store.putAndWrite(message, one)
    }
    read.forgetMissing(thread, store.ids(thread), new Set(reply.map((each) => each.thread.id)))
  }
  const ask = () => {
    const [read, reply] = [store.beginRead(), server.list()]
    return () => apply(read, reply)
  }
  const messages = (id: string) => store.list(message, id).flatMap((entry) => store.get(message, entry.id) ?? [])
  const threads = () => IDS.flatMap((id) => (store.get(thread, id) ? [[store.get(thread, id), store.get(marks, id)]] : []))
  return {
    disk,
    receive,
    ask,
    messages,
    threads,
    catchUp() {
      const since = cursor
      for (const event of server.journal.slice(Number(since ?? 0))) receive(event)
      cursor = String(server.journal.length)
      if (since === null) ask()() // the first page of a device refetches everything
    },
    shown: () =>
      IDS.flatMap((id) =>
        store.get(thread, id) ? [{ thread: store.get(thread, id), marks: store.get(marks, id), messages: messages(id) }] : [],
      ),
  }
}
