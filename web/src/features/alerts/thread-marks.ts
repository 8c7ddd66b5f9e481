import { z } from 'zod'
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
  const known = marks()
  if ((known[threadId] ?? 0) >= seq) return
  const { [threadId]: _before, ...others } = known
  writeStored(KEY, JSON.stringify(Object.fromEntries([...Object.entries(others), [threadId, seq]].slice(-THREADS_MAX))))
}
