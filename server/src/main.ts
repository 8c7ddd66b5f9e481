import { existsSync } from 'node:fs'
import { type AddressInfo, isIPv6 } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createApp } from '#/app.ts'
import { migrateWithBackup } from '#/backup/migration-backup.ts'
import { type Config, readConfig, warningsFor } from '#/config.ts'
import { openDataDir } from '#/db/cluster-rights.ts'
import { lockDataDirForServer } from '#/db/data-dir-lock.ts'
import { watchDefects } from '#/defects.ts'
import { loadDemo, loadDemoOnce } from '#/demo/demo.ts'
import { embeddedPostgres } from '#/db/embedded.ts'
import { freeStartMemory } from '#/free-memory.ts'
import { ensureDatabase } from '#/db/own-database.ts'
import { openDatabases } from '#/db/pool.ts'
import { writeLogLine } from '#/log-line.ts'
import type { Deps } from '#/deps.ts'
import { DiskGuard } from '#/ports/disk-guard.ts'
import { describeError } from '#/http/request-log.ts'
import { LISTEN_BACKLOG } from '#/http/connection-limit.ts'
import type { HttpsServer } from '#/tls/https-server.ts'
import { lanAddresses } from '#/tls/own-names.ts'
import { createSetupCode } from '#/features/accounts/server/unit.service.ts'
import { watchClock } from '#/features/accounts/server/clock.service.ts'

/** Max milliseconds to wait for running requests, and then for database connections. */
const DRAIN_WITHIN = 4000
/**
 * Max milliseconds of the whole shutdown. PostgreSQL gets a minute of it to write its last checkpoint (embedded.ts).
 */
const CLOSE_WITHIN = 75_000
/** Max milliseconds of the shutdown after a defect. The next start recovers a PostgreSQL that is then killed. */
const CLOSE_AFTER_DEFECT_WITHIN = 15_000

if (existsSync('.env')) process.loadEnvFile('.env')
const config = readConfigOrExit()

/** Functions that close what was started so far, in the order of the start. */
const closers: (() => Promise<unknown>)[] = []
const shutdown = new AbortController()
let hasDefect = false
const starting = start(config)
/** Whether the server is ready; `scripts/start.mjs` then keeps its program. */
export const started = starting.then(
  () => true,
  () => false,
)
// SIGHUP: the terminal was closed. Ctrl+C sends SIGINT twice, from the terminal and from npm. Further signals do not
// interrupt the shutdown.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
  process.on(signal, () => {
    if (!shutdown.signal.aborted) void shutDown(0)
  })
// After a defect, the state in memory is undefined. systemd restarts the server (decisions/0127).
watchDefects(() => {
  if (!hasDefect) setTimeout(() => process.exit(1), CLOSE_AFTER_DEFECT_WITHIN).unref()
  hasDefect = true
  if (!shutdown.signal.aborted) void shutDown(1)
})
starting.catch((error: unknown) => {
  if (shutdown.signal.aborted) return undefined // the shutdown is already running
  console.error(error instanceof Error ? error.message : String(error))
  if (error instanceof Error && error.cause !== undefined)
    writeLogLine('error', 'cause of the failed start', describeError(error.cause))
  return shutDown(1)
})

async function start({ databaseUrl, dataDir, ...rest }: Config): Promise<void> {
  await openDataDir(dataDir)
  const disk = databaseUrl === null ? await DiskGuard.start(dataDir, (text) => writeLogLine('warn', text)) : null
  if (disk !== null) closers.push(() => disk.close())
  // Several processes may share an external database, and then they share the files too.
  if (databaseUrl === null) closers.push(await lockDataDirForServer(dataDir, shutdown.signal, (text) => console.error(text)))
  const { url, stopDatabase } = await openCluster(databaseUrl, dataDir)
  closers.push(stopDatabase)
  await migrateWithBackup(url, dataDir, shutdown.signal, (text) => writeLogLine('warn', text))
  const databases = openDatabases(url)
  closers.push(() => within(DRAIN_WITHIN, databases.close()))
  const { app, deps } = await createApp({ databaseUrl, dataDir, ...rest }, databases, disk === null ? {} : { disk })
  closers.push(() => within(DRAIN_WITHIN, app.close()))
  closers.push(await watchClock(deps, (text) => app.log.warn(text)))
  const demo = await demoFor(deps)
  freeStartMemory()
  await app.listen({ port: rest.port, host: rest.host, backlog: LISTEN_BACKLOG })
  // HTTP, and with it every SOS, does not depend on the port of HTTPS.
  await deps.https?.listen(rest.host).catch((error: unknown) => app.log.error(error))
  const https = deps.https?.isListening === true ? deps.https : null
  printUrls(app.server.address(), https, await createSetupCode(databases.db))
  if (demo !== null) console.log(demo)
}

/** `--demo` needs an empty database; `--demo-once` starts with the data of an earlier start. */
async function demoFor(deps: Deps): Promise<string | null> {
  if (process.argv.includes('--demo-once')) return loadDemoOnce(deps)
  return process.argv.includes('--demo') ? loadDemo(deps) : null
}

/**
 * Closes everything that was started, in reverse order, also during the start. The embedded PostgreSQL never keeps
 * running.
 */
async function shutDown(code: number): Promise<never> {
  setTimeout(() => process.exit(1), CLOSE_WITHIN).unref()
  shutdown.abort()
  await Promise.allSettled([starting])
  let isClean = true
  for (const close of closers.toReversed())
    await close().catch((error: unknown) => {
      isClean = false
      writeLogLine('error', 'the shutdown is incomplete', describeError(error))
    })
  process.exit(isClean && !hasDefect ? code : 1)
}

const within = (milliseconds: number, task: Promise<unknown>): Promise<unknown> =>
  Promise.race([task, sleep(milliseconds, undefined, { ref: false })])

/** Returns the URL of the configured PostgreSQL, or starts the embedded one, which stops with the server. */
async function openCluster(databaseUrl: string | null, dataDir: string) {
  if (databaseUrl !== null) return { url: databaseUrl, stopDatabase: async () => undefined }
  const embedded = await embeddedPostgres(path.join(dataDir, 'postgres'), {
    signal: shutdown.signal,
    log: (text) => console.error(text),
  })
  return { url: await ensureDatabase(embedded), stopDatabase: () => embedded.stop() }
}

function readConfigOrExit(): Config {
  try {
    for (const warning of warningsFor(process.env)) console.error(warning)
    return readConfig(process.env)
  } catch (error) {
    console.error(`Noroshi does not start: ${error instanceof Error ? error.message : String(error)}`)
    process.exit(1)
  }
}

/** Prints the URLs of the server. Until an administrator exists, it also prints the link that registers one. */
function printUrls(address: AddressInfo | string | null, https: HttpsServer | null, setupCode: string | null): void {
  const port = typeof address === 'object' && address !== null ? address.port : config.port
  const isAnyAddress = config.host === '0.0.0.0' || config.host === '::'
  const hosts = isAnyAddress ? ['localhost', ...lanAddresses()] : [isIPv6(config.host) ? `[${config.host}]` : config.host]
  const addresses = config.publicUrl === null ? hosts.map((host) => `http://${host}:${port}`) : [config.publicUrl]
  console.log('Noroshi is ready:')
  for (const one of addresses) console.log(`  ${one}`)
  if (https !== null) {
    const hasOwnAuthority = config.tlsFiles === null
    console.log(
      `With camera, microphone and location${hasOwnAuthority ? ', once a device trusts this server (open /join on it)' : ''}:`,
    )
    for (const host of hasOwnAuthority ? hosts : https.certificate.names) console.log(`  https://${host}:${https.port}`)
  }
  if (setupCode === null) return
  console.log('Open this once to become the administrator of this server:')
  console.log(`${addresses[0]}/register?setup=${setupCode}`)
}
