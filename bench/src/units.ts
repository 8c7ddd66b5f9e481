import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { io } from 'socket.io-client'
import { v7 as uuidv7 } from 'uuid'
import { lacsRoutes } from '@noroshi/contract/admin/lacs.http'
import { alertGroupRoutes } from '@noroshi/contract/alerts/alert-groups.http'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { feedRoutes } from '@noroshi/contract/feeds/feeds.http'
import { postRoutes } from '@noroshi/contract/feeds/posts.http'
import { API_BASE } from '@noroshi/contract/routes'
import { unitRoutes } from '@noroshi/contract/units/units.http'
import { runAlternately } from './load/alternate.ts'
import { clock, quantile } from './load/figures.ts'
import { insertUsers } from './load/people.ts'
import { type RunningServer, startServer } from './load/server.ts'

// Measures units: a post with and without a group of units beside the bare statement, the bytes of a post in a file and the records
// that a unit applies, and an alert until it is an alarm at a unit that waits for it over a link.
// Usage: npm run units -w bench [-- 200 3 2000 50]
const [writes = 200, rounds = 3, posts = 2000, alerts = 50] = process.argv.slice(2).map(Number)
const WRITERS = 2
/** People of a unit, since what one person posts in a minute is limited. */
const PEOPLE = Math.max(alerts, 200)
/** Milliseconds between two alerts. */
const ALERT_GAP_MS = 300
/** Milliseconds between two looks whether the units have exchanged something. */
const LOOK_MS = 500
const GOALS = { alarm: 1000 }

interface Unit {
  readonly server: RunningServer
  readonly pool: pg.Pool
  readonly admin: string
  readonly people: readonly string[]
}

let posted = 0
const [alone, hall, gym] = [await openUnit(), await openUnit(), await openUnit()]
await pair()
const [ownOfAlone, ownOfHall, shared] = [
  await createFeed(alone, false),
  await createFeed(hall, false),
  await createFeed(hall, true),
]

console.log(`posts by ${WRITERS} writers, ${writes} in each of ${rounds} rounds`)
await runAlternately(
  [
    { name: 'the bare statement', write: () => insertBare(ownOfAlone) },
    { name: 'without a group', write: () => post(alone, ownOfAlone) },
    { name: 'in a group, a feed of this unit', write: () => post(hall, ownOfHall) },
    { name: 'in a group, a feed of all units', write: () => post(hall, shared) },
  ],
  WRITERS,
  writes,
  rounds,
)

// The gym has the feed and all posts before, so that the file has these posts alone.
await exchanged()
const others = await hall.pool.query<{ unit_id: string }>(
  'SELECT unit_id FROM sync_units WHERE unit_id <> (SELECT unit_id FROM sync_self)',
)
const gymId = others.rows[0]?.unit_id ?? ''
await gym.server.kill()
for (let n = 0; n < posts; n += WRITERS) await Promise.all(Array.from({ length: WRITERS }, () => post(hall, shared)))
const { bundle } = unitRoutes.write.reply.parse(await request(hall, 'POST', unitRoutes.write.path, { UnitIds: [gymId] }))
const bytes = Buffer.from(bundle, 'base64').length
await gym.server.restart()
const from = clock()
await request(gym, 'POST', unitRoutes.take.path, { bundle })
const applying = clock() - from
console.log(`a file with ${posts} posts`)
console.log(`  bytes of a post                        ${(bytes / posts).toFixed(0)}`)
console.log(`  applied a second, with events          ${((posts * 1000) / applying).toFixed(0)}`)

const groupId = alertGroupRoutes.create.reply.parse(
  await request(hall, 'POST', alertGroupRoutes.create.path, {
    name: 'Rescue',
    isAnonymous: false,
    takesNewUsers: false,
    isShared: true,
  }),
).id
await post(hall, shared) // both go at once
while ((await gym.pool.query('SELECT FROM alert_groups WHERE id = $1', [groupId])).rowCount === 0) await sleep(LOOK_MS)
for (const { pool } of [hall, gym])
  await pool.query(
    'INSERT INTO alert_group_members (group_id, user_id) SELECT $1, user_id FROM sessions ON CONFLICT DO NOTHING',
    [groupId],
  )
const arrived = new Map<string, number>()
const socket = io(gym.server.url, { transports: ['websocket'], auth: { token: gym.people[0] ?? '' } })
socket.on('alert:new_alert', ({ id }: { id: string }) => arrived.set(id, clock()))
await new Promise<void>((resolve) => void socket.once('connect', resolve))
await exchanged()
const sent = new Map<string, number>()
for (const token of hall.people.slice(0, alerts)) {
  const before = clock()
  const raised = alertRoutes.raise.reply.parse(
    await request(hall, 'POST', alertRoutes.raise.path, { textContent: 'Fire' }, token),
  )
  sent.set(raised.id, before)
  await sleep(ALERT_GAP_MS)
}
for (let looks = 0; arrived.size < sent.size && looks < 60; looks++) await sleep(LOOK_MS)
const times = [...sent].map(([id, at]) => (arrived.get(id) ?? Number.POSITIVE_INFINITY) - at)
console.log(
  `${alerts} alerts over a link, from the press until the other unit's socket has the alarm, goal p99 ${GOALS.alarm} ms`,
)
console.log(`  p50 ${quantile(times, 0.5).toFixed(0)}  p99 ${quantile(times, 0.99).toFixed(0)} ms`)
if (quantile(times, 0.99) > GOALS.alarm) process.exitCode = 1

socket.close()
for (const { server, pool } of [alone, hall, gym]) {
  await pool.end()
  await server.stop()
}
process.exit()

async function openUnit(): Promise<Unit> {
  const server = await startServer()
  const pool = new pg.Pool({ connectionString: server.databaseUrl, max: 4 })
  pool.on('error', () => undefined) // a server that stops ends its connections
  const [admin = '', ...tokens] = await insertUsers(server.databaseUrl, PEOPLE + 1)
  await pool.query(
    'UPDATE users SET is_admin = true WHERE id = (SELECT user_id FROM sessions WHERE token_hash = sha256($1::bytea))',
    [Buffer.from(admin)],
  )
  return { server, pool, admin, people: tokens }
}

async function request({ server, admin }: Unit, method: string, to: string, body: object, token = admin): Promise<unknown> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const response = await fetch(server.url + API_BASE + to, {
    method,
    headers,
    ...(method !== 'GET' && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${to}: ${response.status} ${await response.text()}`)
  return response.json()
}

/** The gym joins the group of the hall over a link, at which it reaches the hall. */
async function pair(): Promise<void> {
  const group = { organizationName: 'Wakaba town', subdomain: 'wakaba', shareDataAmongUnits: true }
  const { id: LacsGroupId } = lacsRoutes.createGroup.reply.parse(await request(hall, 'POST', lacsRoutes.createGroup.path, group))
  const unit = { LacsGroupId, unitId: 'hall', unitName: 'Hall', isCloudUnit: false }
  const { id: LacsUnitId } = lacsRoutes.createUnit.reply.parse(await request(hall, 'POST', lacsRoutes.createUnit.path, unit))
  await request(hall, 'POST', unitRoutes.start.path, { LacsUnitId })
  const { code } = unitRoutes.createCode.reply.parse(await request(hall, 'POST', unitRoutes.createCode.path, {}))
  await request(gym, 'POST', unitRoutes.join.path, { address: hall.server.url, code })
  for (const one of [hall, gym]) {
    const { units } = unitRoutes.read.reply.parse(await request(one, 'GET', unitRoutes.read.path, {}))
    for (const { id, digits } of units)
      if (digits !== null) await request(one, 'POST', unitRoutes.confirm.path.replace(':id', id), {})
  }
  await exchanged()
}

/** Waits until the gym has all that the hall has written, and both exchange at once what they write. */
async function exchanged(): Promise<void> {
  const isWritten = 'SELECT NOT EXISTS (SELECT FROM sync_outbox) AS done, (SELECT COALESCE(sum(applied), 0) FROM sync_lanes) AS n'
  for (;;) {
    const [atHall, atGym] = await Promise.all([hall, gym].map(({ pool }) => pool.query<{ done: boolean; n: string }>(isWritten)))
    const [one, other] = [atHall?.rows[0], atGym?.rows[0]]
    if (one?.done && other?.done && one.n === other.n && Number(one.n) > 0) return
    await sleep(LOOK_MS)
  }
}

async function createFeed(unit: Unit, isShared: boolean): Promise<string> {
  const form = new FormData()
  for (const [name, value] of Object.entries({
    name: isShared ? 'All units' : 'This unit',
    isShared,
    isOpenToUsers: true,
    allowsPostByAnyUser: true,
  }))
    form.append(name, String(value))
  return feedRoutes.create.reply.parse(await send(unit, feedRoutes.create.path, form)).id
}

async function post(unit: Unit, feedId: string): Promise<void> {
  const form = new FormData()
  form.append('textContent', `Water at ${new Date().toISOString()}: 給水は十時から体育館の前です`)
  await send(unit, postRoutes.create.path.replace(':id', feedId), form, unit.people[posted++ % PEOPLE])
}

async function send({ server, admin }: Unit, to: string, body: FormData, token = admin): Promise<unknown> {
  const response = await fetch(server.url + API_BASE + to, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body,
  })
  if (!response.ok) throw new Error(`POST ${to}: ${response.status} ${await response.text()}`)
  return response.json()
}

/** The row of a post alone, without the server. */
function insertBare(feedId: string): Promise<unknown> {
  return alone.pool.query(
    `INSERT INTO posts (id, feed_id, created_by, text_content, is_approved, created_at, updated_at)
     SELECT $1, $2, created_by, 'Water at 10: 給水は十時から体育館の前です', true, now(), now() FROM feeds WHERE id = $2`,
    [uuidv7(), feedId],
  )
}
