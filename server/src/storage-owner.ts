import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { S3Settings } from '#/s3-settings.ts'
import type { Db } from '#/db/pool.ts'
import { insertSettingIfAbsent, mergeSetting, readSetting } from '#/features/accounts/server/unit.sql.ts'
import { type Storage, StorageOfOther, StorageUnavailable } from '#/ports/storage.ts'

/** Name of the setting with the server's random id, which is also in its S3 folder. A restore writes a new id. */
export const STORAGE_OWNER = 'storageOwner'

/** The value of {@link STORAGE_OWNER}. */
export interface StoredOwner {
  readonly id: string
  /**
   * Whether the operator has confirmed that the server takes over the folder of another server. The next start does it.
   */
  readonly takesOver: boolean
}

export const newOwner = (takesOver: boolean): StoredOwner => ({ id: randomUUID(), takesOver })

/**
 * Max milliseconds that a start waits for the store. After a timeout, the owner is checked before the first deletion.
 */
const CLAIM_WITHIN_MS = 5000

/** Opens the S3 folder of this server. An unavailable store does not prevent the start. @throws StorageOfOther */
export async function openS3Storage(db: Db, settings: S3Settings, logWarning: (text: string) => void): Promise<Storage> {
  const { id } = await insertSettingIfAbsent(db, STORAGE_OWNER, newOwner(false))
  const owner = {
    id,
    takesOver: async () => (await readSetting<StoredOwner>(db, STORAGE_OWNER))?.takesOver === true,
    tookOver: async () => void (await mergeSetting(db, STORAGE_OWNER, { takesOver: false })),
  }
  // The S3 client is loaded only if it is used.
  const storage = new (await import('#/ports/s3-storage.ts')).S3Storage(settings, owner, logWarning)
  const claiming = storage.claim().catch((error: unknown) => {
    if (error instanceof StorageOfOther || !(error instanceof StorageUnavailable)) throw error
  })
  claiming.catch(() => undefined) // it may fail after the wait
  await Promise.race([claiming, sleep(CLAIM_WITHIN_MS, undefined, { ref: false })])
  return storage
}
