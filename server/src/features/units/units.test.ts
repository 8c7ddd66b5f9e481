import { expect, test } from 'vitest'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { lacsRoutes } from '@noroshi/contract/admin/lacs.http'
import { adminUserRoutes } from '@noroshi/contract/admin/users.http'
import { commentRoutes } from '@noroshi/contract/comments/comments.http'
import { likeRoutes } from '@noroshi/contract/comments/likes.http'
import { feedRoutes } from '@noroshi/contract/feeds/feeds.http'
import { postRoutes } from '@noroshi/contract/feeds/posts.http'
import { peerRoutes, unitRoutes } from '@noroshi/contract/units/units.http'
import {
  carry,
  confirmBoth,
  exchangeAll,
  foundGroup,
  type Hall,
  joinByCode,
  joinByFiles,
  openHall,
} from '#/testing/scenes/units.ts'

const asForm = (fields: Record<string, string | boolean>) => ({
  form: Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, String(value)])),
})
const createFeed = ({ admin }: Hall, name: string, isShared: boolean) =>
  admin.fetch(feedRoutes.create, asForm({ name, isShared, allowsPostByAnyUser: true }))
const post = ({ admin }: Hall, feedId: string, textContent: string) =>
  admin.fetch(postRoutes.create, { params: { id: feedId }, ...asForm({ textContent }) })
const textsOf = async ({ admin }: Hall, feedId: string) =>
  (await admin.fetch(postRoutes.list, { params: { id: feedId } })).posts.map(({ textContent }) => textContent)

const digitsAt = async ({ admin }: Hall) => (await admin.fetch(unitRoutes.read)).units.flatMap((unit) => unit.digits ?? [])

async function pair(): Promise<AsyncDisposable & { hall: Hall; gym: Hall }> {
  await using opened = new AsyncDisposableStack()
  const hall = opened.use(await openHall('Hall'))
  const gym = opened.use(await openHall('Gym'))
  await foundGroup(hall)
  await joinByFiles(hall, gym)
  const [digits, others] = await Promise.all([hall, gym].map(digitsAt))
  expect(digits).toEqual([expect.stringMatching(/^\d{24}$/)])
  expect(others).toEqual(digits)
  await confirmBoth(hall, gym)
  const kept = opened.move()
  return { hall, gym, [Symbol.asyncDispose]: () => kept.disposeAsync() }
}

test('two units pair by files, and a feed for all units is published at one and read at the other by a stick', async () => {
  await using units = await pair()
  const { hall, gym } = units
  const feed = await createFeed(hall, 'Water', true)
  const { id } = await post(hall, feed.id, 'Water at 10')
  await hall.admin.fetch(likeRoutes.like, { body: { EntityId: id, entityType: 'post' } })
  await hall.admin.fetch(commentRoutes.create, asForm({ EntityId: id, entityType: 'post', description: 'Bring bottles' }))

  const socket = await gym.admin.openSocket()
  const arrived = socket.next('feed:changed')
  expect(await carry(hall, gym)).toMatchObject({ name: 'Hall', isNew: true, refused: 0 })
  expect(await arrived).toMatchObject({ FeedId: feed.id })

  const [read] = (await gym.admin.fetch(feedRoutes.list)).items
  expect(read).toMatchObject({ id: feed.id, name: 'Water', isShared: true, createdBy: { fullName: 'Hana' } })
  const { posts } = await gym.admin.fetch(postRoutes.list, { params: { id: feed.id } })
  expect(posts).toMatchObject([{ id, textContent: 'Water at 10', likeCount: 1, commentCount: 1 }])
  const { items } = await gym.admin.fetch(commentRoutes.list, { params: { EntityId: id, entityType: 'post' } })
  expect(items).toMatchObject([{ description: 'Bring bottles', user: { fullName: 'Hana' } }])

  expect(await carry(hall, gym)).toMatchObject({ isNew: false, refused: 0 })
  await post(gym, feed.id, 'Thank you')
  await carry(gym, hall)
  expect(await textsOf(hall, feed.id)).toEqual(['Thank you', 'Water at 10'])
  expect((await hall.admin.fetch(unitRoutes.read)).units.find(({ name }) => name === 'Gym')).toMatchObject({
    state: 'paired',
    toCarry: 0,
  })
})

test('a unit joins by a one-time code over a link, and both exchange what the other lacks', async () => {
  await using hall = await openHall('Hall')
  await using gym = await openHall('Gym')
  await foundGroup(hall)
  const { code, addresses } = await hall.admin.fetch(unitRoutes.createCode)
  expect(addresses).toEqual([]) // it listens on loopback alone
  const wrong = await gym.admin.request(unitRoutes.join, {
    body: { address: hall.server.url, code: code.replace(/^./, (letter) => (letter === '7' ? '8' : '7')) },
  })
  expect(wrong).toMatchObject({ status: 403, body: { code: 'units.codeWrong', issues: [{ path: 'code' }] } })
  await gym.admin.fetch(unitRoutes.join, { body: { address: hall.server.url, code: code.toLowerCase() } })
  const digits = await Promise.all([hall, gym].map(digitsAt))
  expect(digits[0]).toEqual(digits[1])
  expect(digits[0]).toEqual([expect.stringMatching(/^\d{12}$/)])
  await gym.admin.fetch(unitRoutes.reject, { params: { id: await hall.unitId() } })
  expect(await gym.admin.request(unitRoutes.join, { body: { address: hall.server.url, code } })).toMatchObject({ status: 403 })
  await joinByCode(hall, gym)
  await confirmBoth(hall, gym)

  const feed = await createFeed(hall, 'Water', true)
  await post(hall, feed.id, 'Water at 10')
  await exchangeAll(gym)
  expect(await textsOf(gym, feed.id)).toEqual(['Water at 10'])
  await post(gym, feed.id, 'Thank you')
  await exchangeAll(gym)
  expect(await textsOf(hall, feed.id)).toEqual(['Thank you', 'Water at 10'])
  const [, known] = (await gym.admin.fetch(unitRoutes.read)).units
  expect(known).toMatchObject({ name: 'Hall', toCarry: 0 })
  expect(typeof known?.clockOffsetMs).toBe('number')
})

test('nothing of scope unit is in a segment, and a unit in no group notes nothing', async () => {
  const CANARY = 'canary-of-this-unit'
  await using units = await pair()
  const { hall, gym } = units
  const own = await createFeed(hall, `${CANARY} feed`, false)
  const { id } = await post(hall, own.id, `${CANARY} post`)
  await hall.admin.fetch(commentRoutes.create, asForm({ EntityId: id, entityType: 'post', description: `${CANARY} comment` }))
  await hall.admin.fetch(likeRoutes.like, { body: { EntityId: id, entityType: 'post' } })
  await createFeed(hall, 'Shared', true)
  await carry(hall, gym)
  const bodies = await gym.segments()
  expect(bodies).toContain('Shared')
  for (const secret of [CANARY, own.id, id, '@example.org']) expect(bodies, secret).not.toContain(secret)

  // Widening sends what the feed has. It cannot be called back.
  await hall.admin.fetch(feedRoutes.edit, {
    params: { id: own.id },
    ...asForm({ name: 'Open now', isShared: true, allowsPostByAnyUser: true }),
  })
  await carry(hall, gym)
  expect(await textsOf(gym, own.id)).toEqual([`${CANARY} post`])
  const narrowed = await hall.admin.request(feedRoutes.edit, {
    params: { id: own.id },
    ...asForm({ name: 'Open now', isShared: false }),
  })
  expect(narrowed).toMatchObject({ status: 409, body: { code: 'feed.staysShared' } })

  await using single = await openHall('Alone')
  const alone = await createFeed(single, 'Alone', false)
  await post(single, alone.id, 'To no one')
  expect(await single.server.db.selectFrom('sync_outbox').selectAll().execute()).toEqual([])
  expect(await single.admin.request(feedRoutes.create, asForm({ name: 'Not yet', isShared: true }))).toMatchObject({
    status: 409,
    body: { code: 'feed.unitsNotSharing' },
  })
})

test('an author of another unit has a name alone: no account, no sign-in, no place in the list of users', async () => {
  await using units = await pair()
  const { hall, gym } = units
  const feed = await createFeed(hall, 'Water', true)
  await carry(hall, gym)
  const author = await gym.server.db.selectFrom('users').selectAll().where('id', '=', hall.admin.id).executeTakeFirstOrThrow()
  expect(author).toMatchObject({ first_name: 'Hana', is_active: false, email: `${hall.admin.id}@unit.invalid` })
  const { items } = await gym.admin.fetch(adminUserRoutes.list, { query: { filter: 'all' } })
  expect(items.map(({ id }) => id)).not.toContain(hall.admin.id)
  expect(await gym.admin.request(adminUserRoutes.activate, { params: { id: hall.admin.id } })).toMatchObject({ status: 404 })
  expect(
    await gym.server.visitor.request(accountRoutes.login, { body: { email: author.email, password: 'none: of another unit' } }),
  ).toMatchObject({ status: 400, body: { code: 'auth.wrongCredentials' } })
  await hall.server.db.updateTable('users').set({ first_name: 'Hanako' }).where('id', '=', hall.admin.id).execute()
  await carry(hall, gym)
  const [read] = (await gym.admin.fetch(feedRoutes.list)).items
  expect([read?.id, read?.createdBy.fullName]).toEqual([feed.id, 'Hanako'])
})

test('the latest change wins at both units, and a deletion wins over every change', async () => {
  await using units = await pair()
  const { hall, gym } = units
  const feed = await createFeed(hall, 'Water', true)
  const { id } = await post(hall, feed.id, 'first')
  await carry(hall, gym)
  await carry(gym, hall)
  await hall.admin.fetch(postRoutes.remove, { params: { id: feed.id, postId: id } })
  await gym.server.db.updateTable('posts').set({ text_content: 'changed meanwhile' }).where('id', '=', id).execute()
  await carry(gym, hall)
  await carry(hall, gym)
  expect([await textsOf(hall, feed.id), await textsOf(gym, feed.id)]).toEqual([[], []])
})

test('sharing that the LACS group turns off ends the exchange, and begins again with what was missed', async () => {
  await using units = await pair()
  const { hall, gym } = units
  const feed = await createFeed(hall, 'Water', true)
  const [group] = (await hall.admin.fetch(lacsRoutes.groups)).items
  const setSharing = async (shareDataAmongUnits: boolean) => {
    const { id = '', ...form } = group ?? { organizationName: '', subdomain: '' }
    await hall.admin.fetch(lacsRoutes.updateGroup, { params: { id }, body: { ...form, shareDataAmongUnits } })
    await exchangeAll(hall)
  }
  const { id } = await post(hall, feed.id, 'before')
  const like = { EntityId: id, entityType: 'post' as const }
  await hall.admin.fetch(likeRoutes.like, { body: like })
  await carry(hall, gym)
  await setSharing(false)
  const gymId = await gym.unitId()
  expect(await hall.admin.request(unitRoutes.write, { body: { UnitIds: [gymId] } })).toMatchObject({ status: 409 })
  expect(await gym.server.visitor.request(peerRoutes.exchange, { body: { bundle: 'AAAA' } })).toMatchObject({ status: 400 })
  expect(await hall.server.visitor.request(peerRoutes.exchange, { body: { bundle: 'AAAA' } })).toMatchObject({ status: 409 })
  await post(hall, feed.id, 'while off')
  await hall.admin.fetch(postRoutes.edit, { params: { id: feed.id, postId: id }, ...asForm({ textContent: 'edited while off' }) })
  await hall.admin.fetch(likeRoutes.unlike, { params: like })
  expect(await hall.server.db.selectFrom('sync_outbox').selectAll().execute()).toEqual([])
  await setSharing(true)
  await carry(hall, gym)
  const { posts } = await gym.admin.fetch(postRoutes.list, { params: { id: feed.id } })
  expect(posts.map(({ textContent, likeCount }) => [textContent, likeCount])).toEqual([
    ['while off', 0],
    ['edited while off', 0],
  ])
})
