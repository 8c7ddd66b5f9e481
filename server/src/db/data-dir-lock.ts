import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

/**
 * Locks the data directory for this process, since two servers would overwrite each other's data. The lock file of a killed
 * server is replaced.
 * @returns a function that releases the lock
 * @throws when another running Noroshi has the lock
 */
export async function lockDataDir(folder: string): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true })
  const lockFile = path.join(folder, 'server.pid')
  const ownFile = `${lockFile}.${process.pid}`
  await writeFile(ownFile, await describe(process.pid))
  try {
    while (!(await tryLink(ownFile, lockFile))) {
      const holder = await readFile(lockFile, 'utf8').catch(() => '')
      if (holder !== '' && (await isAlive(holder)))
        throw new Error(`another Noroshi (process ${Number.parseInt(holder)}) already runs on ${folder}`)
      await removeStaleLock(lockFile, `${ownFile}.stale`, holder)
    }
  } finally {
    await rm(ownFile, { force: true })
  }
  return () => rm(lockFile, { force: true })
}

/** Creates a hard link. Only one process succeeds, and the file has its content at once. Returns false when `to` exists. */
const tryLink = (from: string, to: string): Promise<boolean> =>
  link(from, to).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false
      throw error
    },
  )

/** Moves a stale lock file away. When another process has replaced it since it was read, its lock file is restored. */
async function removeStaleLock(lockFile: string, aside: string, expected: string): Promise<void> {
  const moved = await rename(lockFile, aside).then(
    () => true,
    () => false, // already deleted
  )
  if (!moved) return
  if ((await readFile(aside, 'utf8')) !== expected) await tryLink(aside, lockFile)
  await rm(aside, { force: true })
}

/** Identifies a process by its pid, the boot and its start time. A pid alone is reused after a reboot or in another container. */
async function describe(pid: number): Promise<string> {
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '')
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const startedAt = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '' // proc(5): field 22; the split starts after the name
  return `${pid} ${boot.trim()} ${startedAt}`
}

async function isAlive(holder: string): Promise<boolean> {
  const pid = Number.parseInt(holder)
  if (!pid || pid === process.pid) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' // a running process of another user
  }
  return (await describe(pid)) === holder
}
