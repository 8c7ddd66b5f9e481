import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { CommandError } from '#/command-error.ts'
import type { Config } from '#/config.ts'
import { lockDataDir } from '#/db/data-dir-lock.ts'
import { unitFile } from './unit-file.ts'

const execute = promisify(execFile)
const REPOSITORY = path.resolve(import.meta.dirname, '../../..')
const UNIT = '/etc/systemd/system/noroshi.service'
const NAME = 'noroshi.service'
/** Gives the service another Node since a rollback after a failed installation (scripts/rollback.mjs). */
const ROLLBACK = `${UNIT}.d/rollback.conf`
/** The system user of the service, if root owns the data directory. */
const USER = 'noroshi'
/** Exists while systemd runs the system. */
const SYSTEMD = '/run/systemd/system'

interface Step {
  readonly text: string
  readonly run: () => Promise<unknown>
}

type Settings = Pick<Config, 'databaseUrl' | 'dataDir' | 'port' | 'https' | 'httpsPort' | 'speechModelDir' | 'tlsFiles'>

/**
 * Installs the server as a service of systemd and starts it. Without systemd or without root, nothing is changed.
 * @returns what was done, or what would be done
 * @throws CommandError
 */
export async function installService(config: Settings): Promise<string> {
  const user = await userFor(config.dataDir)
  const unit = unitOf(config, user)
  const steps = stepsOf(config, user, unit)
  const list = steps.map(({ text }) => `- ${text}`).join('\n')
  const obstacle = obstacleOf()
  if (obstacle !== null) return `${obstacle} Nothing was changed. The command would:\n${list}\n\n${UNIT}:\n\n${unit}`
  try {
    for (const { run } of steps) await run()
  } catch (error) {
    await execute('systemctl', ['start', NAME]).catch(() => undefined) // there is no earlier installation
    throw error
  }
  return `Done:\n${list}\nThe service runs now and after every start of this machine.\nState: systemctl status noroshi. Log and set-up link: journalctl -u noroshi.`
}

function obstacleOf(): string | null {
  if (!existsSync(SYSTEMD)) return 'systemd does not run this system.'
  return process.getuid?.() === 0 ? null : 'Only root may install a service.'
}

interface User {
  readonly name: string
  readonly group: string
  /** Whether the data directory must be given to the user. */
  readonly takesData: boolean
}

/**
 * Returns the owner of the data directory. If that is root, or the directory does not exist, the service gets a user of
 * its own.
 */
async function userFor(dataDir: string): Promise<User> {
  const owner = await stat(dataDir).catch(() => null)
  if (owner === null || owner.uid === 0) return { name: USER, group: USER, takesData: true }
  return { name: await nameOf('passwd', owner.uid), group: await nameOf('group', owner.gid), takesData: false }
}

/** @throws CommandError when the system knows no name for the id */
async function nameOf(database: 'passwd' | 'group', id: number): Promise<string> {
  const { stdout } = await execute('getent', [database, String(id)]).catch(() => {
    throw new CommandError(`The owner of the data directory has no name on this machine (${database} ${id}). Use chown first.`)
  })
  return stdout.split(':')[0] ?? ''
}

/** Files and folders that the service reads outside of the repository. */
const readsOf = ({ speechModelDir, tlsFiles }: Settings): string[] =>
  [speechModelDir, tlsFiles?.cert, tlsFiles?.key].filter((file) => file !== null && file !== undefined)

const unitOf = (config: Settings, { name, group }: User): string =>
  unitFile({
    user: name,
    group,
    repository: REPOSITORY,
    dataDir: config.dataDir,
    node: process.execPath,
    reads: readsOf(config),
    ports: config.https === 'auto' ? [config.port, config.httpsPort] : [config.port],
  })

function stepsOf(config: Settings, user: User, unit: string): Step[] {
  const { dataDir } = config
  const ownership = `${user.name}:${user.group}`
  const systemctl = (...args: string[]): Step => ({
    text: `systemctl ${args.join(' ')}`,
    run: () => execute('systemctl', args),
  })
  const createsUser = user.takesData
    ? [
        { text: `create the system user ${user.name} if it does not exist`, run: () => createUser(user.name) },
        { text: `give ${dataDir} to ${ownership}`, run: () => execute('chown', ['-R', ownership, dataDir]) },
      ]
    : []
  const needed = [process.execPath, `${REPOSITORY}/server/src/main.ts`, `${REPOSITORY}/web/dist/index.html`, ...readsOf(config)]
  const environment = path.join(REPOSITORY, '.env')
  if (existsSync(environment)) needed.push(environment)
  return [
    { text: `stop ${NAME} if it runs`, run: () => execute('systemctl', ['stop', NAME]).catch(() => undefined) },
    { text: `check that no other server uses ${dataDir}`, run: () => assertUnused(config) },
    ...createsUser,
    {
      text: `check that ${user.name} can read the program and the files of the settings`,
      run: () => assertReadable(user, needed),
    },
    { text: `write ${UNIT}`, run: () => writeUnit(unit) },
    systemctl('daemon-reload'),
    systemctl('enable', NAME),
    systemctl('restart', NAME),
  ]
}

/** @throws CommandError when a server or its PostgreSQL uses the data directory. The directory is created. */
async function assertUnused({ databaseUrl, dataDir }: Settings): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  if (databaseUrl !== null) return
  const unlock = await lockDataDir(dataDir).catch((error: Error) => {
    throw new CommandError(`${error.message}. Stop it, then repeat the command.`)
  })
  await unlock()
  const pid = Number.parseInt(await readFile(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8').catch(() => ''))
  if (pid && existsSync(`/proc/${pid}`))
    throw new CommandError(
      `PostgreSQL of ${dataDir} runs without its server. Start and stop the server, then repeat the command.`,
    )
}

async function createUser(name: string): Promise<void> {
  const hasUser = await execute('id', [name]).then(
    () => true,
    () => false,
  )
  if (!hasUser) await execute('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', name])
}

/** @throws CommandError that names a file which the user cannot read */
async function assertReadable({ name, group }: User, files: readonly string[]): Promise<void> {
  for (const file of files)
    await execute('setpriv', [`--reuid=${name}`, `--regid=${group}`, '--init-groups', 'test', '-r', file], { cwd: '/' }).catch(
      () => {
        throw new CommandError(
          `The user ${name} cannot read ${file}. Change its rights, or move the repository to a folder such as /opt.`,
        )
      },
    )
}

async function writeUnit(unit: string): Promise<void> {
  await writeFile(`${UNIT}.new`, unit, { mode: 0o644 })
  await rename(`${UNIT}.new`, UNIT)
  await rm(ROLLBACK, { force: true })
}
