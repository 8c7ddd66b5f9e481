import { z } from 'zod'
import { readStored, writeStored } from '../../platform/storage.ts'

const KEY = 'alertChatSeen'
/** Threads that are remembered; an alert's chat is over long before. */
const REMEMBERED = 50

const Marks = z.record(z.string(), z.number())

function marks(): Record<string, number> {
  try {
    return Marks.parse(JSON.parse(readStored(KEY) ?? '{}'))
  } catch {
    return {} // unreadable: a report too many is better than one too few
  }
}

/** Whether this device has shown a message of that place in the thread before: in its chat, or as a report. */
export const wasShown = (threadId: string, seq: number): boolean => (marks()[threadId] ?? 0) >= seq

/** Remembered beyond a reload, since what was missed is then asked for again. */
export function markShown(threadId: string, seq: number) {
  const known = marks()
  if ((known[threadId] ?? 0) >= seq) return
  const { [threadId]: _before, ...others } = known
  writeStored(KEY, JSON.stringify(Object.fromEntries([...Object.entries(others), [threadId, seq]].slice(-REMEMBERED))))
}
