import { CLIENT_ID_DAYS } from '@noroshi/contract/limits'

/** An entry that this device must send. It contains only plain data and files, so that IndexedDB can store it. */
export interface OutboxEntry {
  /** Client id: the server answers a repeated request with the same reply. */
  readonly id: string
  /** Name of the command that sends the entry. */
  readonly kind: string
  /** The entries of one lane are sent one after another; lanes are sent at the same time. */
  readonly lane: string
  /** Id of the user who wrote it. null: the entry belongs to the device and is sent with any session or none. */
  readonly ownerId: string | null
  /** Position in the lane: the time of creation in milliseconds, raised where needed so that it always rises. */
  readonly seq: number
  /**
   * Rises with each change of the payload or of the refusal. It is the time of the change: the later change of two tabs
   * is kept.
   */
  readonly revision: number
  readonly payload: unknown
  readonly files: readonly File[]
  /** The error reply of the server. The user tries again or discards the entry. */
  readonly refusal: { readonly code: string; readonly message: string } | null
  /** The reply of the server to the service worker. The next page applies it and deletes the entry. */
  readonly reply?: unknown
}

/**
 * `queued`: is sent next; `sending`: the request runs; `waiting`: the server is unreachable or overloaded, the entry is
 * retried automatically; `failed`: the server refused it, the user tries again or discards it.
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

/** Returns the entries in the order of their creation. The service worker of older browsers lacks toSorted. */
export const sortEntries = <Entry extends OutboxEntry>(entries: readonly Entry[]): Entry[] => [...entries].sort(BY_SEQ)

const isText = (value: unknown): value is string => typeof value === 'string'

/** Validates an entry without a schema, because the service worker has no library for schemas. */
function isEntry(row: unknown): row is OutboxEntry {
  if (typeof row !== 'object' || row === null) return false
  const { id, kind, lane, ownerId, seq, revision, files, refusal } = row as Readonly<Record<keyof OutboxEntry, unknown>>
  return (
    [id, kind, lane].every(isText) &&
    (ownerId === null || isText(ownerId)) &&
    [seq, revision].every(Number.isFinite) &&
    Array.isArray(files) &&
    files.every((file) => file instanceof Blob) &&
    (refusal === null || (typeof refusal === 'object' && 'code' in refusal && isText(refusal.code) && 'message' in refusal))
  )
}

/** Returns the rows that are entries. It skips rows that another version stored in another form. */
export const validEntries = (rows: readonly unknown[]): OutboxEntry[] => rows.filter(isEntry)

/** Returns the revision of a change of the entry. */
export const nextRevision = ({ revision }: Pick<OutboxEntry, 'revision'>): number => Math.max(revision + 1, Date.now())

/** Milliseconds after which the server may no longer recognise an entry that it has received before. */
const RECOGNISED_MS = CLIENT_ID_DAYS * 86_400_000

/**
 * Returns whether the server may have received the entry without a reply and would accept a retry as a second entry.
 */
export const isTooOld = ({ seq }: Pick<OutboxEntry, 'seq'>, now: number): boolean => now - seq > RECOGNISED_MS
