import type { EventPayload } from '@noroshi/contract/realtime'

/** A message as sound, and when it arrived (`performance.now()`). */
export interface Spoken {
  readonly message: EventPayload<'message:text-to-speech'>
  readonly at: number
}

/** Milliseconds after which a message that waited, for example during a call, is not read any more. */
const AGE_MAX_MS = 300_000
/** Max messages that wait. The oldest ones are dropped. */
const WAITING_MAX = 20

/** Returns the queue with a new message, unless it has it already. */
export const enqueue = (queue: readonly Spoken[], spoken: Spoken): readonly Spoken[] =>
  queue.some(({ message }) => message.id === spoken.message.id) ? queue : [...queue, spoken].slice(-WAITING_MAX)

/** Whether a message that still waits is too old to be read. @param now as `performance.now()` */
export const isTooOld = ({ at }: Spoken, now: number): boolean => now - at > AGE_MAX_MS

/** Returns the messages that are still to be read. */
export const stillWaiting = (queue: readonly Spoken[], now: number, hasBegun: (id: string) => boolean): readonly Spoken[] => {
  const waiting = queue.filter((spoken) => !isTooOld(spoken, now) && !hasBegun(spoken.message.id))
  return waiting.length === queue.length ? queue : waiting
}
