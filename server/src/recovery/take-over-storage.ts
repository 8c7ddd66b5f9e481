import { withServerUrl } from '#/backup/server-database.ts'
import { CommandError } from '#/command-error.ts'
import type { Config } from '#/config.ts'
import { openDb } from '#/db/pool.ts'
import { mergeSetting } from '#/features/accounts/server/unit.sql.ts'
import { newOwner, STORAGE_OWNER } from '#/storage-owner.ts'

/**
 * Lets the server take over the S3 folder of another server at its next start, under a new id.
 * @throws CommandError without S3_URL
 */
export async function takeOverStorage(
  config: Pick<Config, 'databaseUrl' | 'dataDir' | 's3'>,
  signal: AbortSignal,
): Promise<void> {
  if (config.s3 === null) throw new CommandError('S3_URL is not set. Set it as the server has it.')
  await withServerUrl(config, signal, async (url) => {
    const db = openDb(url, 1)
    try {
      await mergeSetting(db, STORAGE_OWNER, { ...newOwner(true) })
    } finally {
      await db.destroy()
    }
  })
}
