import { z } from 'zod'

/** An entry that this device must send. It contains only plain data and files, so that IndexedDB can store it. */
export const OutboxEntry = z.object({
  /** Client id: the server answers a repeated request with the same reply. */
  id: z.string(),
  /** Name of the command that sends the entry. */
  kind: z.string(),
  /** The entries of one lane are sent one after another; lanes are sent at the same time. */
  lane: z.string(),
  /** Id of the user who wrote it. null: the entry belongs to the device and is sent with any session or none. */
  ownerId: z.string().nullable(),
  /** Position in the lane: the time of creation in milliseconds, raised where needed so that it always rises. */
  seq: z.number(),
  /** Rises with each change of the payload or of the refusal. It is the time of the change: the later change of two tabs is kept. */
  revision: z.int(),
  payload: z.unknown(),
  files: z.array(z.custom<File>((value) => value instanceof Blob)),
  /** The error reply of the server. The user tries again or discards the entry. */
  refusal: z.object({ code: z.string(), message: z.string() }).nullable(),
})
export type OutboxEntry = z.infer<typeof OutboxEntry>

/**
 * `queued`: is sent next; `sending`: the request runs; `waiting`: the server is unreachable or overloaded, the entry is retried
 * automatically; `failed`: the server refused it, the user tries again or discards it.
 */
export type EntryState = 'queued' | 'sending' | 'waiting' | 'failed'

/** An entry with its state in this tab. */
export interface PendingEntry extends OutboxEntry {
  readonly state: EntryState
  /** Upload progress of its files, 0 to 100. */
  readonly percent: number
  /** Number of attempts of this tab. */
  readonly tries: number
  /** It was read from the storage, so another tab or an earlier page may have sent it. */
  readonly isRestored: boolean
}

/** Whether this tab wrote or sent the entry. Another tab shows its reply itself. */
export const isOwnEntry = ({ isRestored, tries }: Pick<PendingEntry, 'isRestored' | 'tries'>): boolean => !isRestored || tries > 0

export type TypedEntry<Payload> = Omit<PendingEntry, 'payload'> & { readonly payload: Payload }

const BY_SEQ = (a: OutboxEntry, b: OutboxEntry) => a.seq - b.seq || (a.id < b.id ? -1 : 1)

/** Returns the entries in the order in which they were created. */
export const sortEntries = <Entry extends OutboxEntry>(entries: readonly Entry[]): Entry[] => entries.toSorted(BY_SEQ)

/** Returns the rows that are entries. It skips rows that another version stored in another form. */
export const validEntries = (rows: readonly unknown[]): OutboxEntry[] =>
  rows.flatMap((row) => OutboxEntry.safeParse(row).data ?? [])
