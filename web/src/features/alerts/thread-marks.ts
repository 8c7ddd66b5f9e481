import { z } from 'zod'
import { createObservable, useObservable } from '../../platform/observable.ts'
import { readStored, writeStored } from '../../platform/session/storage.ts'

const KEY = 'alertChatSeen'
/** Max threads that are remembered. The chat of an alert ends long before that many others. */
const THREADS_MAX = 50

const Marks = z.record(z.string(), z.number())

function marks(): Record<string, number> {
  try {
    return Marks.parse(JSON.parse(readStored(KEY) ?? '{}'))
  } catch {
    return {} // unreadable: a repeated notice is better than a missing one
  }
}

/** Whether this device has shown the message with this seq, in the chat or as a notice. */
export const wasSeen = (threadId: string, seq: number): boolean => (marks()[threadId] ?? 0) >= seq

/**
 * Stores that this device has shown the messages up to `seq`. It is stored, because a reload fetches missed events
 * again.
 */
export function markSeen(threadId: string, seq: number) {
  if ((unseen.get().get(threadId) ?? Infinity) <= seq) unseen.set(new Map([...unseen.get()].filter(([id]) => id !== threadId)))
  const known = marks()
  if ((known[threadId] ?? 0) >= seq) return
  const { [threadId]: _before, ...others } = known
  writeStored(KEY, JSON.stringify(Object.fromEntries([...Object.entries(others), [threadId, seq]].slice(-THREADS_MAX))))
}

/** The newest message of others in the chats of alerts that this device has received and not shown, by thread. */
const unseen = createObservable<ReadonlyMap<string, number>>(new Map())

/** Notes a received message of another user, until {@link markSeen} has its seq. */
export function noteReceived(threadId: string, seq: number) {
  if (wasSeen(threadId, seq) || (unseen.get().get(threadId) ?? 0) >= seq) return
  unseen.set(new Map([...unseen.get(), [threadId, seq]]))
}

/** Returns whether the chat has a message that arrived on this page and that the device has not shown. */
export const useHasUnseen = (threadId: string): boolean => useObservable(unseen, (threads) => threads.has(threadId))
