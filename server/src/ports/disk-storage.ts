import type { Storage } from './storage.ts'

/** Files below one folder of this machine. Removes what an earlier crash left half written. */
export async function diskStorage(folder: string): Promise<Storage> {
  throw new Error(`not ready: ${folder}`)
}
