import { z } from 'zod'
import type { Command } from '../command.ts'
import type { OutboxEntry, TypedEntry } from '../entry.ts'
import { createDrain } from '../create-drain.ts'
import { createOutbox } from '../create-outbox.ts'
import type { WithLock } from '../locks.ts'
import type { SendContext, SharedCommand } from '../shared-command.ts'
import type { TabNotice } from '../tab-notice.ts'

export type Note = z.infer<typeof Note>
const Note = z.object({ text: z.string() })
export type NoteEntry = TypedEntry<Note>
type Answer = (entry: NoteEntry) => Promise<string>

interface WorkerRequest {
  readonly id: string
  /** null: the request is anonymous. */
  readonly token: string | null
  readonly alertToken?: string
}
type WorkerAnswer = (request: WorkerRequest) => Promise<unknown>

/** A device with a storage that its tabs share, and locks that are held by one tab at a time. */
export function createDevice() {
  const rows = new Map<string, OutboxEntry>()
  const mirrored = new Map<string, OutboxEntry>()
  const tabs = new Set<(notice: TabNotice) => Promise<void>>()
  const queues = new Map<string, Promise<void>>()
  const store = {
    all: async (): Promise<readonly OutboxEntry[]> => [...rows.values()],
    has: async (id: string) => rows.has(id),
    put: async (entry: OutboxEntry) => {
      if ((rows.get(entry.id)?.revision ?? 0) <= entry.revision) rows.set(entry.id, entry)
    },
    remove: async (ids: readonly string[]) => ids.forEach((id) => rows.delete(id)),
    removeSent: async (id: string, revision: number) => {
      const known = rows.get(id)
      if (known && known.revision > revision) return known
      rows.delete(id)
      return null
    },
    replace: async (entry: OutboxEntry, revision: number) => {
      if (rows.get(entry.id)?.revision === revision) rows.set(entry.id, entry)
    },
  }
  const mirror = {
    all: () => [...mirrored.values()],
    put: (entry: OutboxEntry) => void mirrored.set(entry.id, entry),
    remove: (id: string) => void mirrored.delete(id),
  }
  const withLock: WithLock = (name, work) => {
    const run = (queues.get(name) ?? Promise.resolve()).then(work)
    queues.set(name, run)
    return run
  }

  /** Opens a tab of Ben whose server accepts every note, unless `setAnswer` changes that. */
  function openTab(options: Partial<Command<Note, string>> = {}, owner: string | null = 'ben') {
    let user = owner
    let answer: Answer = async ({ id }) => `reply to ${id}`
    const sent: string[] = []
    const texts: string[] = []
    const applied: string[] = []
    const refused: unknown[] = []
    let syncs = 0
    const outbox = createOutbox({
      store,
      mirror,
      withLock,
      notifyTabs: (notice) => tabs.forEach((receive) => receive !== outbox.receive && void receive(notice)),
      textOfOld: () => 'It is old.',
      ownerId: () => user,
      requestSync: () => void (syncs += 1),
    })
    tabs.add(outbox.receive)
    const notes = outbox.register<Note, string>({
      kind: 'note',
      payload: Note,
      send: async (entry) => {
        const reply = await answer(entry)
        sent.push(entry.id)
        texts.push(entry.payload.text)
        return reply
      },
      onSent: (reply) => void applied.push(reply),
      onRefused: (error) => void refused.push(error),
      ...options,
    })
    return {
      outbox,
      notes,
      sent,
      /** The texts of the sent notes. */
      texts,
      applied,
      refused,
      /** Number of times that the tab has asked for Background Sync. */
      syncs: () => syncs,
      setUser: (next: string | null) => {
        user = next
      },
      setAnswer: (next: Answer) => {
        answer = next
      },
      states: () => notes.entries().map(({ id, state }) => [id, state]),
      write: (id: string, entry: { lane?: string; ownerId?: string | null; files?: readonly File[]; text?: string } = {}) => {
        const { lane = 'thread 1', ownerId = 'ben', files = [], text = `text of ${id}` } = entry
        return notes.enqueue({ id, lane, ownerId, payload: { text }, files })
      },
    }
  }
  /** Starts a service worker whose server accepts everything, unless `setAnswer` changes that. */
  function startWorker(user: string | null = 'ben', options: Partial<SharedCommand<unknown>> = {}) {
    let session = user === null ? null : { token: `token of ${user}`, userId: user }
    let answer: WorkerAnswer = async () => ({ id: 'alert', alertToken: 'opens-it' })
    const requests: WorkerRequest[] = []
    const requestOf = ({ id }: { id: string }, { alertToken }: SendContext) =>
      ({ method: 'POST', path: id, ...(alertToken !== undefined && { alertToken }) }) as const
    const drain = createDrain({
      store,
      commands: [
        { kind: 'note', ...options, requestOf },
        { kind: 'sos', isUrgent: true, needsReply: true, requestOf },
      ],
      withLock,
      notifyTabs: (notice) => tabs.forEach((receive) => void receive(notice)),
      readSession: async () => session,
      endSession: async (ended) => {
        if (session?.token === ended.token) session = null
      },
      send: async ({ path: id, alertToken }, { session: sent }) => {
        const request = { id, token: sent?.token ?? null, ...(alertToken !== undefined && { alertToken }) }
        const reply = await answer(request)
        requests.push(request)
        return reply
      },
    })
    return {
      drain,
      /** The requests that the server has accepted. */
      requests,
      sent: () => requests.map(({ id }) => id),
      setAnswer: (next: WorkerAnswer) => {
        answer = next
      },
      setUser: (next: string) => {
        session = { token: `token of ${next}`, userId: next }
      },
    }
  }
  return {
    rows,
    mirrored,
    store,
    mirror,
    openTab,
    startWorker,
    /** The tabs no longer receive messages of each other. */
    closeTabs: () => tabs.clear(),
  }
}
