import { createHash } from 'node:crypto'
import type pg from 'pg'
import { withClient } from './server-database.ts'

/** Returns the URL of another database on the same PostgreSQL. */
const urlOf = (url: string, database: string): string => url.replace(/^(\w+:\/\/[^/?#]*)(?:\/[^?#]*)?/, `$1/${database}`)

/** Returns the name of the scratch database of a server. Several servers may use one PostgreSQL. */
async function nameOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>('SELECT current_database() AS name')
  const hash = createHash('sha256').update(rows[0]?.name ?? '')
  return `noroshi_rehearsal_${hash.digest('hex').slice(0, 12)}`
}

/** Creates an empty database for a rehearsal. Returns its URL. @throws DatabaseError 42501 without the right to do so */
export const createScratch = (url: string): Promise<string> =>
  withClient(url, async (client) => {
    const name = await nameOf(client)
    await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    await client.query(`CREATE DATABASE ${name}`)
    return urlOf(url, name)
  })

/** Deletes the scratch database, also one that a killed process left. */
export const dropScratch = (url: string): Promise<void> =>
  withClient(url, async (client) => {
    const name = await nameOf(client)
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name])
    if (rowCount !== 0) await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  })
