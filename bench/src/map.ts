import pg from 'pg'
import { fieldReportRoutes } from '@noroshi/contract/community-map/field-reports.http'
import { placeRoutes } from '@noroshi/contract/places/places.http'
import { API_BASE } from '@noroshi/contract/routes'
import { clock, quantile, spread } from './load/figures.ts'
import { insertUsers } from './load/people.ts'
import { startServer } from './load/server.ts'

// Measures the replies for the map of a town with 10,000 reports and places, which several readers fetch at once: the newest
// reports, those of a box as a phone shows it, and the places.
// Usage: npm run map -w bench [-- 9000 1000]
const [reports = 9000, places = 1000] = process.argv.slice(2).map(Number)
const READERS = 4
const ROUNDS = 100
const GOAL = 100
/** A box of about 10 by 10 km in a town of 40 by 40 km. */
const BOX = '?west=140.8&south=38.2&east=140.92&north=38.3'

const server = await startServer()
const client = new pg.Client({ connectionString: server.databaseUrl })
await client.connect()
const readers = await insertUsers(server.databaseUrl, READERS)
await client.query(
  `INSERT INTO field_reports (id, owner_id, subject, state, note, latitude, longitude, confirmed_at, expires_at, created_at)
  SELECT gen_random_uuid(), (SELECT id FROM users ORDER BY id LIMIT 1), (ARRAY['water', 'power', 'signal', 'road', 'shop'])[1 + i % 5],
    'broken', '朝から水が出ません', 38.1 + random() * 0.4, 140.7 + random() * 0.4, now() - i * interval '1 second',
    now() + interval '1 day', now()
  FROM generate_series(1, $1::int) i`,
  [reports],
)
await client.query(
  `INSERT INTO places (id, kind, name, note, latitude, longitude, created_at, updated_at)
  SELECT gen_random_uuid(), 'water', '給水所 ' || i, '', 38.1 + random() * 0.4, 140.7 + random() * 0.4, now(), now()
  FROM generate_series(1, $1::int) i`,
  [places],
)
await client.query('ANALYZE')

const measured = [
  ['newest reports', fieldReportRoutes.list.path],
  ['reports of a box', fieldReportRoutes.list.path + BOX],
  ['places', placeRoutes.list.path],
] as const

console.log(`${reports} reports and ${places} places, ${READERS} readers at once, ${ROUNDS} replies each`)
for (const [name, to] of measured) {
  const times: number[] = []
  let bytes = 0
  const read = async (token: string) => {
    const before = clock()
    const response = await fetch(server.url + API_BASE + to, { headers: { authorization: `Bearer ${token}` } })
    const body = await response.text()
    times.push(clock() - before)
    if (!response.ok) throw new Error(`${to}: ${response.status} ${body}`)
    bytes = body.length
  }
  await Promise.all(readers.map(read)) // warms up
  times.length = 0
  await Promise.all(
    readers.map(async (token) => {
      for (let round = 0; round < ROUNDS; round++) await read(token)
    }),
  )
  const p99 = quantile(times, 0.99)
  console.log(
    `  ${name.padEnd(18)} ${(bytes / 1000).toFixed(0).padStart(5)} kB   p99, goal ${GOAL} ms  ${p99.toFixed(0)} ms   ${spread(times)}`,
  )
  if (p99 > GOAL) process.exitCode = 1
}
await client.end()
await server.stop()
process.exit()
