import { readdir, readFile, readlink, realpath, rm } from 'node:fs/promises'
import path from 'node:path'

const PID_FILE = 'postmaster.pid'
const SOCKET_LOCK = '.s.PGSQL.5432.lock'

/** Returns the pid of the PostgreSQL that runs on the cluster in a directory; null when none runs. */
export async function runningPostmaster(dir: string): Promise<number | null> {
  const content = await contentOf(dir, PID_FILE)
  const pid = content === null ? null : pidIn(content)
  return pid !== null && (await isPostmasterOf(pid, dir)) ? pid : null
}

/**
 * Deletes the pid files that belong to no PostgreSQL of this directory, since PostgreSQL would refuse to start: their pid belongs to
 * another process after a reboot, or to a killed postmaster whose parent has not reaped it yet, or they have no pid, as after a power
 * cut, and no process of PostgreSQL uses the directory. A pid file without a process is kept, because PostgreSQL uses it to find
 * orphaned backends that still use its shared memory.
 */
export async function deleteStalePidFiles(dir: string): Promise<void> {
  for (const file of [PID_FILE, SOCKET_LOCK]) {
    const content = await contentOf(dir, file)
    if (content === null) continue
    const pid = pidIn(content)
    const isStale = pid === null ? !(await isUsedByPostgres(dir)) : isPidInUse(pid) && !(await isPostmasterOf(pid, dir))
    if (isStale) await rm(path.join(dir, file), { force: true })
  }
}

/** Returns null for an absent file. */
const contentOf = (dir: string, file: string): Promise<string | null> => readFile(path.join(dir, file), 'utf8').catch(() => null)

/** A file system may have filled the file of a power cut with NUL. */
const pidIn = (content: string): number | null => Number(/^\s*(\d+)\s*$/m.exec(content.split('\n')[0] ?? '')?.[1] ?? 0) || null

/** Checks the command line of the process on Linux. On other systems it checks only that the pid is in use. */
async function isPostmasterOf(pid: number, dir: string): Promise<boolean> {
  if (process.platform !== 'linux') return isPidInUse(pid)
  return (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).includes(dir)
}

/** Whether any process of PostgreSQL works in the directory. On systems other than Linux the answer is unknown and counts as yes. */
async function isUsedByPostgres(dir: string): Promise<boolean> {
  if (process.platform !== 'linux') return true
  const real = await realpath(dir) // the data directory may be a link
  for (const pid of await readdir('/proc')) {
    if (!/^\d+$/.test(pid)) continue
    const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')
    if (name.trim() !== 'postgres') continue
    // The directory of another user's process is unreadable, and may be this one. An ended process has none.
    const workingDirectory = await readlink(`/proc/${pid}/cwd`).catch(({ code }: NodeJS.ErrnoException) =>
      code === 'ENOENT' || code === 'ESRCH' ? null : real,
    )
    if (workingDirectory === real || (await isPostmasterOf(Number(pid), dir))) return true
  }
  return false
}

function isPidInUse(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false // no such process
  }
}
