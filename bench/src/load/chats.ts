import { createHash, randomBytes } from 'node:crypto'
import { foldText } from '@noroshi/contract/text/fold-text'
import pg from 'pg'
import { v7 as uuidv7 } from 'uuid'

/** The grams of a message, as on the server: pairs of adjacent characters, and single characters that are not ASCII. */
export function gramsOf(text: string): string {
  const grams = new Set<string>()
  for (const word of foldText(text).split(' ')) {
    const characters = Array.from(word)
    characters.forEach((character, index) => {
      if (index > 0) grams.add((characters[index - 1] ?? '') + character)
      if (character > '\u007f') grams.add(character)
    })
  }
  return [...grams].join(' ')
}

const ENGLISH =
  'the bridge water today meeting school station hello thanks road closed open food hall evening morning children please bring towels shelter power battery phone call river rain wind snow tomorrow again festival market rice garden doctor bus train late early neighbour umbrella blanket kettle tomato'
const JAPANESE =
  '今日 明日 避難所 橋 道路 通行止め 公民館 集まり お願いします ありがとう 了解です 雨 強い 気をつけて 学校 子ども 迎え 電池 充電 水 食料 配給 祭り 準備 町内会 掃除 バス 電車 遅れ 若葉町 仙台 毛布 診療所 懐中電灯'
/** Words that occur in few messages. */
const RARE = ['earthquake', 'kindergarten', '発電機', '郵便局']
const TEXTS = 20_000

/** Creates messages in two languages; one in fifty has a rare word. */
function createTexts(): string[] {
  const pick = (list: string) => list.split(' ')[Math.floor(Math.random() * list.split(' ').length)] ?? ''
  return Array.from({ length: TEXTS }, (_, index) => {
    const length = 4 + Math.floor(Math.random() * 6)
    const words = Array.from({ length }, () => pick(index % 2 === 0 ? ENGLISH : JAPANESE))
    if (index % 100 < 2) words.push(RARE[(index >> 1) % RARE.length] ?? '')
    return words.join(index % 2 === 0 ? ' ' : '')
  })
}

export interface SampleTown {
  /** Sessions of a user with many threads. */
  readonly busyTokens: readonly string[]
  /** A thread of this user with a thousand messages. */
  readonly threadId: string
  /** Users who each have a personal thread with another user. */
  readonly writers: readonly { readonly token: string; readonly id: string; readonly threadId: string }[]
  /** A group of 10 and a group of 500 users, with the tokens of all members. The first member writes. */
  readonly groups: readonly { readonly threadId: string; readonly tokens: readonly string[] }[]
}

const PEOPLE = 1000
const BUSY_SESSIONS = 20
const MESSAGES_A_THREAD = 1000
const PAIRS = 32

/** Inserts users, threads and messages directly into the database. */
export async function insertTown(databaseUrl: string, threads: number, messages: number): Promise<SampleTown> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const people = await insertPeople(client)
  const [busy, ...others] = people
  if (!busy) throw new Error('no users')
  const ids = others.map(({ id }) => id)

  // Four of five threads of the busy user are personal, the others are groups of eleven. Further threads belong to other users.
  const own = Array.from({ length: threads }, (_, index) =>
    index % 5 === 0 ? group(ids.slice(index, index + 10), busy.id) : pair(busy.id, ids[index] ?? ''),
  )
  const foreign = Array.from({ length: messages / MESSAGES_A_THREAD - threads }, (_, index) =>
    group(Array.from({ length: 5 }, (__, offset) => ids[(index * 7 + offset * 31) % ids.length] ?? '')),
  )
  const writers = people
    .slice(1, 1 + PAIRS)
    .map(({ id, token }, index) => ({ id, token, thread: pair(id, ids[500 + index] ?? '') }))
  const crowds = [10, 500].map((size) => people.slice(0, size))
  const crowdThreads = crowds.map((crowd) => group(crowd.map(({ id }) => id)))
  await insertThreads(client, [...own, ...foreign, ...writers.map(({ thread }) => thread), ...crowdThreads])
  await insertMessages(client, [...own, ...foreign])
  const busyTokens = await insertSessions(
    client,
    Array.from({ length: BUSY_SESSIONS }, () => busy.id),
  )
  await client.query('VACUUM ANALYZE')
  // Write the loaded data to the disk now, not during the measurement.
  await client.query('CHECKPOINT')
  await client.end()
  return {
    busyTokens,
    threadId: own[1]?.id ?? '',
    writers: writers.map(({ id, token, thread }) => ({ id, token, threadId: thread.id })),
    groups: crowdThreads.map((thread, index) => ({
      threadId: thread.id,
      tokens: (crowds[index] ?? []).map(({ token }) => token),
    })),
  }
}

interface NewThread {
  readonly id: string
  readonly kind: 'personal' | 'group'
  readonly members: readonly string[]
}
const pair = (one: string, other: string): NewThread => ({ id: uuidv7(), kind: 'personal', members: [one, other].toSorted() })
const group = (members: readonly string[], first?: string): NewThread => ({
  id: uuidv7(),
  kind: 'group',
  members: [...new Set(first === undefined ? members : [first, ...members])],
})

/** Inserts users with one session each. */
async function insertPeople(client: pg.Client) {
  const ids = Array.from({ length: PEOPLE }, () => uuidv7())
  await client.query(
    `INSERT INTO users (id, email, password_hash, first_name, last_name, has_daily_limit) SELECT id, id || '@example.org', 'none', 'Person', n::text, false
     FROM unnest($1::uuid[]) WITH ORDINALITY AS t (id, n)`,
    [ids],
  )
  const tokens = await insertSessions(client, ids)
  return ids.map((id, index) => ({ id, token: tokens[index] ?? '' }))
}

async function insertSessions(client: pg.Client, userIds: readonly string[]): Promise<string[]> {
  const tokens = userIds.map(() => randomBytes(32).toString('base64url'))
  await client.query(
    `INSERT INTO sessions (id, user_id, token_hash, expires_at) SELECT s, u, h, now() + interval '1 day'
     FROM unnest($1::uuid[], $2::uuid[], $3::bytea[]) AS t (s, u, h)`,
    [tokens.map(() => uuidv7()), userIds, tokens.map((token) => createHash('sha256').update(token).digest())],
  )
  return tokens
}

async function insertThreads(client: pg.Client, threads: readonly NewThread[]): Promise<void> {
  const isPair = ({ kind }: NewThread) => kind === 'personal'
  await client.query(
    `INSERT INTO threads (id, kind, person_low, person_high, member_count)
     SELECT * FROM unnest($1::uuid[], $2::text[], $3::uuid[], $4::uuid[], $5::int[])`,
    [
      threads.map(({ id }) => id),
      threads.map(({ kind }) => kind),
      threads.map((one) => (isPair(one) ? one.members[0] : null)),
      threads.map((one) => (isPair(one) ? one.members[1] : null)),
      threads.map(({ members }) => members.length),
    ],
  )
  const groups = threads.filter((one) => !isPair(one))
  await client.query(
    `INSERT INTO thread_groups (thread_id, name, created_by) SELECT t, 'Neighbours', p FROM unnest($1::uuid[], $2::uuid[]) AS g (t, p)`,
    [groups.map(({ id }) => id), groups.map(({ members }) => members[0])],
  )
  const members = threads.flatMap(({ id, members: all }) => all.map((userId) => ({ id: uuidv7(), threadId: id, userId })))
  await client.query(
    `INSERT INTO thread_members (id, thread_id, user_id, has_accepted) SELECT i, t, u, true FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]) AS m (i, t, u)`,
    [members.map(({ id }) => id), members.map(({ threadId }) => threadId), members.map(({ userId }) => userId)],
  )
  await client.query(
    `INSERT INTO thread_marks (thread_id, message_type) SELECT id, type FROM threads, unnest(ARRAY['normalChat', 'asrChat']) AS type`,
  )
  await client.query(
    `INSERT INTO thread_watermarks (thread_id, message_type, user_id, delivered_seq, seen_seq)
     SELECT thread_id, type, user_id, 0, 0 FROM thread_members, unnest(ARRAY['normalChat', 'asrChat']) AS type`,
  )
}

/** Inserts a thousand messages into each thread, by its members in turn. The watermarks leave up to 19 messages unread. */
async function insertMessages(client: pg.Client, threads: readonly NewThread[]): Promise<void> {
  const index = await client.query<{ definition: string }>(`SELECT pg_get_indexdef('messages_by_grams'::regclass) AS definition`)
  await client.query('DROP INDEX messages_by_grams')
  const samples = createTexts()
  await client.query('CREATE TEMP TABLE samples (n int PRIMARY KEY, text text, grams text)')
  await client.query(
    `INSERT INTO samples SELECT n - 1, t, g FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS s (t, g, n)`,
    [samples, samples.map(gramsOf)],
  )
  await client.query('CREATE TEMP TABLE talking (place int PRIMARY KEY, id uuid, members uuid[])')
  await client.query(
    `INSERT INTO talking SELECT n - 1, t, ARRAY(SELECT user_id FROM thread_members WHERE thread_id = t)
     FROM unnest($1::uuid[]) WITH ORDINALITY AS threads (t, n)`,
    [threads.map(({ id }) => id)],
  )
  // Ids rise with time, as on the server; the messages of all threads are interleaved.
  await client.query(
    `INSERT INTO messages (id, thread_id, seq, sender_id, message_type, text, grams, message_at, created_at, updated_at)
     SELECT (lpad(to_hex(1750000000000 + (seq * $1::bigint + place) * 10), 12, '0') || '7000' || '8000' || lpad(to_hex(seq * $1::bigint + place), 12, '0'))::uuid,
       id, seq, members[1 + (seq % cardinality(members))], 'normalChat', text, grams, at, at, at
     FROM generate_series(1, ${MESSAGES_A_THREAD}) AS seq, talking, samples,
       LATERAL (SELECT to_timestamp(1750000000 + (seq * $1::bigint + place) / 100) AS at) clock
     WHERE n = (seq * 7919 + place * 104729) % ${TEXTS}`,
    [threads.length],
  )
  await client.query(`UPDATE threads SET last_seq = ${MESSAGES_A_THREAD} WHERE id = ANY ($1::uuid[])`, [
    threads.map(({ id }) => id),
  ])
  await client.query(
    `UPDATE thread_watermarks SET delivered_seq = ${MESSAGES_A_THREAD}, seen_seq = ${MESSAGES_A_THREAD} - (place % 20)
     FROM talking WHERE talking.id = thread_id AND message_type = 'normalChat'`,
  )
  await client.query(index.rows[0]?.definition ?? '')
}
