import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

/**
 * Returns the connection URL of an administrator of the PostgreSQL of this worker. Test files replace its database
 * name.
 * @throws when the worker would share a PostgreSQL, whose other transactions delay the cursors of events
 */
export function adminUrl(): string {
  const urls = inject('adminUrls')
  const url = urls.length === 1 ? urls[0] : urls[Number(process.env['VITEST_POOL_ID']) - 1]
  if (url === undefined) throw new Error('this worker of vitest has no PostgreSQL (server/test/postgres.ts)')
  return url
}

interface TestDatabase {
  readonly url: string
  drop(): Promise<void>
}

/** Clones the migrated template database, which takes about 25 ms in memory. */
export const cloneDatabase = (): Promise<TestDatabase> => createDatabase('TEMPLATE template_noroshi STRATEGY file_copy')

/** Creates an empty database. @param options of CREATE DATABASE */
export async function createDatabase(options = ''): Promise<TestDatabase> {
  const url = adminUrl()
  const name = `t_${randomUUID().replaceAll('-', '')}`
  await query(url, `CREATE DATABASE ${name} ${options}`)
  return {
    url: url.replace('/postgres?', `/${name}?`),
    drop: async () => {
      await query(url, `DROP DATABASE ${name} WITH (FORCE)`)
    },
  }
}

/** Runs SQL on a connection of its own. Returns the rows of a single statement. */
export async function query(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows
  } finally {
    await client.end()
  }
}
