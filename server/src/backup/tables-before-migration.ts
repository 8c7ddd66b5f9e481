import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { insertMigrationRun, type RunEnd } from './backup-runs.sql.ts'
import { writeTablesOnly } from './create-backup.ts'
import { beginInFolder } from './plain-folder.ts'
import { problemOf } from './problems.ts'
import { withClient } from './server-database.ts'
import { hasSchema, isUsed } from './tables.sql.ts'

/** The folder of the data directory with the backups before migrations. */
const FOLDER = 'backups'
/** How many of them are kept. */
const KEPT = 2
/** Milliseconds of the backup before a migration. */
export interface MigrationBackupTimes {
  /** Max time until the tables are written. The start waits for it, and with it every SOS. */
  readonly within: number
  /** Time after which a line says what the start waits for. */
  readonly quiet: number
}
const TIMES: MigrationBackupTimes = { within: 60_000, quiet: 5000 }

/**
 * Writes the tables of a database with data, before a migration.
 * @param first the name of the migration
 * @param log receives a line when the backup takes long, and when there is none
 * @returns a function that records the run when the table of runs exists; null if the database has no data
 * @throws when the signal is aborted
 */
export async function backUpTables(
  url: string,
  dataDir: string,
  first: string,
  signal: AbortSignal,
  log: (text: string) => void,
  { within, quiet }: MigrationBackupTimes = TIMES,
): Promise<(() => Promise<void>) | null> {
  const folder = path.join(dataDir, FOLDER, `before-${path.basename(first, '.sql')}`)
  const startedAt = new Date()
  const late = new AbortController()
  const end = setTimeout(() => late.abort(), within)
  const reportLater = (text: string) => setTimeout(() => log(text), quiet)
  let report = reportLater(
    `The start waits until the tables are written to ${folder}, before the update. It waits ${seconds(within)} s at most.`,
  )
  const onWritten = () => {
    clearTimeout(end)
    clearTimeout(report)
    report = reportLater(`The tables are written. The start waits until the disk has stored them in ${folder}.`)
  }
  const record = (end: RunEnd, bytes: number | null) => () =>
    withClient(url, (client) => {
      const written = bytes === null ? null : { name: path.basename(folder), bytes }
      return insertMigrationRun(client, { target: path.dirname(folder), startedAt, written, end })
    }).catch((error: unknown) => log(`The backup before the update is not recorded: ${String(error)}`))
  try {
    const bytes = await write(url, folder, dataDir, { signal, late: late.signal, onWritten })
    return bytes === null ? null : record({ outcome: 'complete' }, bytes)
  } catch (error) {
    signal.throwIfAborted()
    const { problem, detail } = late.signal.aborted ? { problem: 'tooSlow' as const, detail: null } : problemOf(error)
    const reason = problem === 'tooSlow' ? `not within ${seconds(within)} s` : detail === null ? problem : `${problem}: ${detail}`
    log(
      `The tables could not be backed up before the update (${reason}). The server starts without this backup: ${folder} was not made.`,
    )
    return record({ outcome: 'failed', problem, detail }, null)
  } finally {
    clearTimeout(end)
    clearTimeout(report)
  }
}

const seconds = (milliseconds: number): number => milliseconds / 1000

interface Ends {
  /** Ends the start. */
  readonly signal: AbortSignal
  /** Ends the copy of the tables. */
  readonly late: AbortSignal
  /** Is called when the tables are written. What follows, above all `sync`, has no limit. */
  readonly onWritten: () => void
}

/** Returns the number of bytes; null if the database has no data. */
async function write(url: string, folder: string, dataDir: string, { signal, late, onWritten }: Ends): Promise<number | null> {
  const unfinished = `${folder}.new`
  const ending = AbortSignal.any([signal, late])
  const bytes = await withClient(url, async (client) => {
    // The calls of the client fail at once. PostgreSQL notices it when the statement gets its lock or at its lock timeout.
    const disconnect = () => void client.end()
    ending.addEventListener('abort', disconnect)
    if (!(await hasSchema(client)) || !(await isUsed(client))) return null
    await mkdir(path.dirname(folder), { recursive: true, mode: 0o700 })
    await rm(unfinished, { recursive: true, force: true })
    const backup = await beginInFolder(unfinished, dataDir, ending)
    try {
      const content = await writeTablesOnly(client, backup)
      ending.throwIfAborted()
      ending.removeEventListener('abort', disconnect)
      onWritten()
      await backup.finish(content, signal)
      return backup.bytes
    } catch (error) {
      await backup.discard()
      throw error
    }
  })
  if (bytes === null) return null
  await rm(folder, { recursive: true, force: true })
  await rename(unfinished, folder)
  await deleteOld(path.dirname(folder), path.basename(folder))
  return bytes
}

/** Deletes all but the last ones, and what a killed process left. */
async function deleteOld(parent: string, newest: string): Promise<void> {
  const times = new Map<string, number>()
  for (const name of await readdir(parent))
    if (name !== newest && name.startsWith('before-'))
      times.set(name, name.endsWith('.new') ? 0 : (await stat(path.join(parent, name))).mtimeMs)
  const others = [...times.keys()].toSorted((a, b) => (times.get(b) ?? 0) - (times.get(a) ?? 0))
  const unfinished = others.filter((name) => name.endsWith('.new'))
  for (const name of new Set([...others.slice(KEPT - 1), ...unfinished]))
    await rm(path.join(parent, name), { recursive: true, force: true })
}
