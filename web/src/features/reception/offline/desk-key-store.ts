import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import type { PinWrap, Sealed } from './desk-cipher.ts'

/** The wrapped data key of the desk of a shelter on this device. Nothing of it opens without the PIN or the server. */
export interface DeskKeys {
  readonly placeId: string
  /** Names this desk to the server, which has a secret for each one. */
  readonly deskId: string
  readonly pin: PinWrap
  readonly server: Sealed
  /** Wrong PINs since the last right one. */
  readonly wrongPins: number
  /** No PIN is tried before, in milliseconds since 1970. */
  readonly blockedUntil: number
}

/** Keeps the wrapped keys over a reload and a sign-out. */
export interface DeskKeyStore {
  all(): Promise<readonly DeskKeys[]>
  /** Resolves when the keys survive a crash of the browser. */
  put(keys: DeskKeys): Promise<void>
  /** Replaces the wrap for the server only, unless the desk was removed or is another one. */
  replaceServer(desk: Pick<DeskKeys, 'placeId' | 'deskId' | 'server'>): Promise<void>
  remove(placeId: string): Promise<void>
}

interface Schema extends DBSchema {
  keys: { key: string; value: DeskKeys }
}

let database: Promise<IDBPDatabase<Schema>> | undefined
const resetConnection = () => {
  database = undefined
}

function opened(): Promise<IDBPDatabase<Schema>> {
  database ??= openDB<Schema>('noroshi-desk', 1, {
    upgrade: (db) => void db.createObjectStore('keys', { keyPath: 'placeId' }),
    terminated: resetConnection,
  })
  database.catch(resetConnection)
  return database
}

export const indexedDbKeys: DeskKeyStore = {
  all: async () => (await opened()).getAll('keys'),
  put: async (keys) => {
    const { store, done } = (await opened()).transaction('keys', 'readwrite', { durability: 'strict' })
    await Promise.all([store.put(keys), done])
  },
  replaceServer: async ({ placeId, deskId, server }) => {
    const { store, done } = (await opened()).transaction('keys', 'readwrite')
    const row = await store.get(placeId)
    if (row?.deskId === deskId) await store.put({ ...row, server })
    await done
  },
  remove: async (placeId) => (await opened()).delete('keys', placeId),
}
