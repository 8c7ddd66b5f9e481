import { createHash, randomInt } from 'node:crypto'
import pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { postRoutes } from '@noroshi/contract/feeds/posts.http'
import { threadRoutes } from '@noroshi/contract/messaging/threads.http'
import { openDb } from '../../server/src/db/pool.ts'
import { pinRows, postPage } from '../../server/src/features/feeds/post-pages.sql.ts'
import { barePage, barePins } from './load/bare-feed.ts'
import { Caller } from './load/caller.ts'
import { clock, median, quantile } from './load/figures.ts'
import { insertUsers } from './load/people.ts'
import { startServer } from './load/server.ts'

// Measures a feed of many posts with likes, comments, files and locations: pages at several positions and the map. Compares the
// product's statements and its HTTP replies with plain SQL that reads the same data.
// Usage: npm run feed -w bench [-- 100000]
const POSTS = Number(process.argv[2] ?? 100_000)
const PEOPLE = 1000
const ROUNDS = 300
const PAGE = 30
const PIN_LIMIT = 501
/** The parameters of a page without filter. */
const NO_FILTER = { authorId: null, userName: null, from: null, until: null, after: null, offset: 0 }

const server = await startServer()
const caller = new Caller(server.url)
const tokens = await insertUsers(server.databaseUrl, PEOPLE)
const client = new pg.Client({ connectionString: server.databaseUrl })
await client.connect()
const db = openDb(server.databaseUrl, 1)
// A foreign key check that was planned while the table was empty would scan the table for each row.
await client.query('SET plan_cache_mode = force_custom_plan')
const feedId = await insertFeed()
await client.query('RESET plan_cache_mode')
const token = tokens[0] ?? ''
console.log(
  `a feed of ${POSTS} posts with 4 likes, 2 comments and a file each; ${ROUNDS} rounds after a third as many to warm up`,
)

const cursors = await idsAt([0, 999 * PAGE, Math.floor(POSTS / PAGE - 1) * PAGE])
const reader = await userIdOf(token)
const statement = { feedId, viewerId: reader, status: 'approved', order: 'desc', limit: PAGE + 1, ...NO_FILTER } as const
const [bare, own] = await alternate(
  () => barePage(client, feedId, reader, PAGE + 1),
  () => postPage(db, statement),
)
console.log('PostgreSQL alone, compared with plain SQL for the same rows, authors, files, counts and likes')
printTimes('bare SQL of the first page', bare, bare)
printTimes('the product’s statement for it', own, bare, 1.6)
console.log('over HTTP')
// The cost of a request that reads its session and one row.
printTimes('the floor: a request that reads one number', await timed(() => get(threadRoutes.unreadPersonal.path)), bare)
printTimes('first page', await timed(() => page('')), bare)
for (const [name, after] of [
  ['second page', cursors[0]],
  ['thousandth page, by page[after]', cursors[1]],
  ['last page, by page[after]', cursors[2]],
] as const)
  printTimes(name, await timed(() => page(`page[after]=${after}`)), bare)
printTimes('thousandth page, by its number', await timed(() => page('page[pageNumber]=1000')), bare)
printTimes('first page of a name', await timed(() => page('filter[userName]=Person-77')), bare)
printTimes('first page of a day', await timed(() => page('filter[startDate]=2026-01-10&filter[endDate]=2026-01-10')), bare)
printTimes('first page, the oldest first', await timed(() => page('orderBy[sortOrder]=asc')), bare)

for (const [name, box] of [
  ['worldwide', ''],
  ['a tenth of the town', '140.85,38.25,140.95,38.35'],
  ['some streets', '140.890,38.250,140.900,38.260'],
  ['without posts', '10,10,11,11'],
] as const) {
  const [west = 0, south = 0, east = 0, north = 0] = box === '' ? [-180, -90, 180, 90] : box.split(',').map(Number)
  const corners = { west, south, east, north }
  const [plain, statements] = await alternate(
    () => barePins(client, feedId, corners, PIN_LIMIT),
    () => pinRows(db, feedId, box === '' ? undefined : corners, PIN_LIMIT),
  )
  printTimes(`map: ${name}: bare SQL`, plain, plain)
  printTimes(`map: ${name}: the product’s statement`, statements, plain, 1.6)
  const query = box === '' ? '' : `?bbox=${box}`
  const times = await timed(() => get(`${postRoutes.map.path.replace(':id', feedId)}${query}`))
  printTimes(`map: ${name}: over HTTP, ${await pins(query)} pins`, times, plain)
}
await client.end()
await db.destroy()
caller.end()
await server.stop()

function printTimes(name: string, times: readonly number[], reference: readonly number[], goal?: number): void {
  const ratio = median(times) / median(reference)
  const met = goal === undefined ? '' : ` (goal ${goal}: ${ratio <= goal ? 'met' : 'missed'})`
  console.log(
    `  ${name.padEnd(52)} p50 ${median(times).toFixed(2).padStart(6)}  p99 ${quantile(times, 0.99).toFixed(1).padStart(6)} ms  ${ratio.toFixed(2)} times the bare statement${met}`,
  )
}

/** Runs both functions alternately, so that other load of the machine affects both equally. */
async function alternate(first: () => Promise<unknown>, second: () => Promise<unknown>): Promise<[number[], number[]]> {
  const times: [number[], number[]] = [[], []]
  for (let round = -ROUNDS / 3; round < ROUNDS; round += 1)
    for (const [index, work] of [first, second].entries()) {
      const from = clock()
      await work()
      if (round >= 0) times[index]?.push(clock() - from)
    }
  return times
}

async function timed(work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (let round = -ROUNDS / 3; round < ROUNDS; round += 1) {
    const from = clock()
    await work()
    if (round >= 0) times.push(clock() - from)
  }
  return times
}

function page(query: string) {
  return get(`${postRoutes.list.path.replace(':id', feedId)}?${encodeURI(query)}`)
}

function get(path: string) {
  return caller.request(token, path)
}

async function pins(query: string): Promise<number> {
  const response = await get(`${postRoutes.map.path.replace(':id', feedId)}${query}`)
  return postRoutes.map.reply.parse(response.json()).items.length
}

async function userIdOf(sessionToken: string): Promise<string> {
  const { rows } = await client.query<{ user_id: string }>('SELECT user_id FROM sessions WHERE token_hash = $1', [
    createHash('sha256').update(sessionToken).digest(),
  ])
  return rows[0]?.user_id ?? ''
}

async function idsAt(positions: readonly number[]): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>('SELECT id FROM posts WHERE feed_id = $1 ORDER BY id DESC', [feedId])
  return positions.map((position) => rows[position - (position === 0 ? -PAGE + 1 : 1)]?.id ?? '')
}

/** Inserts a large and a small feed directly into the database and returns the id of the large one. */
async function insertFeed(): Promise<string> {
  await client.query(
    `UPDATE users SET first_name = 'Person-' || n FROM (SELECT id, row_number() OVER () AS n FROM users) AS t WHERE t.id = users.id`,
  )
  const { rows: people } = await client.query<{ id: string }>('SELECT id FROM users')
  const randomUserId = () => people[randomInt(people.length)]?.id ?? ''
  const feeds = [uuidv7(), uuidv7()]
  await client.query(
    `INSERT INTO feeds (id, name, is_public, is_open_to_users, allows_post_by_any_user, created_by)
     SELECT id, 'A busy feed', true, true, true, $2 FROM unnest($1::uuid[]) AS id`,
    [feeds, randomUserId()],
  )
  const posts = Array.from({ length: POSTS + POSTS / 10 }, (_, index) => ({
    id: uuidv7(),
    feed: feeds[index < POSTS ? 0 : 1],
    by: randomUserId(),
  }))
  await client.query(
    `INSERT INTO posts (id, feed_id, created_by, text_content, latitude, longitude, is_approved, like_count, comment_count, created_at)
     SELECT p, f, u, repeat('The water falls. ', 8), 38 + random(), 140.5 + random(), true, 4, 2, timestamptz '2026-01-01' + random() * interval '200 days'
     FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]) AS t (p, f, u)`,
    [posts.map(({ id }) => id), posts.map(({ feed }) => feed), posts.map(({ by }) => by)],
  )
  await client.query('ANALYZE')
  const ids = posts.map(({ id }) => id)
  const authors = people.map(({ id }) => id)
  await client.query(
    `INSERT INTO likes (id, post_id, user_id)
     SELECT gen_random_uuid(), p, ($2::uuid[])[1 + (at + n * 97) % $3] FROM unnest($1::uuid[]) WITH ORDINALITY AS t (p, at), generate_series(1, 4) AS n`,
    [ids, authors, authors.length],
  )
  await client.query(
    `INSERT INTO comments (id, post_id, user_id, description)
     SELECT gen_random_uuid(), p, ($2::uuid[])[1 + (at + n) % $3], 'thank you' FROM unnest($1::uuid[]) WITH ORDINALITY AS t (p, at), generate_series(1, 2) AS n`,
    [ids, authors, authors.length],
  )
  await client.query(
    `INSERT INTO files (id, storage_key, preview_key, type, name, size, width, height, parent_kind, parent_id)
     SELECT gen_random_uuid(), 'k' || p, 'v' || p, 'image/jpeg', 'river.jpg', 1000, 40, 30, 'post', p FROM unnest($1::uuid[]) AS p`,
    [ids],
  )
  await client.query('VACUUM ANALYZE')
  // Write the loaded data to the disk now, not during the measurement.
  await client.query('CHECKPOINT')
  return feeds[0] ?? ''
}
