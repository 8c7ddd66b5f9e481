import { backoff } from '../connection/backoff.ts'
import { ApiError } from '../connection/http-errors.ts'
import { type Command, type EntrySummary, eraseCommand, type ErasedCommand } from './command.ts'
import { isOwnEntry, isTooOld, type OutboxEntry, type PendingEntry, type TypedEntry } from './entry.ts'
import { createEntryList } from './entry-list.ts'
import type { Mirror } from './entry-mirror.ts'
import type { EntryStore } from './entry-store.ts'
import type { WithLock } from './locks.ts'
import { HEAD_START_MS, lockOf } from './shared-command.ts'
import { stableList } from './stable-list.ts'
import type { TabNotice } from './tab-notice.ts'

/** Milliseconds between attempts while the server is unreachable, by the number of failures (backoff.ts). */
const RETRY = { first: 1_000, max: 15_000 } as const
interface Ports {
  readonly store: EntryStore
  readonly mirror: Mirror
  readonly withLock: WithLock
  readonly notifyTabs: (notice: TabNotice) => void
  /** The text of an entry that is too old to be sent without a question, in the language of the user. */
  readonly textOfOld: () => string
  /** Id of the signed-in user; null while it is unknown. Entries of other users are neither sent nor shown. */
  readonly ownerId: () => string | null
  /** Asks the browser to let the service worker send the unsent entries, even if no page is open. */
  readonly requestSync: () => void
}

export interface NewEntry<Payload> {
  /** The same id again replaces the payload. If the entry is being sent, it is sent again afterwards. */
  readonly id: string
  readonly lane: string
  /** null: the entry belongs to the device. */
  readonly ownerId: string | null
  readonly payload: Payload
  readonly files?: readonly File[]
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Keeps what the user wrote until the server has acknowledged it: in memory, in the mirror and in the store. Sending
 * does not wait for the storage. One tab at a time sends a lane; entries that were being sent when a tab was closed are
 * repeated with the same id by another tab or by the next page.
 */
export function createOutbox({ store, mirror, withLock, notifyTabs, textOfOld, ownerId, requestSync }: Ports) {
  const commands = new Map<string, ErasedCommand>()
  const list = createEntryList({ store, mirror, onStored: () => notifyTabs({ type: 'changed' }) })
  const requests = new Map<string, AbortController>()
  const runs = new Map<string, Promise<void>>()
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let markRead = (): void => undefined
  const firstRead = new Promise<void>((resolve) => {
    markRead = resolve
  })

  const isVisible = (entry: OutboxEntry) => entry.ownerId === null || entry.ownerId === ownerId()
  const isSent = (entry: OutboxEntry) => entry.reply !== undefined
  const isUnsent = (entry: PendingEntry) =>
    entry.state !== 'failed' && !isSent(entry) && isVisible(entry) && (commands.get(entry.kind)?.accepts(entry) ?? false)
  const isSendable = (entry: PendingEntry) => entry.state === 'queued' && isUnsent(entry)
  const isUrgent = (entry: OutboxEntry) => commands.get(entry.kind)?.isUrgent ?? false
  const hasUrgent = (): boolean => list.entries().some((entry) => isUrgent(entry) && entry.state !== 'failed')
  const isContentOfUser = (entry: OutboxEntry) => entry.ownerId !== null && commands.get(entry.kind)?.isContent !== false
  /** An SOS is sent at any age. */
  const needsDecision = (entry: OutboxEntry) => isContentOfUser(entry) && !isUrgent(entry) && isTooOld(entry, Date.now())
  /** The oldest entry of a lane, if it can be sent now. A later one is only sent before it if it is urgent. */
  const nextOf = (lane: string) => {
    const oldest = list.entries().find((each) => each.lane === lane && (isUrgent(each) ? isSendable(each) : isUnsent(each)))
    return oldest && isSendable(oldest) ? oldest : undefined
  }

  const scheduleRetry = () => {
    if (timer !== undefined) return // another lane has scheduled the retry
    failures += 1
    if (failures === 1) requestSync()
    timer = setTimeout(() => void retry(), backoff(RETRY, failures, hasUrgent()))
  }

  const remove = (ids: readonly string[]) => {
    for (const id of ids) requests.get(id)?.abort()
    return list.remove(ids)
  }

  const accept = (entry: PendingEntry, command: ErasedCommand, reply: unknown) => {
    failures = 0
    if (isVisible(entry)) command.onSent(reply, entry)
    const isChanged = (list.find(entry.id)?.revision ?? 0) > entry.revision
    if (isChanged) list.update(entry.id, { state: 'queued' })
    else {
      void list.removeSent(entry).then(async (isRemoved) => {
        if (isRemoved) return
        applyReplies() // the service worker may have sent it too
        await drain()
      })
      notifyTabs({ type: 'sent', id: entry.id, revision: entry.revision, reply })
    }
  }

  const fail = (entry: PendingEntry, command: ErasedCommand, error: unknown) => {
    if (command.isRefusal(error)) {
      const { code = 'internal', message = '' } = error instanceof ApiError ? error : {}
      list.change(entry.id, { refusal: { code, message }, state: 'failed', percent: 0 })
      command.onRefused(error, entry)
      if (!command.isContent) void remove([entry.id]) // the user cannot act on the refusal
      return
    }
    const isDelayed = ({ id, lane, state }: PendingEntry) =>
      id === entry.id || (lane === entry.lane && state === 'queued' && !command.isUrgent)
    const delayed = list.entries().filter(isDelayed)
    list.updateAll(isDelayed, { state: 'waiting', percent: 0 })
    scheduleRetry()
    for (const each of delayed) commands.get(each.kind)?.onPostponed(each)
  }

  async function attempt(queued: PendingEntry): Promise<void> {
    const { id, kind, tries } = queued
    const command = commands.get(kind)
    const entry = list.update(id, { state: 'sending', percent: 0, tries: tries + 1 })
    if (!command || !entry) return
    const control = new AbortController()
    requests.set(id, control)
    const onProgress = (percent: number) => void list.update(id, { percent })
    const outcome = await command.send(entry, { signal: control.signal, onProgress }).then(
      (reply) => () => control.signal.aborted || accept(entry, command, reply),
      (error: unknown) => () => control.signal.aborted || fail(entry, command, error),
    )
    if (requests.get(id) === control) requests.delete(id)
    outcome()
  }

  async function sendLane(lane: string): Promise<void> {
    for (let entry = nextOf(lane); entry; entry = nextOf(lane)) {
      if (isUrgent(entry)) await attempt(entry)
      else if (needsDecision(entry))
        list.change(entry.id, { refusal: { code: 'outbox.old', message: textOfOld() }, state: 'failed' })
      else if (!(await list.isStillStored(entry.id))) list.unload([entry.id])
      else if (nextOf(lane) === entry) await attempt(entry) // the session did not end meanwhile
    }
  }

  /** Sends a lane. The first urgent request is sent before this returns, because the page may be closing. */
  function drainLane(lane: string, urgent: boolean): Promise<void> {
    const running = runs.get(lane)
    if (running) return running
    const sending = urgent ? sendLane(lane) : withLock(lockOf(lane), () => sendLane(lane))
    // An entry may have been added after the last look.
    const run = sending.finally(() => runs.delete(lane)).then(() => (nextOf(lane) ? drainLane(lane, urgent) : undefined))
    runs.set(lane, run)
    return run
  }

  const drainLanes = (urgent: boolean) => {
    const sendable = list.entries().filter((entry) => isUrgent(entry) === urgent && isSendable(entry))
    return Promise.all([...new Set(sendable.map(({ lane }) => lane))].map((lane) => drainLane(lane, urgent)))
  }

  async function drain(): Promise<void> {
    const urgent = drainLanes(true)
    if (list.entries().some((entry) => isUrgent(entry) && entry.state === 'sending'))
      await Promise.race([urgent, wait(HEAD_START_MS)])
    await Promise.all([urgent, drainLanes(false)])
  }

  /** Sends everything that is not refused, now. */
  function retry(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    list.updateAll(({ state }) => state === 'waiting', { state: 'queued' })
    return drain()
  }

  /** Applies the replies that the service worker received, and removes their entries. */
  const applyReplies = () => {
    for (const entry of list.entries().filter(isSent)) {
      const command = commands.get(entry.kind)
      if (!command?.accepts(entry)) continue
      requests.get(entry.id)?.abort() // otherwise the reply to this tab's request would be applied twice
      command.onSent(entry.reply, entry)
      void list.removeSent(entry)
    }
  }

  /** Reads the storage. The tab that wrote an entry reports its refusal by the service worker. */
  const refresh = async (state: 'queued' | 'waiting') => {
    const own = list.entries().filter((entry) => entry.state !== 'failed' && isOwnEntry(entry))
    for (const id of await list.refresh(state)) requests.get(id)?.abort()
    applyReplies()
    for (const { id } of own) {
      const entry = list.find(id)
      if (entry?.refusal && isVisible(entry))
        commands.get(entry.kind)?.onRefused(new ApiError(400, { ...entry.refusal, issues: [] }), entry)
    }
  }

  /** Adds entries that other tabs or an earlier page stored. */
  const restore = async () => {
    // IndexedDB may not answer for seconds. Urgent entries of an earlier page are in the mirror too, which answers at
    // once. The server does not recognise an old one, which the service worker may have sent.
    list.adoptMirrored((entry) => isUrgent(entry) && !isTooOld(entry, Date.now()))
    void drainLanes(true)
    await refresh('queued')
    markRead()
    await retry()
  }

  return {
    /** Adds a kind of entry. Stored entries of this kind are sent from now on. */
    register<Payload, Reply>(command: Command<Payload, Reply>) {
      const { typed, erased } = eraseCommand(command)
      commands.set(command.kind, erased)
      // Subscribers read the entries of this kind for the first time, such as refused ones.
      if (list.entries().some(({ kind }) => kind === command.kind)) list.notify()
      applyReplies()
      void retry()

      const shown = () => list.entries().filter((e) => e.kind === command.kind && !isSent(e) && isVisible(e) && erased.accepts(e))
      return {
        /** Unsent entries of this kind that the viewer may see, oldest first. The same array until one changes. */
        entries: stableList<TypedEntry<Payload>>(() => shown().map(typed)),
        /** Stores an entry and sends it. Resolves after the attempt. */
        enqueue({ files = [], ...entry }: NewEntry<Payload>): Promise<void> {
          if (erased.isUrgent) failures = 0
          list.add({ ...entry, files: [...files], kind: command.kind })
          if (erased.isContent) return retry() // older waiting entries are sent first
          list.updateAll(({ lane, state }) => lane === entry.lane && state === 'waiting', { state: 'queued' })
          return drain()
        },
      }
    },
    subscribe: list.subscribe,
    /** Whether an urgent entry, such as an SOS, is unsent. */
    hasUrgent,
    /** Returns whether an entry of the viewer or of the device is unsent and not refused. */
    hasUnsent: (): boolean => list.entries().some((entry) => entry.state !== 'failed' && !isSent(entry) && isVisible(entry)),
    /** Returns whether an entry waits for the code of its command. */
    hasUnknownKinds: (): boolean => list.entries().some(({ kind }) => !commands.has(kind)),
    /** Number of unsent entries that the user wrote. Sign-out deletes them. Unregistered kinds count as content. */
    contentCount: (): number => list.entries().filter((e) => isVisible(e) && isContentOfUser(e)).length,
    /** The refused entries that the viewer may see, the oldest first. The same array until one changes. */
    refused: stableList(() =>
      list.entries().filter((e) => e.state === 'failed' && isVisible(e) && commands.get(e.kind)?.accepts(e)),
    ),
    /** Describes an entry in the current language. */
    describe: (entry: PendingEntry): EntrySummary => commands.get(entry.kind)?.describe(entry) ?? { title: '', text: '' },
    /** Resolves after the storage was read for the first time, or did not answer. */
    whenRead: () => firstRead,
    /** Whether this origin has unsent content of any user, also of one who is not signed in. */
    hasContentOfUsers: (): boolean => list.entries().some(isContentOfUser),
    restore,
    /** Retries now, for example when the network is back, and resets the delay. */
    retryNow() {
      failures = 0
      return retry()
    },
    /** Sends a refused entry again. The user has decided about an old one. */
    resend(id: string) {
      const entry = list.find(id)
      list.change(id, { refusal: null, state: 'queued', ...(entry && needsDecision(entry) && { seq: Date.now() }) })
      return retry()
    },
    /** Deletes an entry and aborts its request. The server may have received it nevertheless. */
    discard: (id: string) => void remove([id]),
    /**
     * Deletes the entries of all users in memory and in the storage, because the session has ended.
     * @param isEnded whether no newer session has started. The storage may take seconds to answer.
     */
    async discardOfUsers(isEnded = () => true): Promise<void> {
      const discard = () => remove(list.entries().flatMap((entry) => (entry.ownerId === null ? [] : entry.id)))
      if (isEnded()) await discard()
      await list.refresh('queued')
      if (isEnded()) await discard()
    },
    /** Stops the requests of users, because the session has ended or changed. Entries of the device continue. */
    pause() {
      for (const [id, control] of requests) {
        if (list.find(id)?.ownerId === null) continue
        control.abort()
        list.update(id, { state: 'queued', percent: 0 })
      }
      list.notify()
    },
    /** Applies what another tab reports. */
    async receive(notice: TabNotice): Promise<void> {
      if (notice.type === 'sent') {
        const entry = list.find(notice.id)
        requests.get(notice.id)?.abort() // otherwise the reply to this tab's request would be applied twice
        if (entry && isVisible(entry)) commands.get(entry.kind)?.onSent(notice.reply, entry)
        if (!entry || entry.revision <= notice.revision) return list.unload([notice.id])
        list.update(notice.id, { state: 'queued' }) // this tab has changed it meanwhile
        return drain()
      }
      // The other tab is sending its urgent entries. This tab repeats them only if they are still unsent later.
      await refresh('waiting')
      list.updateAll((e) => e.isRestored && e.tries === 0 && e.state === 'waiting' && !isUrgent(e), { state: 'queued' })
      if (list.entries().some(({ state }) => state === 'waiting')) scheduleRetry()
      await drainLanes(false)
    },
  }
}
