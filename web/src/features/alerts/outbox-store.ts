import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import { z } from 'zod'
import { readStored, storageKeys, writeStored } from '../../platform/storage.ts'

/** An SOS on this device which the unit has not acknowledged yet. */
export const KeptSos = z.object({
  clientId: z.uuid(),
  createdAt: z.string(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  accuracy: z.number().nullable(),
  /** The SOS itself arrived; only its place is still to follow. */
  isRaised: z.boolean(),
})
export type KeptSos = z.infer<typeof KeptSos>

/** Where kept SOS outlive a reload. */
export interface OutboxStore {
  all(): Promise<readonly KeptSos[]>
  put(sos: KeptSos): Promise<void>
  remove(clientId: string): Promise<void>
}

interface Schema extends DBSchema {
  sos: { key: string; value: KeptSos }
}

let database: Promise<IDBPDatabase<Schema>> | undefined
const open = () =>
  (database ??= openDB<Schema>('noroshi', 1, {
    upgrade: (db) => void db.createObjectStore('sos', { keyPath: 'clientId' }),
  }))

const inDatabase: OutboxStore = {
  all: async () => z.array(KeptSos).parse(await (await open()).getAll('sos')),
  put: async (sos) => void (await (await open()).put('sos', sos)),
  remove: async (clientId) => (await open()).delete('sos', clientId),
}

const stored = (): KeptSos[] => {
  try {
    return z.array(KeptSos).parse(JSON.parse(readStored(storageKeys.unsentSos) ?? '[]'))
  } catch {
    return [] // unreadable: what another version wrote is no SOS that this one could send
  }
}
const store = (list: readonly KeptSos[]) => writeStored(storageKeys.unsentSos, list.length > 0 ? JSON.stringify(list) : null)

const inLocalStorage: OutboxStore = {
  all: async () => stored(),
  put: async (sos) => store([...stored().filter(({ clientId }) => clientId !== sos.clientId), sos]),
  remove: async (clientId) => store(stored().filter((sos) => sos.clientId !== clientId)),
}

const withFallback =
  <Arguments extends unknown[], Result>(
    first: (...values: Arguments) => Promise<Result>,
    second: (...values: Arguments) => Promise<Result>,
  ) =>
  async (...values: Arguments): Promise<Result> => {
    try {
      return await first(...values)
    } catch {
      return second(...values)
    }
  }

/** IndexedDB; local storage where a browser refuses it (private windows). The outbox itself keeps a copy in memory. */
export const durableStore: OutboxStore = {
  all: withFallback(inDatabase.all, inLocalStorage.all),
  put: withFallback(inDatabase.put, inLocalStorage.put),
  remove: withFallback(inDatabase.remove, inLocalStorage.remove),
}
