import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** SQLite's code for a file that another process has locked. */
const SQLITE_BUSY = 5
/** Milliseconds until a locked file counts as locked. Two attempts at the same moment may both fail, and then repeat. */
const ATTEMPT_MS = 500

/**
 * Locks the data directory for this process, since two servers would overwrite each other's data. The operating system keeps the
 * lock with the open file and frees it when the process ends, however it ends (decisions/0090).
 * @returns a function that releases the lock
 * @throws when another running Noroshi has the lock
 */
export async function lockDataDir(folder: string): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true })
  const pidFile = path.join(folder, 'server.pid')
  const lock = lockFile(path.join(folder, 'server.lock'))
  if (lock === null) {
    const pid = Number.parseInt(await readFile(pidFile, 'utf8').catch(() => ''))
    throw new Error(`another Noroshi${pid ? ` (process ${pid})` : ''} already runs on ${folder}`)
  }
  await writeFile(pidFile, `${process.pid}\n`)
  return async () => {
    await rm(pidFile, { force: true })
    lock.close()
  }
}

/**
 * Locks a file by SQLite, the only lock of the operating system that Node offers. Nothing is written to it.
 * @returns null if another process has locked it
 */
function lockFile(file: string): DatabaseSync | null {
  const lock = new DatabaseSync(file, { timeout: ATTEMPT_MS })
  try {
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    return lock
  } catch (error) {
    lock.close()
    if ((error as { errcode?: unknown }).errcode === SQLITE_BUSY) return null // an error of node:sqlite
    throw error
  }
}
