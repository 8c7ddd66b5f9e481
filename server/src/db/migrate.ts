import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'

const folder = new URL('../../migrations/', import.meta.url)

/**
 * Applies the migrations that are missing; there are no down migrations. Several processes may call it at the same time: an
 * advisory lock serialises them. Returns the names of the applied migrations.
 */
export async function migrate(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const done: string[] = []
  try {
    await client.query("SELECT pg_advisory_lock(hashtext('noroshi:migrate'))")
    await client.query(
      'CREATE TABLE IF NOT EXISTS schema_migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())',
    )
    const { rows } = await client.query<{ name: string }>('SELECT name FROM schema_migrations')
    const applied = new Set(rows.map((row) => row.name))
    for (const name of (await readdir(folder)).filter((file) => file.endsWith('.sql')).toSorted()) {
      if (applied.has(name)) continue
      await apply(client, name)
      done.push(name)
    }
  } finally {
    await client.end()
  }
  return done
}

async function apply(client: pg.Client, name: string): Promise<void> {
  const sql = await readFile(new URL(name, folder), 'utf8')
  await client.query('BEGIN')
  try {
    await client.query(sql)
    await client.query('INSERT INTO schema_migrations (name) VALUES ($1)', [name])
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw new Error(`migration ${name} failed`, { cause: error })
  }
}
