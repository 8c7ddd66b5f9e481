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

/** What another version wrote, or half a record, is left out alone: the others are still somebody's SOS. */
export const readable = (records: unknown): KeptSos[] =>
  (Array.isArray(records) ? records : []).flatMap((record) => KeptSos.safeParse(record).data ?? [])

interface Schema extends DBSchema {
  sos: { key: string; value: KeptSos }
}

let database: Promise<IDBPDatabase<Schema>> | undefined
const forget = () => {
  database = undefined
}

/** One connection; a new one after it failed or the browser ended it. */
function open(): Promise<IDBPDatabase<Schema>> {
  database ??= openDB<Schema>('noroshi', 1, {
    upgrade: (db) => void db.createObjectStore('sos', { keyPath: 'clientId' }),
    terminated: forget,
  })
  database.catch(forget)
  return database
}

const inDatabase: OutboxStore = {
  all: async () => readable(await (await open()).getAll('sos')),
  put: async (sos) => void (await (await open()).put('sos', sos)),
  remove: async (clientId) => (await open()).delete('sos', clientId),
}

const stored = (): KeptSos[] => {
  try {
    return readable(JSON.parse(readStored(storageKeys.unsentSos) ?? '[]'))
  } catch {
    return [] // not JSON: no SOS that this version could send
  }
}
const store = (list: readonly KeptSos[]) => writeStored(storageKeys.unsentSos, list.length > 0 ? JSON.stringify(list) : null)

/** Written before `put` returns: it holds even where the page ends at this very moment. */
export const inLocalStorage: OutboxStore = {
  all: async () => stored(),
  put: async (sos) => store([...stored().filter(({ clientId }) => clientId !== sos.clientId), sos]),
  remove: async (clientId) => store(stored().filter((sos) => sos.clientId !== clientId)),
}

/** Each SOS is in both: what one of them refuses, loses or never answers, the other one has. */
export const durableStores: readonly OutboxStore[] = [inLocalStorage, inDatabase]
