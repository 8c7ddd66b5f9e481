import { openDB, type DBSchema, type IDBPDatabase } from 'idb'

/** A message on this device which the unit has not acknowledged yet. */
export interface KeptMessage {
  /** Made once: sending again answers the same message. */
  readonly clientId: string
  readonly threadId: string
  /** Who wrote it: nobody else sends it. */
  readonly ownerId: string
  readonly at: string
  readonly text: string
  readonly files: readonly File[]
  readonly place: { readonly latitude: number; readonly longitude: number } | null
}

/** Where unsent messages outlive a reload, their files too. */
export interface PendingStore {
  all(): Promise<readonly KeptMessage[]>
  put(message: KeptMessage): Promise<void>
  remove(clientId: string): Promise<void>
  /** Whoever leaves this device leaves nothing unsent on it. */
  clear(): Promise<void>
}

interface Schema extends DBSchema {
  messages: { key: string; value: KeptMessage }
}

let database: Promise<IDBPDatabase<Schema>> | undefined
const forget = () => {
  database = undefined
}

/** One connection; a new one after it failed or the browser ended it. */
function open(): Promise<IDBPDatabase<Schema>> {
  database ??= openDB<Schema>('noroshi-messages', 1, {
    upgrade: (db) => void db.createObjectStore('messages', { keyPath: 'clientId' }),
    terminated: forget,
  })
  database.catch(forget)
  return database
}

export const inDatabase: PendingStore = {
  all: async () => (await open()).getAll('messages'),
  put: async (message) => void (await (await open()).put('messages', message)),
  remove: async (clientId) => (await open()).delete('messages', clientId),
  clear: async () => (await open()).clear('messages'),
}
