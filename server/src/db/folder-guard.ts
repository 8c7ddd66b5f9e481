import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

/**
 * One server a data folder: two would write over each other. A server that was killed leaves its mark behind, which is taken over.
 * @returns what gives the folder free again.
 * @throws when another living Noroshi holds it.
 */
export async function guardFolder(folder: string): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true })
  const mark = path.join(folder, 'server.pid')
  const mine = `${mark}.${process.pid}`
  await writeFile(mine, await describe(process.pid))
  try {
    while (!(await linked(mine, mark))) {
      const holder = await readFile(mark, 'utf8').catch(() => '')
      if (holder !== '' && (await isAlive(holder)))
        throw new Error(`another Noroshi (process ${Number.parseInt(holder)}) already runs on ${folder}`)
      await moveAway(mark, `${mine}.stale`, holder)
    }
  } finally {
    await rm(mine, { force: true })
  }
  return () => rm(mark, { force: true })
}

/** A link comes about for one alone, with its content. */
const linked = (from: string, to: string): Promise<boolean> =>
  link(from, to).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false
      throw error
    },
  )

/** Somebody else may have taken over between the look and the move: their mark is put back. */
async function moveAway(mark: string, aside: string, expected: string): Promise<void> {
  const moved = await rename(mark, aside).then(
    () => true,
    () => false, // gone already
  )
  if (!moved) return
  if ((await readFile(aside, 'utf8')) !== expected) await linked(aside, mark)
  await rm(aside, { force: true })
}

/** A pid is given again after a reboot, or in a container; with the boot and the moment of its start it is not. */
async function describe(pid: number): Promise<string> {
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '')
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const startedAt = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '' // proc(5): field 22, counted behind the name
  return `${pid} ${boot.trim()} ${startedAt}`
}

async function isAlive(holder: string): Promise<boolean> {
  const pid = Number.parseInt(holder)
  if (!pid || pid === process.pid) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' // alive, and another user's
  }
  return (await describe(pid)) === holder
}
