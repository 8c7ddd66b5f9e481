import pg from 'pg'

/** The name of the server's database in its embedded cluster. */
export const OWN_DATABASE = 'noroshi'

/** Creates the database in a new cluster and returns its URL. */
export async function ensureDatabase(cluster: { url(database?: string): string }): Promise<string> {
  const admin = new pg.Client({ connectionString: cluster.url() })
  await admin.connect()
  try {
    const { rowCount } = await admin.query('SELECT 1 FROM pg_database WHERE datname = $1', [OWN_DATABASE])
    if (!rowCount) await admin.query(`CREATE DATABASE ${OWN_DATABASE}`)
  } finally {
    await admin.end()
  }
  return cluster.url(OWN_DATABASE)
}
