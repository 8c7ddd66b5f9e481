import { execFile } from 'node:child_process'
import { mkdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { openDataDir, repairRights } from './cluster-rights.ts'

const execute = promisify(execFile)
const isRoot = process.getuid?.() === 0

/** Runs a program of PostgreSQL. */
export type RunCommand = (file: string, args: string[]) => Promise<unknown>

/**
 * Returns a function that runs programs of PostgreSQL. It refuses to run as root. When this process is root, the programs run as
 * the owner of the directory, such as the user of the service, or as the user `postgres` if the owner is root. Below a directory such as /root, that user gets one capability, without which it cannot read the checkout.
 */
export async function runnerFor(dir: string, program: string): Promise<RunCommand> {
  await openDataDir(path.dirname(dir))
  await mkdir(dir, { recursive: true, mode: 0o700 })
  if (!isRoot) {
    await repairRights(dir, { uid: process.getuid?.() ?? -1, gid: process.getgid?.() ?? -1 })
    return (file, args) => execute(file, args)
  }
  const owner = await stat(dir)
  const user = owner.uid === 0 ? await postgresUser() : owner
  await repairRights(dir, user)
  const as = [`--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups']
  const canReach = await execute('setpriv', [...as, 'test', '-x', program, '-a', '-x', dir], { cwd: '/' }).then(
    () => true,
    () => false,
  )
  const capability = canReach ? [] : ['--securebits=+no_setuid_fixup', '--inh-caps=+dac_override', '--ambient-caps=+dac_override']
  return (file, args) => execute('setpriv', [...as, ...capability, file, ...args], { cwd: '/' })
}

async function postgresUser(): Promise<{ uid: number; gid: number }> {
  const idOf = async (flag: string) => Number((await execute('id', [flag, 'postgres'])).stdout)
  const ids = async () => ({ uid: await idOf('-u'), gid: await idOf('-g') })
  return ids().catch(async () => {
    await execute('useradd', ['--system', '--user-group', '--no-create-home', 'postgres'])
    return ids()
  })
}
