import { existsSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { createApp } from '#/app.ts'
import { type Config, readConfig } from '#/config.ts'
import { guardFolder } from '#/db/folder-guard.ts'
import { loadDemo } from '#/demo/demo.ts'
import { embeddedPostgres } from '#/db/embedded.ts'
import { migrate } from '#/db/migrate.ts'
import { openDatabases } from '#/db/pool.ts'
import { newSetupCode } from '#/features/accounts/unit.service.ts'

/** Milliseconds that requests and connections get to end by themselves. */
const DRAIN_WITHIN = 4000
/** Milliseconds that the whole end may take: PostgreSQL gets a minute to write its last checkpoint (embedded.ts). */
const CLOSE_WITHIN = 75_000
const DATABASE = 'noroshi'

if (existsSync('.env')) process.loadEnvFile('.env')
const config = readConfigOrExit()

// Either is a defect, and is logged as one. But what is true lies in the database, no request needs what another one left in
// memory, and nobody may be there to start the unit again: one stray error must not take the SOS from everybody else.
process.on('unhandledRejection', (error) => console.error('defect: a rejection that nobody handled', error))
process.on('uncaughtException', (error) => console.error('defect: an exception that nobody caught', error))

/** How to end what was begun so far. */
const endings: (() => Promise<unknown>)[] = []
const stopping = new AbortController()
const starting = start(config)
// SIGHUP: the terminal was closed. Ctrl+C comes twice: from the terminal, and from npm, which passes it on; the end goes on.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
  process.on(signal, () => {
    if (!stopping.signal.aborted) void end(0)
  })
starting.catch((error: unknown) => {
  if (stopping.signal.aborted) return undefined // its end is under way already
  console.error(error instanceof Error ? error.message : error)
  if (error instanceof Error && error.cause !== undefined) console.error(error.cause)
  return end(1)
})

async function start({ databaseUrl, dataDir, ...rest }: Config): Promise<void> {
  endings.push(await guardFolder(dataDir))
  const { url, stopDatabase } = await openCluster(databaseUrl, dataDir)
  endings.push(stopDatabase)
  await migrate(url)
  const databases = openDatabases(url)
  endings.push(() => within(DRAIN_WITHIN, databases.close()))
  const { app, deps } = await createApp({ databaseUrl, dataDir, ...rest }, databases)
  endings.push(() => within(DRAIN_WITHIN, app.close()))
  const demo = process.argv.includes('--demo') ? await loadDemo(deps) : null
  await app.listen({ port: rest.port, host: rest.host })
  greet(app.server.address(), await newSetupCode(databases.db))
  if (demo !== null) console.log(demo)
}

/** Ends what was begun, last begun first, also in the middle of the start; PostgreSQL is never left behind. */
async function end(code: number): Promise<never> {
  setTimeout(() => process.exit(1), CLOSE_WITHIN).unref()
  stopping.abort()
  await Promise.allSettled([starting])
  let isClean = true
  for (const ending of endings.toReversed())
    await ending().catch((error: unknown) => {
      isClean = false
      console.error(error)
    })
  process.exit(isClean ? code : 1)
}

const within = (milliseconds: number, work: Promise<unknown>): Promise<unknown> =>
  Promise.race([work, sleep(milliseconds, undefined, { ref: false })])

/** The operator's PostgreSQL, or the embedded one, which ends with the server. */
async function openCluster(databaseUrl: string | null, dataDir: string) {
  if (databaseUrl !== null) return { url: databaseUrl, stopDatabase: async () => undefined }
  const own = await embeddedPostgres(path.join(dataDir, 'postgres'), { signal: stopping.signal })
  return { url: await databaseOf(own), stopDatabase: () => own.stop() }
}

async function databaseOf(own: { url(database?: string): string }): Promise<string> {
  const admin = new pg.Client({ connectionString: own.url() })
  await admin.connect()
  const { rowCount } = await admin.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE])
  if (!rowCount) await admin.query(`CREATE DATABASE ${DATABASE}`)
  await admin.end()
  return own.url(DATABASE)
}

function readConfigOrExit(): Config {
  try {
    return readConfig(process.env)
  } catch (error) {
    console.error(`Noroshi does not start: ${error instanceof Error ? error.message : String(error)}`)
    process.exit(1)
  }
}

/** Prints where the unit is, and until there is an administrator the link that makes one. */
function greet(address: AddressInfo | string | null, setupCode: string | null): void {
  const port = typeof address === 'object' && address !== null ? address.port : config.port
  const hosts = config.host === '0.0.0.0' ? ['localhost', ...lanAddresses()] : [config.host]
  const addresses = config.publicUrl === null ? hosts.map((host) => `http://${host}:${port}`) : [config.publicUrl]
  console.log('Noroshi is ready:')
  for (const one of addresses) console.log(`  ${one}`)
  if (setupCode === null) return
  console.log('Open this once to become the administrator of this unit:')
  console.log(`${addresses[0]}/register?setup=${setupCode}`)
}

const lanAddresses = (): string[] =>
  Object.values(networkInterfaces())
    .flat()
    .filter((one) => one !== undefined && one.family === 'IPv4' && !one.internal)
    .map((one) => one?.address ?? '')
