import { stat } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { CommandError } from '#/command-error.ts'
import type { Config } from '#/config.ts'
import { lockDataDir } from '#/db/data-dir-lock.ts'
import { embeddedPostgres, embeddedUrl } from '#/db/embedded.ts'
import { OWN_DATABASE } from '#/db/own-database.ts'

/** The name of the embedded cluster in the data directory. */
export const CLUSTER = 'postgres'

type Settings = Pick<Config, 'databaseUrl' | 'dataDir'>

/**
 * Connects to the database of the server: to DATABASE_URL, or to the embedded one. If the server does not run, the embedded
 * PostgreSQL is started for the time of the work.
 * @throws CommandError when there is no database or it does not accept connections yet
 */
export async function withServerDatabase<Result>(
  { databaseUrl, dataDir }: Settings,
  signal: AbortSignal,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  if (databaseUrl !== null) return withClient(databaseUrl, work)
  const cluster = path.join(dataDir, CLUSTER)
  const url = embeddedUrl(cluster, OWN_DATABASE)
  if (!(await isCluster(cluster)))
    throw new CommandError(`${dataDir} has no database. Set DATA_DIR or DATABASE_URL as the server has them.`)
  if (await acceptsConnections(url)) return withClient(url, work)
  const unlock = await lockDataDir(dataDir).catch(() => {
    throw new CommandError('The server does not accept connections yet. Repeat the command when it is ready.')
  })
  try {
    const embedded = await embeddedPostgres(cluster, { signal })
    try {
      return await withClient(url, work)
    } finally {
      await embedded.stop()
    }
  } finally {
    await unlock()
  }
}

/** Calls `work` with a connection. @throws CommandError when there is no connection */
export async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined) // the failed statement throws it
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
