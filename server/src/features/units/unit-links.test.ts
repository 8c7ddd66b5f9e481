import { randomBytes } from 'node:crypto'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { zstdCompress } from 'node:zlib'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { feedRoutes } from '@noroshi/contract/feeds/feeds.http'
import { postRoutes } from '@noroshi/contract/feeds/posts.http'
import { peerRoutes } from '@noroshi/contract/units/units.http'
import { carry, contextOf, exchangeAll, type Hall, laneOf, openGroup } from '#/testing/scenes/units.ts'
import { readBundle } from './bundles.ts'
import { FILE_BYTES_MAX, LINK_BYTES_MAX, takeBundle, trustedUnits, writeBundleFor } from './exchange.service.ts'
import { insertSegment, placeSegment } from './lanes.sql.ts'
import { isPeerAddress } from './peer-request.ts'
import { unitRow } from './roster.sql.ts'
import { UnitFacts } from './unit-kinds.service.ts'
import { UNIT_LANE } from './unit-keys.ts'
import { longTest } from '#/testing/long-test.ts'

const createFeed = ({ admin }: Hall) =>
  admin.fetch(feedRoutes.create, { form: { name: 'Water', isShared: 'true', allowsPostByAnyUser: 'true' } })
const post = ({ admin }: Hall, feedId: string, textContent: string) =>
  admin.fetch(postRoutes.create, { params: { id: feedId }, form: { textContent } })
const textsOf = async ({ admin }: Hall, feedId: string) =>
  (await admin.fetch(postRoutes.list, { params: { id: feedId } })).posts.map(({ textContent }) => textContent)

/** Writes a bundle of a unit for another one, with the keys and the lane of its database. */
async function bundleOf(from: Hall, to: Hall, maxBytes: number): Promise<Buffer> {
  const [context, id] = [contextOf(from), await to.unitId()]
  const receivers = (await trustedUnits(context)).filter(({ unit_id }) => unit_id === id)
  return (await writeBundleFor(context, receivers, maxBytes)).bytes
}

const SYNC_TABLES = ['sync_units', 'sync_outbox', 'sync_segments', 'sync_lanes', 'sync_unknown', 'sync_removed', 'sync_authors']

/** Returns the function that sets the exchange of a unit and its posts back to the present state, as a restored backup does. */
async function backUp({ server: { db } }: Hall): Promise<() => Promise<void>> {
  const tables = await Promise.all(
    SYNC_TABLES.map(async (name) => {
      const { rows } = await sql<{ row: unknown }>`SELECT to_jsonb(t) AS row FROM ${sql.table(name)} t`.execute(db)
      return { name, rows: rows.map(({ row }) => row) }
    }),
  )
  const posts = await db.selectFrom('posts').select('id').execute()
  return () =>
    db.transaction().execute(async (tx) => {
      await sql`SET LOCAL session_replication_role = replica`.execute(tx)
      await tx.deleteFrom('settings').where('key', '=', UNIT_LANE).execute()
      await sql`DELETE FROM posts WHERE id <> ALL (${posts.map(({ id }) => id)}::uuid[])`.execute(tx)
      for (const { name, rows } of tables) {
        await sql`DELETE FROM ${sql.table(name)}`.execute(tx)
        await sql`INSERT INTO ${sql.table(name)} OVERRIDING SYSTEM VALUE
          SELECT * FROM jsonb_populate_recordset(NULL::${sql.table(name)}, ${JSON.stringify(rows)}::jsonb)`.execute(tx)
      }
    })
}

/** Starts a server that is no unit. */
async function openPeer(reply: RequestListener): Promise<AsyncDisposable & { url: string }> {
  const peer = createServer(reply)
  await new Promise<void>((resolve) => void peer.listen(0, '127.0.0.1', resolve))
  const { port } = peer.address() as AddressInfo // it listens on TCP
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: () => new Promise((resolve) => void peer.close(() => resolve())),
  }
}

test('a unit whose backup was restored gets back what it lost, also its own posts', async () => {
  await using group = await openGroup()
  const { hall, gym } = group
  const feed = await createFeed(hall)
  await carry(hall, gym)
  await post(gym, feed.id, 'in the backup')
  await carry(gym, hall)
  await carry(hall, gym)
  const restore = await backUp(gym)
  await post(gym, feed.id, 'of the gym')
  await post(hall, feed.id, 'of the hall')
  for (const [from, to] of [
    [gym, hall],
    [hall, gym],
    [gym, hall],
  ] as const)
    await carry(from, to)
  const expected = await textsOf(hall, feed.id)
  expect(await textsOf(gym, feed.id)).toEqual(expected)
  await restore()
  expect(await textsOf(gym, feed.id)).toEqual(['in the backup'])

  await post(gym, feed.id, 'after the restore')
  await takeBundle(contextOf(hall), await bundleOf(gym, hall, FILE_BYTES_MAX), 'bundle')
  await takeBundle(contextOf(gym), await bundleOf(hall, gym, FILE_BYTES_MAX), 'bundle')
  expect(await textsOf(gym, feed.id)).toEqual(['after the restore', ...expected])
  expect(await textsOf(hall, feed.id)).toEqual(['after the restore', ...expected])
})

test('a bundle that is sent again over a link changes no fact of its unit, and gets a reply without segments', async () => {
  await using group = await openGroup()
  const { hall, gym } = group
  const feed = await createFeed(hall)
  await post(hall, feed.id, 'Water at 10')
  const bundle = (await bundleOf(gym, hall, LINK_BYTES_MAX)).toString('base64')
  const [gymId, founder] = [await gym.unitId(), await unitRow(hall.server.db, await hall.unitId())]
  const framesOfReply = async () => {
    const reply = await hall.server.visitor.fetch(peerRoutes.exchange, { body: { bundle } })
    return (await readBundle(await contextOf(gym).keys(), gymId, Buffer.from(reply.bundle, 'base64'), () => founder?.sign_key))
      .frames
  }
  expect(await framesOfReply()).not.toEqual([])
  const told = await unitRow(hall.server.db, gymId)
  expect(told?.last_link_at).not.toBeNull()
  hall.server.clock.advance({ minutes: 5 })
  expect(await framesOfReply()).toEqual([])
  expect(await unitRow(hall.server.db, gymId)).toEqual(told)
})

longTest('a bundle ends before its segments are too large to be read, and the next one has the others', async () => {
  await using group = await openGroup()
  const { hall, gym } = group
  const feed = await createFeed(hall)
  const [context, gymId] = [contextOf(hall), await gym.unitId()]
  const write = async () => {
    const receivers = (await trustedUnits(context)).filter(({ unit_id }) => unit_id === gymId)
    return writeBundleFor(context, receivers, FILE_BYTES_MAX, 5000)
  }
  await carry(hall, gym)
  await carry(gym, hall)
  const text = 'wide '.repeat(280)
  for (const n of [1, 2, 3]) {
    await post(hall, feed.id, `${n} ${text}`)
    await write() // it writes a segment
  }
  const first = await write()
  expect(first).toMatchObject({ isComplete: false })
  await takeBundle(contextOf(gym), first.bytes, 'bundle')
  expect(await textsOf(gym, feed.id)).toHaveLength(2)
  await takeBundle(context, await bundleOf(gym, hall, FILE_BYTES_MAX), 'bundle')
  const second = await write()
  expect(second).toMatchObject({ isComplete: true })
  await takeBundle(contextOf(gym), second.bytes, 'bundle')
  expect(await textsOf(gym, feed.id)).toHaveLength(3)
})

test('a unit that replies nonsense does not stop the exchange with the others', async () => {
  await using group = await openGroup()
  const { hall, gym, school } = group
  await using peer = await openPeer((_, reply) => void reply.end(JSON.stringify({ bundle: 'AAAA' })))
  gym.server.expectsInLog(/units\.bundleRefused/)
  const feed = await createFeed(hall)
  await carry(hall, gym)
  await post(hall, feed.id, 'Water at 10')
  const setAddress = async (unit: Hall, paired_url: string, is_cloud_unit: boolean) =>
    gym.server.db
      .updateTable('sync_units')
      .set({ paired_url, is_cloud_unit })
      .where('unit_id', '=', await unit.unitId())
      .execute()
  await setAddress(school, peer.url, true)
  await setAddress(hall, hall.server.url, false)
  await exchangeAll(gym)
  expect(await textsOf(gym, feed.id)).toEqual(['Water at 10'])
})

longTest('a unit that stores nothing gets a large bundle twice, not until its turn ends', async () => {
  await using group = await openGroup()
  const { hall, gym } = group
  let requests = 0
  await using peer = await openPeer((request, reply) => {
    requests += 1
    request.resume().on('end', () => {
      void bundleOf(hall, gym, 0).then((bundle) => reply.end(JSON.stringify({ bundle: bundle.toString('base64') })))
    })
  })
  await createFeed(gym)
  await bundleOf(gym, hall, FILE_BYTES_MAX) // it writes the segments
  const { db } = gym.server
  const lane = await laneOf(gym)
  for (const first of [1001, 1002, 1003]) {
    const body = await promisify(zstdCompress)(randomBytes(LINK_BYTES_MAX / 2).toString('hex'))
    await insertSegment(db, {
      lane,
      first,
      last: first,
      header: '{}',
      body,
      signature: Buffer.of(),
      hash: Buffer.of(first % 256),
    })
    await placeSegment(db, lane, first)
  }
  await db
    .updateTable('sync_units')
    .set({ paired_url: peer.url })
    .where('unit_id', '=', await hall.unitId())
    .execute()
  await exchangeAll(gym)
  expect(requests).toBe(2)
})

test('a unit cannot make another one send requests to its own machine', async () => {
  await using group = await openGroup()
  const { hall, gym } = group
  let requests = 0
  await using peer = await openPeer((_, reply) => {
    requests += 1
    reply.end()
  })
  const { port } = new URL(peer.url)
  const urls = [peer.url, `http://localhost:${port}`, `http://[::ffff:127.0.0.1]:${port}`]
  await gym.server.db
    .updateTable('sync_units')
    .set({ urls, paired_url: null })
    .where('unit_id', '=', await hall.unitId())
    .execute()
  await exchangeAll(gym)
  expect(requests).toBe(0)
  await gym.server.db
    .updateTable('sync_units')
    .set({ paired_url: peer.url })
    .where('unit_id', '=', await hall.unitId())
    .execute()
  await exchangeAll(gym)
  expect(requests).toBe(1)
})

test('addresses of private networks can be units, those of this machine and of one link cannot', () => {
  const allowed = ['192.168.1.20', '10.0.0.5', '172.20.1.1', '203.0.113.9', 'fd00::5', '2001:db8::1', '::ffff:192.168.1.20']
  const refused = ['127.0.0.1', '0.0.0.0', '169.254.169.254', '224.0.0.1', '::1', '::', 'fe80::1', 'ff02::1', '::ffff:127.0.0.1']
  expect(allowed.filter((address) => !isPeerAddress(address))).toEqual([])
  expect(refused.filter(isPeerAddress)).toEqual([])
  const facts = { id: '00000000-0000-4000-8000-000000000000', name: '', isCloudUnit: false, version: '' }
  expect(UnitFacts.parse({ ...facts, urls: ['http://192.168.1.1/admin?reboot=1'] }).urls).toEqual(['http://192.168.1.1'])
})
