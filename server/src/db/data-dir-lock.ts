import { chown, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
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
  const file = path.join(folder, 'server.lock')
  const lock = lockFile(file)
  const holder = await readFile(pidFile, 'utf8').catch(() => '')
  if (lock === null || (await isRunning(holder))) {
    lock?.close()
    const pid = Number.parseInt(holder)
    throw new Error(`another Noroshi${pid ? ` (process ${pid})` : ''} already runs on ${folder}`)
  }
  await writeFile(pidFile, await identify(process.pid))
  // A command of root must leave no files that a server of another user could not open.
  const { uid, gid } = await stat(folder)
  if (process.getuid?.() === 0) for (const own of [file, pidFile]) await chown(own, uid, gid)
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

/**
 * Returns the content of `server.pid`: the pid, the boot and the start time of a process, since pids are reused. Servers of earlier
 * versions wrote the same and have no other lock.
 */
async function identify(pid: number): Promise<string> {
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '')
  const { startedAt } = await readStat(pid)
  return `${pid} ${boot.trim()} ${startedAt}`
}

/** Whether the process that wrote this content of `server.pid` still runs. A killed process may remain as a zombie. */
async function isRunning(identity: string): Promise<boolean> {
  const pid = Number.parseInt(identity)
  if (!pid || pid === process.pid) return false
  const { state, startedAt } = await readStat(pid)
  return startedAt !== '' && state !== 'Z' && (await identify(pid)) === identity
}

/** Reads the state and the start time of a process from proc(5). Both are empty for an unknown process. */
async function readStat(pid: number): Promise<{ state: string; startedAt: string }> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The name of the process ends with the last parenthesis. The state is field 3, the start time field 22.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return { state: fields[0] ?? '', startedAt: fields[19] ?? '' }
}
