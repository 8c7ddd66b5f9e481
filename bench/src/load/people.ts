import { createHash, randomBytes } from 'node:crypto'
import pg from 'pg'
import { v7 as uuidv7 } from 'uuid'

/** Inserts users with sessions directly into the database, all in the group 'Everyone'. Returns their tokens. */
export async function insertUsers(databaseUrl: string, count: number): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const people = Array.from({ length: count }, () => ({
    id: uuidv7(),
    session: uuidv7(),
    token: randomBytes(32).toString('base64url'),
  }))
  const ids = people.map(({ id }) => id)
  await client.query(
    `INSERT INTO users (id, email, password_hash, first_name, has_daily_limit)
     SELECT id, id || '@example.org', 'none', 'Person', false FROM unnest($1::uuid[]) AS id`,
    [ids],
  )
  await client.query(
    `INSERT INTO sessions (id, user_id, token_hash, expires_at) SELECT s, u, h, now() + interval '1 day'
     FROM unnest($1::uuid[], $2::uuid[], $3::bytea[]) AS t (s, u, h)`,
    [people.map(({ session }) => session), ids, people.map(({ token }) => createHash('sha256').update(token).digest())],
  )
  await client.query(
    `INSERT INTO alert_group_members (group_id, user_id) SELECT g.id, u FROM alert_groups g, unnest($1::uuid[]) AS u WHERE g.takes_new_users`,
    [ids],
  )
  await client.query('ANALYZE')
  await client.end()
  return people.map(({ token }) => token)
}

/** Inserts a session of a user and returns its token. */
export async function insertSession(databaseUrl: string, email: string): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const token = randomBytes(32).toString('base64url')
  const { rowCount } = await client.query(
    `INSERT INTO sessions (id, user_id, token_hash, expires_at) SELECT $1, id, $2, now() + interval '1 day' FROM users WHERE email = $3`,
    [uuidv7(), createHash('sha256').update(token).digest(), email],
  )
  await client.end()
  if (rowCount !== 1) throw new Error(`there is no user ${email}`)
  return token
}
