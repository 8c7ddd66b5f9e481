import { ENTITY_DATABASE, ENTITY_VERSION, keysOfList, keysOfType, type StoredRow } from './entity-schema.ts'

/** The owner of the rows on this device, and the position in the journal up to which they are complete. */
export interface EarlyClaim {
  readonly owner: string | undefined
  readonly cursor: string | undefined
  readonly hasRows: boolean
}

/** A result that is converted when it is called, and null if it cannot be read. */
type Reading<Result> = Promise<(() => Result) | null>

/**
 * Rows that the start script reads while the code of the application is loaded (decisions/0145). They are from one
 * transaction, so that the events after their cursor complete them.
 */
export interface EarlyRows {
  readonly claim: Reading<EarlyClaim>
  /** The rows of each type, by its name. */
  readonly rows: ReadonlyMap<string, Reading<StoredRow[]>>
  /** The end of a list; null without one. */
  readonly newest: (NewestOfList & { readonly rows: Reading<StoredRow[]> }) | null
}

/** The entities of a list whose order is at most `count` - 1 below its last. */
export interface NewestOfList {
  /** The list, as in {@link StoredRow.list}. */
  readonly list: string
  readonly count: number
}

declare global {
  interface Window {
    /** Set by the start script (web/prerendered). */
    earlyRows?: EarlyRows
  }
}

/**
 * Begins to read rows. Nothing rejects.
 * @param types names of types without lists
 */
export function readEarlyRows(types: readonly string[], newest: NewestOfList | null, name = ENTITY_DATABASE): EarlyRows {
  const opening = openTransaction(name)
  /** Sends requests while the transaction is new. */
  const read = async <Result>(request: (rows: IDBObjectStore, meta: IDBObjectStore) => Reading<Result>): Reading<Result> => {
    try {
      const transaction = await opening
      return transaction && (await request(transaction.objectStore('rows'), transaction.objectStore('meta')))
    } catch {
      return null
    }
  }
  return {
    claim: read(readClaim),
    rows: new Map(types.map((type) => [type, read((rows) => resultOf(rows.getAll(keysOfType(type))))])),
    newest: newest && { ...newest, rows: read((rows) => readNewest(rows.index('list'), newest)) },
  }
}

/** Opens the rows for one reading; null if no page of this version has created the database. */
async function openTransaction(name: string): Promise<IDBTransaction | null> {
  const db = await new Promise<IDBDatabase | null>((resolve) => {
    const request = indexedDB.open(name)
    request.onupgradeneeded = () => request.transaction?.abort()
    request.onerror = () => resolve(null)
    request.onsuccess = () => resolve(request.result)
  })
  try {
    return db?.version === ENTITY_VERSION ? db.transaction(['rows', 'meta']) : null
  } finally {
    db?.close() // after the transaction
  }
}

async function readClaim(rows: IDBObjectStore, meta: IDBObjectStore): Promise<() => EarlyClaim> {
  const text = (key: string): IDBRequest<string | undefined> => meta.get(key)
  const [owner, cursor, count] = await Promise.all([resultOf(text('owner')), resultOf(text('cursor')), resultOf(rows.count())])
  return () => ({ owner: owner(), cursor: cursor(), hasRows: count() > 0 })
}

async function readNewest(index: IDBIndex, { list, count }: NewestOfList): Promise<() => StoredRow[]> {
  const last = (await resultOf(index.openKeyCursor(keysOfList(list), 'prev')))()
  if (!last) return () => []
  const [, order] = last.key as [string, number] // `as`: the keys of the index
  return resultOf(index.getAll(keysOfList(list, order - count + 1, order)))
}

/** Resolves with a function that returns the result, which browsers convert at the first access. */
const resultOf = <Result>(request: IDBRequest<Result>): Promise<() => Result> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(() => request.result)
    request.onerror = () => reject(request.error)
  })
