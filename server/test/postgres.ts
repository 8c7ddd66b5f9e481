import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { embeddedPostgres } from '../src/db/embedded.ts'
import { migrate } from '../src/db/migrate.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** An administrator's address of the PostgreSQL under test; its database name is replaced per file. */
    adminUrl: string
    /** One for each of vitest's workers, or the one that was given: cursors count the transactions of a whole PostgreSQL. */
    adminUrls: readonly string[]
  }
}

const TEMPLATE = 'template_noroshi'

/** As many as vitest.config.ts has workers. */
const WORKERS = 2

/**
 * A PostgreSQL for each worker, with fsync off, or the one that `TEST_DATABASE_URL` names.
 * `template_noroshi` is migrated once and cloned by each test file.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['TEST_DATABASE_URL']
  const folders = given === undefined ? Array.from({ length: WORKERS }, (_, place) => folderOf(place)) : []
  const own = await Promise.all(folders.map((folder) => embeddedPostgres(folder, { durable: false })))
  const adminUrls = given === undefined ? own.map((one) => one.url()) : [given]
  await Promise.all(adminUrls.map(makeTemplate))
  project.provide('adminUrl', adminUrls[0] ?? '')
  project.provide('adminUrls', adminUrls)
  return async () => {
    for (const one of own) await one.stop()
    for (const folder of folders) await rm(folder, { recursive: true, force: true })
    if (given === undefined) return
    await withAdmin(given, async (admin) => {
      await admin.query(`ALTER DATABASE ${TEMPLATE} WITH IS_TEMPLATE false`)
      await admin.query(`DROP DATABASE ${TEMPLATE}`)
    })
  }
}

const folderOf = (place: number) => path.join(tmpdir(), `noroshi-test-${process.pid}-${place}`)

const makeTemplate = (adminUrl: string) =>
  withAdmin(adminUrl, async (admin) => {
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
