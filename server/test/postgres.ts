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
    /** The migrated database that is cloned. */
    template: string
  }
}

/**
 * One PostgreSQL for the run, with fsync off, or the one that `TEST_DATABASE_URL` names.
 * A template is migrated once for each of vitest's projects, and cloned by each test file.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['TEST_DATABASE_URL']
  const name = project.name.replaceAll('-', '_')
  const template = `template_${name}`
  const folder = path.join(tmpdir(), `noroshi-test-${name}-${process.pid}`)
  const own = given === undefined ? await embeddedPostgres(folder, { durable: false }) : null
  const adminUrl = given ?? own?.url() ?? ''
  await withAdmin(adminUrl, async (admin) => {
    await admin.query(`CREATE DATABASE ${template}`)
    await migrate(databaseUrl(adminUrl, template))
    await admin.query(`ALTER DATABASE ${template} WITH ALLOW_CONNECTIONS false IS_TEMPLATE true`)
  })
  project.provide('adminUrl', adminUrl)
  project.provide('template', template)
  return async () => {
    if (own) {
      await own.stop()
      await rm(folder, { recursive: true, force: true })
      return
    }
    await withAdmin(adminUrl, async (admin) => {
      await admin.query(`ALTER DATABASE ${template} WITH IS_TEMPLATE false`)
      await admin.query(`DROP DATABASE ${template}`)
    })
  }
}

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
