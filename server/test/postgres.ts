import { mkdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { embeddedPostgres } from '../src/db/embedded.ts'
import { migrate } from '../src/db/migrate.ts'
import { ensureDatabase, OWN_DATABASE } from '../src/db/own-database.ts'
import { copyFolder } from '../src/testing/copy-folder.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /**
     * The URL of an administrator for each worker, or one for a project that runs a file at a time. Workers need
     * separate clusters: cursors count the transactions of a cluster. Tests call `adminUrl()` (testing/database.ts).
     */
    adminUrls: readonly string[]
    /** A data directory whose database is migrated and empty. Tests call `prepareDataDir` (testing/data-dir.ts). */
    preparedDataDir: string
  }
}

const TEMPLATE = 'template_noroshi'

/**
 * Starts a PostgreSQL without fsync for each worker of the project, or uses the one of `TEST_DATABASE_URL`.
 * `template_noroshi` is migrated once; each test file clones it.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['TEST_DATABASE_URL']
  const { maxWorkers } = project.config
  const dataDir = await preparedDataDir()
  project.provide('preparedDataDir', dataDir)
  const folders =
    given === undefined ? Array.from({ length: maxWorkers }, (_, index) => folderOf(`${project.name}-${index}`)) : []
  const own = await Promise.all(folders.map((folder) => startCopy(dataDir, folder)))
  const adminUrls = given === undefined ? own.map((one) => one.url()) : [given]
  if (given === undefined) await Promise.all(adminUrls.map(renameToTemplate))
  else await createTemplate(given)
  project.provide('adminUrls', adminUrls)
  return async () => {
    for (const one of own) await one.stop()
    for (const folder of [...folders, dataDir]) await rm(folder, { recursive: true, force: true })
    if (given === undefined) return
    await withAdmin(given, dropTemplate)
  }
}

/** Each project loads this module again. */
const shared = globalThis as { preparedDataDir?: Promise<string> }

/** Creates a cluster and migrates its database, once for all projects: both take seconds. */
const preparedDataDir = (): Promise<string> => (shared.preparedDataDir ??= createDataDir(folderOf('prepared')))

async function createDataDir(dataDir: string): Promise<string> {
  await mkdir(dataDir)
  const cluster = await embeddedPostgres(path.join(dataDir, 'postgres'), { durable: false })
  await migrate(await ensureDatabase(cluster))
  await cluster.stop()
  return dataDir
}

async function startCopy(dataDir: string, folder: string) {
  await copyFolder(path.join(dataDir, 'postgres'), folder)
  return embeddedPostgres(folder, { durable: false })
}

const folderOf = (name: string) => path.join(tmpdir(), `noroshi-test-${process.pid}-${name}`)

const hasTemplate = async (admin: pg.Client) =>
  (await admin.query('SELECT FROM pg_database WHERE datname = $1', [TEMPLATE])).rowCount === 1

async function dropTemplate(admin: pg.Client): Promise<void> {
  if (!(await hasTemplate(admin))) return
  await admin.query(`ALTER DATABASE ${TEMPLATE} WITH IS_TEMPLATE false`)
  await admin.query(`DROP DATABASE ${TEMPLATE}`)
}

/** The clusters with a template of this run. Several projects share the PostgreSQL of `TEST_DATABASE_URL`. */
const createdTemplates = new Set<string>()

const renameToTemplate = (adminUrl: string) =>
  withAdmin(adminUrl, async (admin) => {
    await admin.query(`ALTER DATABASE ${OWN_DATABASE} RENAME TO ${TEMPLATE}`)
    await admin.query(`ALTER DATABASE ${TEMPLATE} WITH ALLOW_CONNECTIONS false IS_TEMPLATE true`)
  })

const createTemplate = (adminUrl: string) =>
  withAdmin(adminUrl, async (admin) => {
    if (createdTemplates.has(adminUrl)) return
    await dropTemplate(admin) // of a run that was killed
    createdTemplates.add(adminUrl)
    await admin.query(`CREATE DATABASE ${TEMPLATE}`)
    await migrate(databaseUrl(adminUrl, TEMPLATE))
    await admin.query(`ALTER DATABASE ${TEMPLATE} WITH ALLOW_CONNECTIONS false IS_TEMPLATE true`)
  })

async function withAdmin(url: string, work: (admin: pg.Client) => Promise<void>): Promise<void> {
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  try {
    await work(admin)
  } finally {
    await admin.end()
  }
}

const databaseUrl = (adminUrl: string, name: string) => adminUrl.replace('/postgres?', `/${name}?`)
