import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Transaction } from '#/db/transaction.ts'
import { commentRoutes } from '@noroshi/contract/comments/comments.http'
import { feedRoutes } from '@noroshi/contract/feeds/feeds.http'
import { postRoutes } from '@noroshi/contract/feeds/posts.http'
import { unitRoutes } from '@noroshi/contract/units/units.http'
import {
  carry,
  contextOf,
  exchangeAll,
  forgeFile,
  forgeSegment,
  framesOf,
  type Hall,
  laneOf,
  openGroup,
  readFile,
  writeFile,
} from '#/testing/scenes/units.ts'
import { eraseWords } from './erasures.ts'
import { erasedLine, erasureOf, Header } from './segments.ts'
import type { SyncContext } from './sync-context.service.ts'

const WORDS = 'words-that-go'

const createFeed = ({ admin }: Hall) =>
  admin.fetch(feedRoutes.create, {
    form: { name: 'Water', isShared: 'true', isOpenToUsers: 'true', allowsPostByAnyUser: 'true' },
  })
const post = ({ admin }: Hall, feedId: string, textContent: string) =>
  admin.fetch(postRoutes.create, { params: { id: feedId }, form: { textContent } })
const comment = ({ admin }: Hall, EntityId: string, description: string) =>
  admin.fetch(commentRoutes.create, { form: { EntityId, entityType: 'post', description } })
const textsOf = async ({ admin }: Hall, feedId: string) =>
  (await admin.fetch(postRoutes.list, { params: { id: feedId } })).posts.map(({ textContent }) => textContent)
const rowOf = ({ server }: Hall, id: string) =>
  server.db.selectFrom('posts').select(['text_content', 'deleted_at']).where('id', '=', id).executeTakeFirst()

/** Stamps all posts and users of a unit as with a clock that was a month ahead. */
const stampAhead = ({ server }: Hall) =>
  server.db.transaction().execute(async (tx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx)
    const changed = Date.now() + 30 * 86_400_000
    await tx.updateTable('posts').set({ changed }).execute()
    await tx.updateTable('users').set({ changed }).execute()
  })

/** Counts from now on in the sequence `body_writes` how often a unit writes the records of a stored segment. */
const countBodies = ({ server }: Hall) =>
  sql`
    CREATE SEQUENCE body_writes;
    CREATE FUNCTION count_body() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM nextval('body_writes'); RETURN NULL; END $$;
    CREATE TRIGGER count_bodies AFTER UPDATE OF body ON sync_segments FOR EACH ROW EXECUTE FUNCTION count_body();
  `.execute(server.db)

/** Returns a context of the founder whose first transaction is followed by the revocation of a unit. */
async function revokingMeanwhile(founder: Hall, unit: Hall): Promise<SyncContext> {
  const [context, id] = [contextOf(founder), await unit.unitId()]
  let isRevoked = false
  const transaction: Transaction = async (work) => {
    const result = await context.deps.transaction(work)
    if (!isRevoked) {
      isRevoked = true
      await founder.admin.fetch(unitRoutes.revoke, { params: { id } })
    }
    return result
  }
  return { ...context, deps: { ...context.deps, transaction } }
}
const unknownAt = ({ server }: Hall) => server.db.selectFrom('sync_unknown').select('record').execute()

test('the words of a deleted post, comment or person leave the segments of all units, and an old file brings none back', async () => {
  await using group = await openGroup()
  const { hall, gym, school } = group
  const feed = await createFeed(hall)
  await carry(hall, gym)
  const [member] = await gym.server.people(WORDS)
  await member.fetch(postRoutes.create, { params: { id: feed.id }, form: { textContent: 'of a member' } })
  const { id } = await post(gym, feed.id, `${WORDS} of the post`)
  await carry(gym, hall)
  await gym.admin.fetch(postRoutes.edit, { params: { id: feed.id, postId: id }, form: { textContent: `${WORDS} again` } })
  const kept = await post(gym, feed.id, 'kept')
  const answer = await comment(gym, kept.id, `${WORDS} of the comment`)
  await carry(gym, hall)
  await comment(hall, id, 'of the hall')
  await carry(hall, gym)
  const old = await writeFile(gym, [hall, school])
  for (const unit of [hall, gym]) expect(await unit.segments()).toContain(WORDS)

  await gym.admin.fetch(postRoutes.remove, { params: { id: feed.id, postId: id } })
  await gym.admin.fetch(commentRoutes.remove, { params: { id: answer.id } })
  await gym.server.db
    .updateTable('users')
    .set({ first_name: '', last_name: '', name_reading: '' })
    .where('id', '=', member.id)
    .execute()
  await gym.admin.fetch(unitRoutes.read) // it writes the segments
  await exchangeAll(gym)
  await carry(gym, hall)
  // The school has had nothing yet: it gets what the hall passes on.
  await carry(hall, school)
  expect(await readFile(hall, old)).toMatchObject({ isNew: false })
  expect(await readFile(school, old)).toMatchObject({ isNew: false })
  for (const unit of [hall, gym, school]) {
    expect(await unit.segments(), unit.name).not.toContain(WORDS)
    expect(await unknownAt(unit), unit.name).toEqual([])
    expect(await textsOf(unit, feed.id), unit.name).toEqual(['kept', 'of a member'])
  }
  for (const unit of [hall, school])
    expect(await rowOf(unit, id), unit.name).toMatchObject({ text_content: '', deleted_at: expect.any(Date) as Date })

  // The records of a segment go in one write of it.
  const posts = [await post(gym, feed.id, `${WORDS} 1`), await post(gym, feed.id, `${WORDS} 2`)]
  await carry(gym, hall)
  await countBodies(hall)
  for (const one of posts) await gym.admin.fetch(postRoutes.remove, { params: { id: feed.id, postId: one.id } })
  await gym.admin.fetch(unitRoutes.read)
  await exchangeAll(gym)
  await carry(gym, hall)
  expect(await hall.segments()).not.toContain(WORDS)
  const { rows } = await sql`SELECT last_value FROM body_writes`.execute(hall.server.db)
  expect(rows).toEqual([{ last_value: 1 }])
})

test('the founder erases records of a revoked unit, and no other unit erases records of others', async () => {
  await using group = await openGroup()
  const { hall, gym, school } = group
  const feed = await createFeed(hall)
  for (const to of [gym, school]) await carry(hall, to)
  const { id } = await post(gym, feed.id, WORDS)
  await carry(gym, school)

  // The school passes on a record of the gym as erased.
  const keys = await contextOf(school).keys()
  const gymLane = await laneOf(gym)
  const frames = (await framesOf(school)).map((frame) => {
    const { lane, first } = Header.parse(JSON.parse(frame.headerText))
    if (lane !== gymLane) return frame
    const lines = frame.body.split('\n').map((line, index) => {
      const signature = keys.sign(erasureOf(lane, first + index, line)).toString('base64url')
      return line.includes(WORDS) ? erasedLine(line, signature) : line
    })
    return { ...frame, body: lines.join('\n') }
  })
  expect(await readFile(hall, await forgeFile(school, hall, frames))).toMatchObject({ refused: 1 })
  await carry(gym, hall)
  expect(await textsOf(hall, feed.id)).toEqual([WORDS])

  // Nor does the founder, as long as the gym is not revoked.
  const frame = (await framesOf(school)).find(({ headerText, body }) => headerText.includes(gymLane) && body.includes(WORDS))
  const { first: start } = Header.parse(JSON.parse(frame?.headerText ?? ''))
  const index = frame?.body.split('\n').findIndex((line) => line.includes(WORDS)) ?? 0
  const erasure = erasureOf(gymLane, start + index, frame?.body.split('\n')[index] ?? '')
  const signature = (await contextOf(hall).keys()).sign(erasure).toString('base64url')
  const record = ['erase', { lane: gymLane, n: start + index, signature }] as const
  const founderLane = { lane: `${await hall.unitId()}.${'0'.repeat(12)}`, first: 1, prev: '' }
  await readFile(school, await forgeFile(hall, school, [await forgeSegment(hall, founderLane, [record])]))
  expect(await school.segments()).toContain(WORDS)

  await hall.admin.fetch(postRoutes.remove, { params: { id: feed.id, postId: id } })
  await hall.admin.fetch(unitRoutes.read)
  // The gym is revoked while the erasure is under way.
  await eraseWords(await revokingMeanwhile(hall, gym))
  await exchangeAll(hall)
  await carry(hall, school)
  for (const unit of [hall, school]) {
    expect(await unit.segments(), unit.name).not.toContain(WORDS)
    expect(await textsOf(unit, feed.id), unit.name).toEqual([])
  }

  // The clock of the hall was ahead, and is right again: its changes are written, and their words erased.
  const own = await post(hall, feed.id, `${WORDS} of the hall`)
  await stampAhead(hall)
  await hall.admin.fetch(postRoutes.edit, { params: { id: feed.id, postId: own.id }, form: { textContent: `${WORDS} again` } })
  await hall.admin.fetch(unitRoutes.read)
  expect(await hall.segments()).toContain(`${WORDS} again`)
  await hall.admin.fetch(postRoutes.remove, { params: { id: feed.id, postId: own.id } })
  await hall.admin.fetch(unitRoutes.read)
  await exchangeAll(hall)
  expect(await hall.segments()).not.toContain(WORDS)
})
