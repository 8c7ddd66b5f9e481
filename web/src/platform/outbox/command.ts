import type { z } from 'zod'
import type { OutboxEntry, PendingEntry, TypedEntry } from './entry.ts'
import { isRefusal, type SharedCommand } from './shared-command.ts'

export interface SendOptions {
  readonly signal: AbortSignal
  /** Reports the upload progress in percent, 0 to 100. */
  readonly onProgress: (percent: number) => void
}

/** The texts of an entry in the list of refused entries, in the language of the user. */
export interface EntrySummary {
  /** The kind of content, such as 'Comment'. */
  readonly title: string
  /** The text that the user wrote; '' if there is none. */
  readonly text: string
  /** Whether the viewer may delete the entry. Default: true. */
  readonly mayDelete?: boolean
}

/** A kind of entry: the request that pages send and the handling of its outcome. */
export interface Command<Payload, Reply> extends Omit<SharedCommand<Payload>, 'requestOf'> {
  /** Schema of the payload. Stored entries of another version that do not match are neither shown nor sent. */
  readonly payload: z.ZodType<Payload>
  /** Describes an entry for the list of refused entries. Required for a kind whose refused entries are kept. */
  readonly describe?: (payload: Payload) => EntrySummary
  /** Sends the entry once. */
  readonly send: (entry: TypedEntry<Payload>, options: SendOptions) => Promise<Reply>
  /** Called in each tab that knows the entry, before the entry is removed. */
  readonly onSent?: (reply: Reply, entry: TypedEntry<Payload>) => void
  /** Called in the tab that wrote or sent the entry. */
  readonly onRefused?: (error: unknown, entry: TypedEntry<Payload>) => void
  /** Called after an attempt that will be repeated, also if the attempt sent an older entry of the lane. */
  readonly onPostponed?: (entry: TypedEntry<Payload>) => void
}

/** A command without its types. Its functions check the payload themselves. */
export interface ErasedCommand {
  readonly isUrgent: boolean
  readonly isContent: boolean
  readonly accepts: (entry: OutboxEntry) => boolean
  readonly describe: (entry: PendingEntry) => EntrySummary
  readonly send: (entry: PendingEntry, options: SendOptions) => Promise<unknown>
  readonly isRefusal: (error: unknown) => boolean
  readonly onSent: (reply: unknown, entry: PendingEntry) => void
  readonly onRefused: (error: unknown, entry: PendingEntry) => void
  readonly onPostponed: (entry: PendingEntry) => void
}

export function eraseCommand<Payload, Reply>(command: Command<Payload, Reply>) {
  const parsed = new WeakMap<PendingEntry, TypedEntry<Payload>>()
  const accepted = new WeakMap<OutboxEntry, boolean>()
  /** Returns the same object for the same entry, so that unchanged lines are not rendered again. */
  const typed = (entry: PendingEntry): TypedEntry<Payload> => {
    const known = parsed.get(entry) ?? { ...entry, payload: command.payload.parse(entry.payload) }
    parsed.set(entry, known)
    return known
  }
  const erased: ErasedCommand = {
    isUrgent: command.isUrgent ?? false,
    isContent: command.isContent ?? true,
    accepts: (entry) => {
      const isValid = accepted.get(entry) ?? command.payload.safeParse(entry.payload).success
      accepted.set(entry, isValid)
      return isValid
    },
    describe: (entry) => command.describe?.(typed(entry).payload) ?? { title: '', text: '' },
    send: (entry, options) => command.send(typed(entry), options),
    isRefusal: (error) => isRefusal(command, error),
    // `as`: the reply comes from `send` of this command, in this or in another tab.
    onSent: (reply, entry) => command.onSent?.(reply as Reply, typed(entry)),
    onRefused: (error, entry) => command.onRefused?.(error, typed(entry)),
    onPostponed: (entry) => command.onPostponed?.(typed(entry)),
  }
  return { typed, erased }
}
