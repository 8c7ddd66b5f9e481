import type { Language } from '@noroshi/contract/i18n'

/**
 * The session of this browser, for requests of the service worker, which has no local storage. The pages write it
 * (src/platform/session/worker-session.ts), and it is deleted when the session ends (decisions/0129).
 */
export interface WorkerSession {
  readonly token: string
  readonly userId: string
  readonly language: Language
}

const DATABASE = 'noroshi-worker'
const STORE = 'session'
const KEY = 'current'
/** Timeout of IndexedDB in milliseconds. Some browsers never answer after a failure of their storage. */
const TIMEOUT_MS = 3_000

const openDatabase = (): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1)
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(STORE))
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error))
    setTimeout(() => reject(new Error('IndexedDB does not answer')), TIMEOUT_MS)
  })

/**
 * Runs work in one transaction and returns the result of `read`. The connection is short, so that it does not block
 * another version.
 */
async function inTransaction<Result>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => () => Result): Promise<Result> {
  const database = await openDatabase()
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(STORE, mode, mode === 'readonly' ? {} : { durability: 'strict' })
      const read = work(transaction.objectStore(STORE))
      transaction.addEventListener('complete', () => resolve(read()))
      transaction.addEventListener('abort', () => reject(transaction.error))
    })
  } finally {
    database.close()
  }
}

// `as`: only this file writes it.
const getStored = (store: IDBObjectStore) => store.get(KEY) as IDBRequest<WorkerSession | undefined>

/** Returns the session of this browser; null without one. @throws if IndexedDB cannot be read */
export const loadWorkerSession = (): Promise<WorkerSession | null> =>
  inTransaction('readonly', (store) => {
    const request = getStored(store)
    return () => request.result ?? null
  })

/** Returns the session of this browser; null without one, or if IndexedDB cannot be read. It never rejects. */
export const readWorkerSession = (): Promise<WorkerSession | null> => loadWorkerSession().catch(() => null)

/**
 * Stores the session that `current` returns within the transaction, so that the last writer of several tabs stores the
 * newest session. If `current` returns null, the stored session is deleted.
 */
export const writeWorkerSession = (current: () => WorkerSession | null): Promise<void> =>
  inTransaction('readwrite', (store) => {
    const session = current()
    if (session === null) store.clear()
    else store.put(session, KEY)
    return () => undefined
  })

/** Deletes the session whose token the server has refused. A newer session stays. */
export const deleteWorkerSession = (token: string): Promise<void> =>
  inTransaction('readwrite', (store) => {
    const request = getStored(store)
    request.addEventListener('success', () => {
      if (request.result?.token === token) store.clear()
    })
    return () => undefined
  })
