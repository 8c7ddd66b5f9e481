import { randomInt } from 'node:crypto'
import pg from 'pg'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { peopleRoutes } from '@noroshi/contract/accounts/people.http'
import { Caller } from './load/caller.ts'
import { clock, median, quantile } from './load/figures.ts'
import { insertUsers } from './load/people.ts'
import { startServer } from './load/server.ts'

// Measures the search among many users with Japanese and Latin names, and the map with the locations of a tenth of them.
// Usage: npm run users -w bench [-- 100000]
const PEOPLE = Number(process.argv[2] ?? 100_000)
const SEARCHES = 2000
const MAPS = 240
const MAP_WARM_UPS = 40

const LATIN_FIRST =
  'Aiko Akira Ann Anna Ben Carlos Chie Dora Elena Emi Fatima Gen Hana Ivan James Jun Ken Lena Maria Mio Nao Olga Rin Sara Tomo Yuki'
const LATIN_LAST =
  'Abe Brown Garcia Hayashi Inoue Ito Kato Kim Kobayashi Mori Nakamura Nguyen Ono Sato Silva Smith Suzuki Tanaka Watanabe Yamada'
const KANJI_FIRST = '愛子 明 千恵 大輔 英子 恵美 富士子 玄 花 一郎 純 健 美緒 直人 凛 さくら ひなた 智 由紀 陽子'
const KANJI_LAST = '阿部 林 井上 伊藤 加藤 小林 森 中村 小野 佐藤 鈴木 高橋 田中 渡辺 山田 佐々木 千葉 菅原 三浦 伊達'

const server = await startServer()
const caller = new Caller(server.url)
const tokens = await insertUsers(server.databaseUrl, PEOPLE)
await updateUsers(server.databaseUrl)
const token = tokens[0] ?? ''

const queries = [
  'a',
  'an',
  'ai',
  'sat',
  'tanaka',
  'Mori Aiko',
  'anna s',
  'kob',
  'i o',
  'smith-7',
  'zzz',
  'anan',
  '森',
  '佐',
  '佐藤',
  '子',
  '田中',
  '森愛子',
  '山田 花',
  'さくら',
  'タナカ',
  '木 子',
]
console.log(`search among ${PEOPLE} people, ${SEARCHES} searches after as many to warm up`)
const searchTimes: number[] = []
for (const query of queries) {
  const times: number[] = []
  let found = 0
  for (let round = 0; round < SEARCHES / queries.length; round += 1) found = (await search(query)).found
  for (let round = 0; round < SEARCHES / queries.length; round += 1) times.push((await search(query)).took)
  searchTimes.push(...times)
  console.log(
    `  ${query.padEnd(10)} ${String(found).padStart(3)} found  p50 ${median(times).toFixed(1)}  p99 ${quantile(times, 0.99).toFixed(1)} ms`,
  )
}
console.log(`  all        p50 ${median(searchTimes).toFixed(1)}  p99 ${quantile(searchTimes, 0.99).toFixed(1)} ms`)

const mapTimes: number[] = []
let map = await get(accountRoutes.positions.path)
for (let round = 0; round < MAPS; round += 1) {
  const startedAt = clock()
  map = await get(accountRoutes.positions.path)
  if (round >= MAP_WARM_UPS) mapTimes.push(clock() - startedAt)
}
const { items } = accountRoutes.positions.reply.parse(map.json())
console.log(
  `the map: ${items.length} locations, ${Math.round(map.size / 1024)} kB  p50 ${median(mapTimes).toFixed(1)}  p99 ${quantile(mapTimes, 0.99).toFixed(1)} ms`,
)
caller.end()
await server.stop()

function get(path: string) {
  return caller.request(token, path)
}

async function search(text: string): Promise<{ took: number; found: number }> {
  const startedAt = clock()
  const response = await get(`${peopleRoutes.search.path}?name=${encodeURIComponent(text)}`)
  const took = clock() - startedAt
  return { took, found: peopleRoutes.search.reply.parse(response.json()).items.length }
}

/** Gives all users a name, half of them a Japanese one, and every tenth user a shared location. */
async function updateUsers(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ id: string }>('SELECT id FROM users')
  const pick = (names: string) => names.split(' ')[randomInt(names.split(' ').length)] ?? ''
  const named = rows.map(({ id }, index) =>
    index % 2 === 0
      ? { id, first: pick(LATIN_FIRST), last: `${pick(LATIN_LAST)}${index % 4 === 0 ? `-${index}` : ''}` }
      : { id, first: pick(KANJI_FIRST), last: pick(KANJI_LAST) },
  )
  await client.query(
    `UPDATE users SET first_name = t.f, last_name = t.l FROM unnest($1::uuid[], $2::text[], $3::text[]) AS t (id, f, l) WHERE users.id = t.id`,
    [named.map(({ id }) => id), named.map(({ first }) => first), named.map(({ last }) => last)],
  )
  const sharing = named.filter((_, index) => index % 10 === 0).map(({ id }) => id)
  await client.query(`UPDATE users SET location_sharing = 'always' WHERE id = ANY ($1::uuid[])`, [sharing])
  await client.query(
    `INSERT INTO user_positions (user_id, latitude, longitude, accuracy, at)
     SELECT id, 38 + random(), 140 + random(), 10, now() FROM unnest($1::uuid[]) AS id`,
    [sharing],
  )
  await client.query('VACUUM ANALYZE')
  // Write the loaded data to the disk now, not during the measurement.
  await client.query('CHECKPOINT')
  await client.end()
}
