import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { embeddedPostgres } from '../src/db/embedded.ts'
import { migrate } from '../src/db/migrate.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /**
     * The URL of an administrator for each worker, or one for a project that runs a file at a time. Workers need
     * separate clusters: cursors count the transactions of a cluster. Tests call `adminUrl()` (testing/database.ts).
     */
    adminUrls: readonly string[]
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
  const folders =
    given === undefined ? Array.from({ length: maxWorkers }, (_, index) => folderOf(`${project.name}-${index}`)) : []
  const own = await Promise.all(folders.map((folder) => embeddedPostgres(folder, { durable: false })))
  const adminUrls = given === undefined ? own.map((one) => one.url()) : [given]
  await Promise.all(adminUrls.map(createTemplate))
  project.provide('adminUrls', adminUrls)
  return async () => {
    for (const one of own) await one.stop()
    for (const folder of folders) await rm(folder, { recursive: true, force: true })
    if (given === undefined) return
    await withAdmin(given, dropTemplate)
  }
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
