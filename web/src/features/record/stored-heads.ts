import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { Head } from '@noroshi/contract/record/chain'
import { createObservable } from '../../platform/observable.ts'

/** Heads that a device keeps: those of the newest alerts. A server that runs for years has more. */
const KEPT_MAX = 5000

interface Schema extends DBSchema {
  heads: { key: [chain: string, seq: number, hash: string]; value: Head }
}

let database: Promise<IDBPDatabase<Schema>> | undefined
const resetConnection = () => {
  database = undefined
}

/**
 * A database of its own. It stays after a sign-out, since the server could otherwise remove by one what proves that it rewrote a
 * record. It has ids and hashes, no name and no text.
 */
function openHeads(): Promise<IDBPDatabase<Schema>> {
  database ??= openDB<Schema>('noroshi-record-heads', 1, {
    upgrade: (db) => void db.createObjectStore('heads', { keyPath: ['chain', 'seq', 'hash'] }),
    terminated: resetConnection,
  })
  database.catch(resetConnection)
  return database
}

/** Rises with each change of the stored heads in this tab. */
export const headsVersion = createObservable(0)

/** Returns the heads of this device. Those of a chain are in the order of their entries. */
export const storedHeads = async (): Promise<Head[]> => (await openHeads()).getAll('heads')

/** Keeps heads. Those that a device has already stay as they are. */
export async function keepHeads(heads: readonly Head[]): Promise<void> {
  const transaction = (await openHeads()).transaction('heads', 'readwrite', { durability: 'strict' })
  for (const head of heads)
    if ((await transaction.store.getKey([head.chain, head.seq, head.hash])) === undefined) await transaction.store.put(head)
  const keys = await transaction.store.getAllKeys()
  for (const key of keys.slice(0, Math.max(0, keys.length - KEPT_MAX))) await transaction.store.delete(key)
  await transaction.done
  headsVersion.set(headsVersion.get() + 1)
}

/** Returns whether two heads contradict each other: another hash for the same entry, or fewer entries at a later time. */
export function haveContradiction(heads: readonly Head[]): boolean {
  const ordered = heads.toSorted((one, other) => one.chain.localeCompare(other.chain) || one.at.localeCompare(other.at))
  return ordered.some((head, index) => {
    const before = ordered[index - 1]
    if (before?.chain !== head.chain) return false
    return before.seq > head.seq || (before.seq === head.seq && before.hash !== head.hash)
  })
}
