import { migrate } from '#/db/migrate.ts'

/**
 * Applies the missing migrations. If the database has data, its tables are written to the data directory first. Without
 * room or after an error the migrations are applied all the same, since an SOS matters more than a backup.
 * @param log receives a line when there is no backup
 * @param migrations contains the migrations; by default those of this version
 * @returns the names of the applied migrations
 */
export async function migrateWithBackup(
  url: string,
  dataDir: string,
  signal: AbortSignal,
  log: (text: string) => void,
  migrations?: string,
): Promise<string[]> {
  let record = null as (() => Promise<void>) | null
  const applied = await migrate(url, migrations, async (first) => {
    // Most starts have no missing migration and do not need the memory of this code.
    const { backUpTables } = await import('./tables-before-migration.ts')
    record = await backUpTables(url, dataDir, first, signal, log)
  })
  await record?.()
  return applied
}
