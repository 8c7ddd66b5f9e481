import type { Message } from '@noroshi/contract/messaging/messaging.http'

/** A message that is to be read aloud. */
export interface Spoken {
  readonly message: Pick<Message, 'id' | 'MessageThreadId' | 'messageType' | 'sender' | 'text'>
  /** Its sound, as base64; null: the page fetches it when its turn comes. */
  readonly audio: string | null
  /** When it was added (`performance.now()`). */
  readonly at: number
  /**
   * The user asked for it: it is read however long it has waited, also if it was read before. null: the thread is read
   * aloud on this device.
   */
  readonly request: ReadingRequest | null
}

export interface ReadingRequest {
  /** The message was read to its end. */
  readonly onRead: () => void
  /** There is no sound of the message. */
  readonly onFailed: (error: unknown) => void
}

/** Milliseconds after which a message that waited, for example during a call, is not read any more. */
const AGE_MAX_MS = 300_000
/** Max messages that wait and that the user did not ask for. The oldest ones are dropped. */
const WAITING_MAX = 20

/** Returns the queue with a new message, unless it has it already. */
export function enqueue(queue: readonly Spoken[], spoken: Spoken): readonly Spoken[] {
  if (queue.some(({ message }) => message.id === spoken.message.id)) return queue
  const next = [...queue, spoken]
  const unrequested = next.filter(({ request }) => request === null)
  const dropped = new Set(unrequested.slice(0, Math.max(0, unrequested.length - WAITING_MAX)))
  return next.filter((one) => !dropped.has(one))
}

/** Whether a message that still waits is too old to be read. @param now as `performance.now()` */
export const isTooOld = ({ at, request }: Pick<Spoken, 'at' | 'request'>, now: number): boolean =>
  request === null && now - at > AGE_MAX_MS

/** Returns the messages that are still to be read. */
export const stillWaiting = (queue: readonly Spoken[], now: number, hasStarted: (id: string) => boolean): readonly Spoken[] => {
  const waiting = queue.filter((spoken) => spoken.request !== null || (!isTooOld(spoken, now) && !hasStarted(spoken.message.id)))
  return waiting.length === queue.length ? queue : waiting
}
