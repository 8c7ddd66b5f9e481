import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import { type OutboxEntry, validEntries } from './entry.ts'

/**
 * Milliseconds after which a read of IndexedDB counts as failed. Some browsers never answer after their storage broke.
 */
const READ_TIMEOUT_MS = 3_000

/** Keeps entries over a reload. */
export interface EntryStore {
  all(): Promise<readonly OutboxEntry[]>
  /** Returns whether the entry is still stored. */
  has(id: string): Promise<boolean>
  /** Resolves when the entry and its files survive a crash of the browser. A newer revision of another tab is kept. */
  put(entry: OutboxEntry): Promise<void>
  remove(ids: readonly string[]): Promise<void>
  /** Deletes an entry up to this revision. Returns the newer one of another tab, which is kept. */
  removeSent(id: string, revision: number): Promise<OutboxEntry | null>
  /**
   * Stores a change of an entry, unless the entry was changed or deleted meanwhile.
   * @param revision of the entry that was changed
   */
  replace(entry: OutboxEntry, revision: number): Promise<void>
}

/** The tab that sends a lane while the browser has no Web Locks. */
export interface Lease {
  readonly holder: string
  /** Milliseconds since 1970. */
  readonly until: number
}

interface Schema extends DBSchema {
  entries: { key: string; value: OutboxEntry }
  leases: { key: string; value: Lease }
}

let database: Promise<IDBPDatabase<Schema>> | undefined
const resetConnection = () => {
  database = undefined
}

/** Returns the shared connection. Opens a new one after a failure or after the browser closed it. */
export async function openOutbox(): Promise<IDBPDatabase<Schema>> {
  database ??= openDB<Schema>('noroshi-outbox', 1, {
    upgrade: (db) => {
      db.createObjectStore('entries', { keyPath: 'id' })
      db.createObjectStore('leases')
    },
    terminated: resetConnection,
  })
  database.catch(resetConnection)
  return database
}

/** Rejects if IndexedDB does not answer in time. */
export function inTime<Result>(reading: Promise<Result>): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('IndexedDB does not answer')), READ_TIMEOUT_MS)
  })
  return Promise.race([reading, timeout]).finally(() => clearTimeout(timer))
}

export const indexedDbStore: EntryStore = {
  all: async () => validEntries(await inTime(openOutbox().then((db) => db.getAll('entries')))),
  has: async (id) => (await inTime(openOutbox().then((db) => db.getKey('entries', id)))) !== undefined,
  put: async (entry) => {
    const { store, done } = (await openOutbox()).transaction('entries', 'readwrite', { durability: 'strict' })
    const known = await store.get(entry.id)
    const isNewest = known === undefined || known.revision <= entry.revision
    await Promise.all([isNewest && store.put(entry), done])
  },
  remove: async (ids) => {
    const transaction = (await inTime(openOutbox())).transaction('entries', 'readwrite')
    await Promise.all([...ids.map((id) => transaction.store.delete(id)), transaction.done])
  },
  removeSent: async (id, revision) => {
    const { store, done } = (await inTime(openOutbox())).transaction('entries', 'readwrite')
    const [known] = validEntries([await store.get(id)])
    const isNewer = known !== undefined && known.revision > revision
    await Promise.all([!isNewer && store.delete(id), done])
    return isNewer ? known : null
  },
  replace: async (entry, revision) => {
    const { store, done } = (await inTime(openOutbox())).transaction('entries', 'readwrite', { durability: 'strict' })
    const known = await store.get(entry.id)
    await Promise.all([known?.revision === revision && store.put(entry), done])
  },
}
