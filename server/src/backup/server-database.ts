import { stat } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { CommandError } from '#/command-error.ts'
import type { Config } from '#/config.ts'
import { isDataDirLocked, lockDataDirForBackup, LockedError } from '#/db/data-dir-lock.ts'
import { embeddedPostgres, embeddedUrl } from '#/db/embedded.ts'
import { OWN_DATABASE } from '#/db/own-database.ts'
import { isMigrated } from './tables.sql.ts'

/** The name of the embedded cluster in the data directory. */
export const CLUSTER = 'postgres'

/** Milliseconds between two checks whether the server is ready, and the max of the whole wait. */
const READY_INTERVAL = 500
const READY_WITHIN = 300_000
/** Milliseconds after which no server is expected if no process has locked the data directory. systemd restarts one earlier. */
const ABSENT_AFTER = 5000

type Settings = Pick<Config, 'databaseUrl' | 'dataDir'>

/** The work was interrupted: a server starts, or the connection to the database was lost. It may be repeated. */
export class InterruptedError extends CommandError {}
const INTERRUPTED = 'The server starts or stops. Repeat the command when it is ready.'

/**
 * Calls `work` with the URL of the database of the server: DATABASE_URL, or the embedded one. If the server does not run, the
 * embedded PostgreSQL is started for the time of the work. It stops, and the work is aborted, when a server starts. The end of the
 * aborted work is not awaited, since it may wait for a slow disk.
 * @param work receives a signal that is aborted when `signal` is aborted or a server starts
 * @throws CommandError when there is no database or it does not accept connections yet
 * @throws InterruptedError when a server starts
 */
export async function withServerUrl<Result>(
  { databaseUrl, dataDir }: Settings,
  signal: AbortSignal,
  work: (url: string, signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  if (databaseUrl !== null) return work(databaseUrl, signal)
  const cluster = path.join(dataDir, CLUSTER)
  const url = embeddedUrl(cluster, OWN_DATABASE)
  if (!(await isCluster(cluster)))
    throw new CommandError(`${dataDir} has no database. Set DATA_DIR or DATABASE_URL as the server has them.`)
  if (await acceptsConnections(url)) return work(url, signal)
  const lock = await lockDataDirForBackup(dataDir).catch((error: unknown) => {
    if (!(error instanceof LockedError)) throw error
    throw new CommandError('The server does not accept connections yet. Repeat the command when it is ready.', { cause: error })
  })
  try {
    const ending = AbortSignal.any([signal, lock.serverStarts])
    const embedded = await embeddedPostgres(cluster, { signal: ending })
    try {
      return await unlessAborted(work(url, ending), ending)
    } finally {
      await embedded.stop()
    }
  } catch (error) {
    if (lock.serverStarts.aborted) throw new InterruptedError(INTERRUPTED, { cause: error })
    throw error
  } finally {
    await lock.release()
  }
}

/** Settles as the work does, or rejects as soon as the signal is aborted. The work may continue then. */
async function unlessAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(signal.reason)
  signal.addEventListener('abort', abort)
  if (signal.aborted) abort()
  try {
    return await Promise.race([work, aborted.promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

/** Adds the `application_name` to the URL of a connection. The last one counts. */
const named = (url: string, name: string): string =>
  `${url}${url.includes('?') ? '&' : '?'}application_name=${encodeURIComponent(name)}`

/** PostgreSQL's codes of a connection that the server or an administrator ends. */
const ENDED = new Set(['57P01', '57P02', '57P03', 'ECONNRESET', 'EPIPE'])

/**
 * Calls `work` with a connection to the database of the server, as {@link withServerUrl}.
 * @param name the `application_name` of the connection
 * @param work receives a signal that is also aborted when the connection is lost
 * @throws InterruptedError also when the connection is lost
 */
export const withServerDatabase = <Result>(
  settings: Settings,
  name: string,
  signal: AbortSignal,
  work: (client: pg.Client, signal: AbortSignal) => Promise<Result>,
): Promise<Result> =>
  withServerUrl(settings, signal, async (url, serverEnding) => {
    const lost = new AbortController()
    const ending = AbortSignal.any([serverEnding, lost.signal])
    try {
      return await withClient(
        named(url, name),
        (client) => work(client, ending),
        (error) => lost.abort(error),
      )
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException
      const isLost = lost.signal.aborted || ENDED.has(code ?? '') || message.startsWith('Connection terminated')
      throw isLost ? new InterruptedError(INTERRUPTED, { cause: error }) : error
    }
  })

/**
 * Resolves when the server has started, whose migrations are complete, when no server starts, or after a time. No server starts
 * after another command has ended, whose PostgreSQL was used.
 */
export async function waitForServer({ databaseUrl, dataDir }: Settings, signal: AbortSignal): Promise<void> {
  const url = databaseUrl ?? embeddedUrl(path.join(dataDir, CLUSTER), OWN_DATABASE)
  const until = Date.now() + READY_WITHIN
  let lockedAt = Date.now()
  while (Date.now() < until) {
    await sleep(READY_INTERVAL, undefined, { signal })
    if (await withClient(url, isMigrated).catch(() => false)) return
    if (databaseUrl !== null || (await isDataDirLocked(dataDir))) lockedAt = Date.now()
    else if (Date.now() - lockedAt > ABSENT_AFTER) return
  }
}

/**
 * Calls `work` with a connection.
 * @param onLost is called when the connection is lost, also while no statement runs. The next statement throws.
 * @throws CommandError when there is no connection
 */
export async function withClient<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
  onLost: (error: Error) => void = () => undefined,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', onLost)
  await client.connect().catch((error: Error) => {
    const errors = error instanceof AggregateError ? (error.errors as Error[]) : [error] // one for each address of the host
    throw new CommandError(`No connection to the database: ${errors.map(({ message }) => message).join(', ')}`, { cause: error })
  })
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => undefined) // broken already
  }
}

/** PostgreSQL does not run: the socket does not exist, or no process listens on it. */
const NOT_RUNNING = /^(ENOENT|ECONNREFUSED)$/

/** @throws an error of permission */
async function acceptsConnections(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined) // the failed call throws it
  try {
    await client.connect()
    await client.end()
    return true
  } catch (error) {
    if (error instanceof pg.DatabaseError || NOT_RUNNING.test((error as NodeJS.ErrnoException).code ?? '')) return false
    throw error
  }
}

async function isCluster(folder: string): Promise<boolean> {
  try {
    await stat(path.join(folder, 'PG_VERSION'))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}
