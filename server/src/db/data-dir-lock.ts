import { access, chown, readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDataDir } from './cluster-rights.ts'

/** SQLite's code for a file that another process has locked. */
const SQLITE_BUSY = 5
/** Milliseconds until a locked file counts as locked. Two attempts at the same moment may both fail, and then repeat. */
const ATTEMPT_MS = 500
/** Milliseconds between two attempts of a server to lock, and between two checks of a backup for a server that starts. */
const RETRY_INTERVAL = 100
/** Milliseconds in which a process that has locked the directory writes `server.pid`. */
const PID_WITHIN = 2000
/** Max milliseconds in which a backup ends: PostgreSQL may take a minute to start and a minute to stop. */
const BACKUP_ENDS_WITHIN = 150_000

const LOCK_FILE = 'server.lock'
const PID_FILE = 'server.pid'
/** The last word of `server.pid` of a backup or another command that ends for a server. */
const BACKUP = 'backup'
/** A server that starts creates this file to ask a backup to end. */
const REQUEST_FILE = 'server.starts'

type Holder = 'server' | 'backup' | 'unknown'

/** Another process has locked the data directory. */
export class LockedError extends Error {
  readonly holder: Holder

  constructor(message: string, holder: Holder) {
    super(message)
    this.holder = holder
  }
}

/**
 * Locks the data directory for this process, since two servers would overwrite each other's data. The operating system keeps the
 * lock with the open file and frees it when the process ends, however it ends (decisions/0110).
 * @returns a function that releases the lock
 * @throws LockedError when another running Noroshi has the lock
 */
export async function lockDataDir(folder: string, purpose?: typeof BACKUP): Promise<() => Promise<void>> {
  await openDataDir(folder, [LOCK_FILE, PID_FILE])
  const pidFile = path.join(folder, PID_FILE)
  const file = path.join(folder, LOCK_FILE)
  const lock = lockFile(file)
  const content = await readFile(pidFile, 'utf8').catch(() => '')
  const isHolderRunning = await isRunning(content)
  if (lock === null || isHolderRunning) {
    lock?.close()
    const pid = Number.parseInt(content)
    const isBackup = content.endsWith(` ${BACKUP}`)
    const holder = isBackup ? 'backup' : isHolderRunning ? 'server' : 'unknown'
    const name = isBackup ? 'a backup or another command' : 'another Noroshi'
    throw new LockedError(`${name}${pid ? ` (process ${pid})` : ''} already runs on ${folder}`, holder)
  }
  await writeFile(pidFile, [await identify(process.pid), ...(purpose === undefined ? [] : [purpose])].join(' '))
  // A command of root must leave no files that a server of another user could not open.
  const { uid, gid } = await stat(folder)
  if (process.getuid?.() === 0) for (const own of [file, pidFile]) await chown(own, uid, gid)
  return async () => {
    await rm(pidFile, { force: true })
    lock.close()
  }
}

/**
 * Locks the data directory for a server. A backup that has the lock is asked to end, and its end is awaited.
 * @param log receives a line when the server waits for the end of a backup
 * @returns a function that releases the lock
 * @throws when another server has the lock or the signal aborts the wait
 */
export async function lockDataDirForServer(
  folder: string,
  signal: AbortSignal,
  log: (text: string) => void,
): Promise<() => Promise<void>> {
  const began = Date.now()
  let seenAt = began // the time of the last attempt that found a backup or began the wait
  let hasAsked = false
  try {
    for (;;) {
      try {
        return await lockDataDir(folder)
      } catch (error) {
        if (!(error instanceof LockedError) || error.holder === 'server') throw error
        const isOver = error.holder === 'backup' ? Date.now() - began > BACKUP_ENDS_WITHIN : Date.now() - seenAt > PID_WITHIN
        if (isOver) throw error
        if (error.holder === 'backup') {
          seenAt = Date.now()
          if (!hasAsked) log('A backup or another command runs. The server asks it to end, and starts then.')
          hasAsked = true
          await createRequest(folder)
        }
      }
      await sleep(RETRY_INTERVAL, undefined, { signal })
    }
  } finally {
    await rm(path.join(folder, REQUEST_FILE), { force: true })
  }
}

async function createRequest(folder: string): Promise<void> {
  await writeFile(path.join(folder, REQUEST_FILE), '', { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
}

/** Whether a process has locked the data directory. Nothing is created in it. */
export async function isDataDirLocked(folder: string): Promise<boolean> {
  if (await isRunning(await readFile(path.join(folder, PID_FILE), 'utf8').catch(() => ''))) return true
  const file = path.join(folder, LOCK_FILE)
  const isAbsent = await access(file).then(
    () => false,
    () => true,
  )
  if (isAbsent) return false
  const lock = lockFile(file)
  lock?.close()
  return lock === null
}

export interface BackupLock {
  /** Is aborted when a server starts and waits for the lock. */
  readonly serverStarts: AbortSignal
  release(): Promise<void>
}

/**
 * Locks the data directory for a backup, which must end when a server starts.
 * @throws LockedError when another running Noroshi has the lock
 */
export async function lockDataDirForBackup(folder: string): Promise<BackupLock> {
  const release = await lockDataDir(folder, BACKUP)
  const request = path.join(folder, REQUEST_FILE)
  try {
    await rm(request, { force: true }) // of a server that was killed while it waited; one that still waits creates it again
  } catch (error) {
    await release()
    throw error
  }
  const asked = new AbortController()
  const timer = setInterval(() => {
    access(request).then(
      () => asked.abort(new Error('a server starts')),
      () => undefined, // no server starts
    )
  }, RETRY_INTERVAL)
  return {
    serverStarts: asked.signal,
    async release() {
      clearInterval(timer)
      await release()
    },
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
 * versions wrote the same and have no other lock. A backup appends a word.
 */
async function identify(pid: number): Promise<string> {
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '')
  const { startedAt } = await readStat(pid)
  return `${pid} ${boot.trim()} ${startedAt}`
}

/** Whether the process that wrote this content of `server.pid` still runs. A killed process may remain as a zombie. */
async function isRunning(content: string): Promise<boolean> {
  const pid = Number.parseInt(content)
  const identity = content.replace(new RegExp(` ${BACKUP}$`), '')
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
