import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { Head } from '@noroshi/contract/record/chain'
import { createObservable } from '../../platform/observable.ts'

/** Heads that a device keeps. A server that runs for years has more. */
export const KEPT_MAX = 5000

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
  const surplus = (await transaction.store.count()) - KEPT_MAX
  if (surplus > 0)
    for (const { chain, seq, hash } of dispensable(await transaction.store.getAll()).slice(0, surplus))
      await transaction.store.delete([chain, seq, hash])
  await transaction.done
  headsVersion.set(headsVersion.get() + 1)
}

/** Returns heads in the order in which they are given up: the oldest first, those with the last entry of their record at the end. */
function dispensable(heads: readonly Head[]): Head[] {
  const last = new Map<string, number>()
  for (const { chain, seq } of heads) last.set(chain, Math.max(seq, last.get(chain) ?? 0))
  const isLast = ({ chain, seq }: Head) => Number(last.get(chain) === seq)
  return heads.toSorted((one, other) => isLast(one) - isLast(other) || (one.at < other.at ? -1 : 1))
}

/**
 * Returns whether two heads contradict each other: another hash for the same entry. Fewer entries at a later time do not, because
 * a restored backup or a clock that was put back has them too. The verifier names a cut tail.
 */
export function haveContradiction(heads: readonly Head[]): boolean {
  const hashes = new Map<string, string>()
  return heads.some(({ chain, seq, hash }) => {
    const entry = `${chain} ${seq}`
    const known = hashes.get(entry) ?? hash
    hashes.set(entry, known)
    return known !== hash
  })
}
