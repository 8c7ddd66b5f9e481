import type { Message } from '@noroshi/contract/messaging/messaging.http'
import { mayPass } from '../../platform/http-errors.ts'
import type { KeptMessage, PendingStore } from './pending-store.ts'

/** Milliseconds between tries while the unit cannot be reached: 2, 4, 8, then 15 s. */
const RETRY_FIRST_MS = 2_000
const RETRY_MAX_MS = 15_000

/**
 * `queued`: soon on its way; `sending`; `waiting`: the unit could not be reached or has no time, it goes by itself when it can;
 * `failed`: the unit refused it, the person decides.
 */
export type PendingState = 'queued' | 'sending' | 'waiting' | 'failed'

export interface PendingMessage extends KeptMessage {
  readonly state: PendingState
  /** Of its files, how much has left the device. */
  readonly percent: number
}

export interface Progress {
  readonly signal: AbortSignal
  readonly onProgress: (percent: number) => void
}

interface Ports {
  readonly store: PendingStore
  /** Who is signed in here: only what they wrote themselves is sent. */
  readonly ownerId: () => string | null
  /** @throws what {@link mayPass} knows where it is worth trying again; any other error is a refusal. */
  readonly post: (message: KeptMessage, progress: Progress) => Promise<Message>
  readonly onSent: (message: Message) => void
  readonly onRefused: (error: unknown) => void
}

/** What goes one after another: the words of a thread, and its files, so that a long upload holds back no word. */
const laneOf = ({ threadId, files }: KeptMessage) => `${threadId} ${files.length > 0 ? 'files' : 'words'}`

const byTime = (a: KeptMessage, b: KeptMessage) => a.at.localeCompare(b.at)

/** Shows each message at once and keeps it, over a reload too, until the unit has acknowledged it. */
export function createPending({ store, ownerId, post, onSent, onRefused }: Ports) {
  let pending: readonly PendingMessage[] = []
  let delayMs = RETRY_FIRST_MS
  let timer: ReturnType<typeof setTimeout> | undefined
  const sending = new Map<string, { clientId: string; control: AbortController }>()
  const watchers = new Set<() => void>()

  const become = (next: readonly PendingMessage[]) => {
    pending = next
    for (const watcher of watchers) watcher()
  }
  const isOwn = (message: KeptMessage) => message.ownerId === ownerId()
  const change = (clientId: string, part: Partial<PendingMessage>) =>
    become(pending.map((message) => (message.clientId === clientId ? { ...message, ...part } : message)))
  /** A store that fails leaves the copy in memory. */
  const inStore = (write: Promise<void>) => void write.catch(() => undefined)
  const drop = (clientId: string) => {
    become(pending.filter((message) => message.clientId !== clientId))
    inStore(store.remove(clientId))
  }

  const stopTimer = () => {
    clearTimeout(timer)
    timer = undefined
  }
  const later = () => {
    if (timer !== undefined) return // another lane found the same
    timer = setTimeout(() => void retry(), delayMs)
    delayMs = Math.min(delayMs * 2, RETRY_MAX_MS)
  }

  const fail = (failed: PendingMessage, error: unknown) => {
    if (mayPass(error)) {
      const waits = (message: PendingMessage) => message.state !== 'failed' && laneOf(message) === laneOf(failed)
      become(pending.map((message) => (waits(message) ? { ...message, state: 'waiting', percent: 0 } : message)))
      later()
    } else {
      change(failed.clientId, { state: 'failed', percent: 0 })
      onRefused(error)
    }
  }

  const attempt = async (message: PendingMessage) => {
    const { clientId } = message
    const lane = laneOf(message)
    const control = new AbortController()
    sending.set(lane, { clientId, control })
    change(clientId, { state: 'sending', percent: 0 })
    try {
      const sent = await post(message, { signal: control.signal, onProgress: (percent) => change(clientId, { percent }) })
      delayMs = RETRY_FIRST_MS
      if (isOwn(message)) onSent(sent)
      drop(clientId)
    } catch (error) {
      if (!control.signal.aborted) fail(message, error)
    } finally {
      if (sending.get(lane)?.control === control) sending.delete(lane)
    }
  }

  async function work(lane: string): Promise<void> {
    if (sending.has(lane)) return
    const next = pending.find((message) => message.state === 'queued' && isOwn(message) && laneOf(message) === lane)
    if (!next) return
    await attempt(next)
    await work(lane)
  }

  /** Everything that is not refused: now. */
  async function retry(): Promise<void> {
    stopTimer()
    become(pending.map((message) => (message.state === 'waiting' ? { ...message, state: 'queued' } : message)))
    await Promise.all([...new Set(pending.map(laneOf))].map(work))
  }

  const rest = () => {
    stopTimer()
    for (const { clientId, control } of sending.values()) {
      control.abort()
      change(clientId, { state: 'queued', percent: 0 })
    }
    sending.clear()
  }

  return {
    pending: () => pending,
    watch: (watcher: () => void) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    send(message: KeptMessage) {
      become([...pending, { ...message, state: 'queued', percent: 0 }])
      inStore(store.put(message))
      return retry() // what waits goes first
    },
    again(clientId: string) {
      change(clientId, { state: 'queued' })
      return retry()
    },
    /** Takes it back. What was on its way may have arrived all the same. */
    withdraw(clientId: string) {
      drop(clientId)
      for (const each of sending.values()) if (each.clientId === clientId) each.control.abort()
    },
    nudge() {
      delayMs = RETRY_FIRST_MS
      return retry()
    },
    /** Nobody is known to be signed in here: nothing is sent until {@link restore} says who is. */
    rest,
    /** The person leaves this device. */
    forget() {
      rest()
      become([])
      inStore(store.clear())
    },
    /** What a former page of this person left behind; of others nothing stays, and nothing goes out while the store is read. */
    async restore(owner: string) {
      become(pending.filter((message) => message.ownerId === owner))
      const kept = await store.all().catch((): readonly KeptMessage[] => [])
      for (const { clientId } of kept.filter((message) => message.ownerId !== owner)) inStore(store.remove(clientId))
      const known = new Set(pending.map(({ clientId }) => clientId))
      const mine = kept.filter((message) => message.ownerId === owner && !known.has(message.clientId))
      become([...pending, ...mine.map((message) => ({ ...message, state: 'queued' as const, percent: 0 }))].sort(byTime))
      await retry()
    },
  }
}
