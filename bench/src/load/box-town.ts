import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { insertTown } from './chats.ts'
import { insertUsers } from './people.ts'
import { startChannel } from './radio-channel.ts'
import type { RunningServer } from './server.ts'

/** Threads of the people who are not online, and messages in all of them. */
const OFFLINE_THREADS = 60
const OFFLINE_MESSAGES = 60_000
const POSTS = 2000

/** A radio chat, whose thread is a group too. */
export interface Channel {
  readonly threadId: string
  /** The first one speaks. */
  readonly tokens: readonly string[]
}

/** The people of the box. */
export interface BoxTown {
  readonly channels: readonly Channel[]
  readonly feedId: string
  /** One token for each SOS. They are not connected. */
  readonly raisers: readonly string[]
}

/** Fills the database: 1,000 people who are offline with their messages, a feed, and people in groups with a radio chat each. */
export async function insertBoxTown(
  { url, databaseUrl }: RunningServer,
  { people, channels, raisers }: { readonly people: number; readonly channels: number; readonly raisers: number },
): Promise<BoxTown> {
  await insertTown(databaseUrl, OFFLINE_THREADS, OFFLINE_MESSAGES)
  const tokens = await insertUsers(databaseUrl, people + raisers)
  const online = tokens.splice(0, people)
  const started: Channel[] = []
  for (let index = 0; index < channels; index++) {
    const own = online.filter((_, at) => at % channels === index)
    started.push({ threadId: await startChannel(url, own[0] ?? '', own.slice(1)), tokens: own })
  }
  return { channels: started, feedId: await insertFeed(databaseUrl), raisers: tokens }
}

/** Inserts a feed in which all users may post. */
async function insertFeed(databaseUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const feedId = randomUUID()
  await client.query(
    `INSERT INTO feeds (id, name, is_public, is_open_to_users, allows_post_by_any_user, created_by)
     SELECT $1, 'Our town', true, true, true, id FROM users LIMIT 1`,
    [feedId],
  )
  await client.query(
    `INSERT INTO posts (id, feed_id, created_by, text_content, is_approved, created_at)
     SELECT gen_random_uuid(), $1, created_by, repeat('The water falls. ', 8), true, now() - n * interval '1 hour'
     FROM feeds, generate_series(1, ${POSTS}) AS n WHERE feeds.id = $1`,
    [feedId],
  )
  await client.query('VACUUM ANALYZE')
  await client.query('CHECKPOINT')
  await client.end()
  return feedId
}
