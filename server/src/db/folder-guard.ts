import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

/**
 * One server a data folder: two would write over each other. A server that was killed leaves its mark behind, which is taken over.
 * @returns what gives the folder free again.
 * @throws when another living Noroshi holds it.
 */
export async function guardFolder(folder: string): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true })
  const mark = path.join(folder, 'server.pid')
  const holder = Number(await readFile(mark, 'utf8').catch(() => ''))
  if (holder && holder !== process.pid && (await isServer(holder)))
    throw new Error(`another Noroshi (process ${holder}) already runs on ${folder}`)
  await writeFile(mark, String(process.pid))
  return () => rm(mark, { force: true })
}

/** A pid may belong to a stranger after a reboot: its command line tells, where the system shows it. */
async function isServer(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => null)
  return commandLine === null || commandLine.includes('main.ts')
}
