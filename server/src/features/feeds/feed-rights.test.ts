import { randomUUID } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commentRoutes } from '@noroshi/contract/comments/comments.http'
import { likeRoutes } from '@noroshi/contract/comments/likes.http'
import { feedMemberRoutes } from '@noroshi/contract/feeds/feed-members.http'
import { feedRoutes } from '@noroshi/contract/feeds/feeds.http'
import { type FeedPost, postRoutes } from '@noroshi/contract/feeds/posts.http'
import type { Caller } from '#/testing/caller.ts'
import { FREE, makesFeed, OPEN, PUBLIC, takesIn } from '#/testing/feeds.ts'
import { deactivates } from '#/testing/groups.ts'
import { type Person, type Unit, unit } from '#/testing/unit.ts'

// Who may do what, by what they are in a feed and by how open the feed is.

const FLAGS = ['canPost', 'canUpdate', 'canModeratePosts', 'canModerateMembers'] as const
const ACTORS = ['visitor', 'deactivated', 'outsider', 'plain', ...FLAGS, 'creator', 'admin'] as const
type Actor = (typeof ACTORS)[number]
const KINDS = { closed: {}, open: OPEN, public: PUBLIC, free: FREE } as const
type Kind = keyof typeof KINDS

type Written = Pick<FeedPost, 'FeedId' | 'id'>
interface Standing {
  readonly feedId: string
  readonly author: Person
  readonly fresh: () => Promise<Written>
  readonly waiting: () => Promise<Written>
  readonly settled: Written
  /** A comment of the author. */
  readonly comment: () => Promise<string>
  readonly memberId: string
}

let noroshi: Unit
let people: Record<Actor, Caller>
let author: Person
const standings = {} as Record<Kind, Standing> // filled before the first test

const ofFeed = ({ feedId }: Standing) => ({ params: { id: feedId } })
const ofPost = ({ FeedId, id }: Written) => ({ params: { id: FeedId, postId: id } })
const target = ({ id }: Written) => ({ EntityId: id, entityType: 'post' })
const words = { form: { textContent: 'the bridge is open' } }

type Act = (caller: Caller, standing: Standing) => Promise<{ status: number }>
const acts = {
  'opens the feed': (caller, standing) => caller.asks(feedRoutes.get, ofFeed(standing)),
  'lists its members': (caller, standing) => caller.asks(feedMemberRoutes.list, ofFeed(standing)),
  'lists its members by the public address': (caller, standing) => caller.asks(feedMemberRoutes.listPublic, ofFeed(standing)),
  'asks what oneself is in it': (caller, standing) => caller.asks(feedMemberRoutes.mine, ofFeed(standing)),
  'lists its posts': (caller, standing) => caller.asks(postRoutes.list, ofFeed(standing)),
  'lists its posts by the public address': (caller, standing) => caller.asks(postRoutes.listPublic, ofFeed(standing)),
  'opens its map': (caller, standing) => caller.asks(postRoutes.map, ofFeed(standing)),
  'opens a post': (caller, { settled }) => caller.asks(postRoutes.get, ofPost(settled)),
  'opens a post by the public address': (caller, { settled }) => caller.asks(postRoutes.getPublic, ofPost(settled)),
  'opens a post that waits': async (caller, { waiting }) => caller.asks(postRoutes.get, ofPost(await waiting())),
  posts: (caller, standing) => caller.asks(postRoutes.create, { ...ofFeed(standing), ...words }),
  'edits the post of another': (caller, { settled }) => caller.asks(postRoutes.edit, { ...ofPost(settled), ...words }),
  'takes files off the post of another': (caller, { settled }) =>
    caller.asks(postRoutes.removeMedia, { ...ofPost(settled), body: { mediaIds: [randomUUID()] } }),
  'edits a post of another that waits': async (caller, { waiting }) =>
    caller.asks(postRoutes.edit, { ...ofPost(await waiting()), ...words }),
  'deletes the post of another': async (caller, { fresh }) => caller.asks(postRoutes.remove, ofPost(await fresh())),
  'approves a post that waits': async (caller, { waiting }) =>
    caller.asks(postRoutes.review, { ...ofPost(await waiting()), body: { isApproved: true } }),
  'counts a look': (caller, { settled }) => caller.asks(postRoutes.view, { body: target(settled) }),
  'comments a post': (caller, { settled }) =>
    caller.asks(commentRoutes.create, { form: { ...target(settled), description: 'thank you' } }),
  'comments a post that waits': async (caller, { waiting }) =>
    caller.asks(commentRoutes.create, { form: { ...target(await waiting()), description: 'thank you' } }),
  'reads comments': (caller, { settled }) => caller.asks(commentRoutes.list, { params: target(settled) }),
  'reads comments by the public address': (caller, { settled }) =>
    caller.asks(commentRoutes.listPublic, { params: target(settled) }),
  'likes a post': (caller, { settled }) => caller.asks(likeRoutes.like, { body: target(settled) }),
  'takes a like back': (caller, { settled }) => caller.asks(likeRoutes.unlike, { params: target(settled) }),
  'asks who likes a post': (caller, { settled }) => caller.asks(likeRoutes.list, { params: target(settled) }),
  'edits the comment of another': async (caller, { comment }) =>
    caller.asks(commentRoutes.edit, { params: { id: await comment() }, form: { description: 'thank you all' } }),
  'deletes the comment of another': async (caller, { comment }) =>
    caller.asks(commentRoutes.remove, { params: { id: await comment() } }),
  'adds a member': (caller, standing) =>
    caller.asks(feedMemberRoutes.add, { ...ofFeed(standing), body: { members: [standing.author.id] } }),
  'changes a member': (caller, { feedId, memberId }) =>
    caller.asks(feedMemberRoutes.change, { params: { id: feedId, memberId }, body: { canPost: true } }),
  'removes a member that is none': (caller, { feedId }) =>
    caller.asks(feedMemberRoutes.remove, { params: { id: feedId, memberId: randomUUID() } }),
  'edits a feed that is none': (caller) =>
    caller.asks(feedRoutes.edit, { params: { id: randomUUID() }, form: { name: 'River watch' } }),
  'deletes a feed that is none': (caller) => caller.asks(feedRoutes.remove, { params: { id: randomUUID() } }),
} satisfies Record<string, Act>

type Row = readonly number[]
const same = (row: Row): Record<Kind, Row> => ({ closed: row, open: row, public: row, free: row })
const none = [404, 404, 404, 404, 404, 404, 404, 404, 404, 404]
const all = [200, 200, 200, 200, 200, 200, 200, 200, 200, 200]
//                visitor deact. outsider plain canPost canUpdate canModeratePosts canModerateMembers creator admin
const members = [401, 401, 404, 200, 200, 200, 200, 200, 200, 200]
const signedIn = [401, 401, 200, 200, 200, 200, 200, 200, 200, 200]
const writers = [401, 401, 404, 201, 201, 201, 201, 201, 201, 201]
const anyWriter = [401, 401, 201, 201, 201, 201, 201, 201, 201, 201]
const updaters = [401, 401, 403, 403, 403, 200, 403, 403, 200, 403]
const updatersClosed = [401, 401, 404, 403, 403, 200, 403, 403, 200, 403]
// A post that waits is there for its author and the moderators alone; to edit it takes both flags.
const moderators = [401, 401, 404, 404, 404, 404, 200, 404, 200, 404]
const moderatorsEdit = [401, 401, 404, 404, 404, 404, 403, 404, 200, 404]
const belong = [401, 401, 404, 200, 200, 200, 200, 200, 200, 404]
const read = { closed: members, open: signedIn, public: signedIn, free: signedIn }
const publicly = { closed: none, open: none, public: all, free: all }
const openly = {
  closed: [404, 404, 404, 200, 200, 200, 200, 200, 200, 200],
  open: [404, 404, 200, 200, 200, 200, 200, 200, 200, 200],
  public: all,
  free: all,
}
const update = { closed: updatersClosed, open: updaters, public: updaters, free: updaters }
const write = { closed: writers, open: anyWriter, public: anyWriter, free: anyWriter }
const flaggedPost = [401, 401, 403, 403, 201, 403, 403, 403, 201, 403]
const addMember = [401, 401, 403, 403, 403, 403, 403, 201, 201, 201]
const administers = [401, 401, 403, 403, 403, 403, 403, 403, 403, 404]
const hidden = [401, 401, 404, 403, 403, 403, 403, 403, 403, 403]
const shown = [401, 401, 403, 403, 403, 403, 403, 403, 403, 403]
const others = { closed: hidden, open: shown, public: shown, free: shown }
const managed = [401, 401, 403, 403, 403, 403, 403, 200, 200, 200]
const managedClosed = [401, 401, 404, 403, 403, 403, 403, 200, 200, 200]
const missed = (row: Row): Row => row.map((status) => (status === 200 ? 404 : status))
const seenWaiting = [401, 401, 404, 404, 404, 404, 201, 404, 201, 404]

const expected: Record<keyof typeof acts, Record<Kind, Row>> = {
  'opens the feed': openly,
  'lists its members': read,
  'lists its members by the public address': publicly,
  'asks what oneself is in it': same(belong),
  'lists its posts': read,
  'lists its posts by the public address': publicly,
  'opens its map': openly,
  'opens a post': read,
  'opens a post by the public address': publicly,
  'opens a post that waits': same(moderators),
  posts: {
    closed: [401, 401, 404, 403, 201, 403, 403, 403, 201, 403],
    open: flaggedPost,
    public: flaggedPost,
    free: anyWriter,
  },
  'edits the post of another': update,
  'takes files off the post of another': update,
  'edits a post of another that waits': same(moderatorsEdit),
  'deletes the post of another': update,
  'approves a post that waits': { ...same(moderators), free: [401, 401, 404, 404, 404, 404, 403, 404, 403, 404] },
  'counts a look': openly,
  'comments a post': write,
  'comments a post that waits': same(seenWaiting),
  'reads comments': read,
  'reads comments by the public address': publicly,
  'likes a post': read,
  'takes a like back': read,
  'asks who likes a post': read,
  'edits the comment of another': others,
  'deletes the comment of another': others,
  'changes a member': { ...same(managed), closed: managedClosed },
  'removes a member that is none': { ...same(missed(managed)), closed: missed(managedClosed) },
  'edits a feed that is none': same(administers),
  'deletes a feed that is none': same(administers),
  'adds a member': { ...same(addMember), closed: [401, 401, 404, 403, 403, 403, 403, 201, 201, 201] },
}

beforeAll(async () => {
  noroshi = await unit()
  const creator = await noroshi.admin('Ito')
  const admin = await noroshi.admin('Gen')
  const [outsider, deactivated, plain] = await noroshi.people('Dora', 'Fuji', 'Hana')
  const flagged = await noroshi.people('Ren', 'Sho', 'Tama', 'Umi')
  ;[author] = await noroshi.people('Aiko')
  const own = Object.fromEntries(FLAGS.map((flag, index) => [flag, flagged[index]])) as Record<(typeof FLAGS)[number], Person> // one each
  for (const kind of Object.keys(KINDS) as Kind[]) {
    // its own keys
    const { id } = await makesFeed(creator, KINDS[kind])
    for (const person of [plain, deactivated]) await takesIn(creator, id, person)
    for (const flag of FLAGS) await takesIn(creator, id, own[flag], { [flag]: true })
    const { id: memberId } = await takesIn(creator, id, author, { canPost: true })
    standings[kind] = await standingIn(id, memberId)
  }
  // Who made the feeds is in them as a member; that they are an administrator as well must not count.
  await noroshi.db.updateTable('users').set({ is_admin: false }).where('id', '=', creator.id).execute()
  await deactivates(noroshi, deactivated)
  people = { visitor: noroshi.visitor, deactivated, outsider, plain, ...own, creator, admin }
})
afterAll(() => noroshi[Symbol.asyncDispose]())

async function standingIn(feedId: string, memberId: string): Promise<Standing> {
  // Written at once: nobody posts as often as this table asks.
  const become = async (is_approved: boolean | null): Promise<Written> => {
    const id = uuidv7()
    const row = { id, feed_id: feedId, created_by: author.id, text_content: 'the water falls', is_approved }
    await noroshi.db.insertInto('posts').values(row).execute()
    return { FeedId: feedId, id }
  }
  const settled = await become(true)
  const comment = async (): Promise<string> => {
    const id = uuidv7()
    await noroshi.db
      .insertInto('comments')
      .values({ id, post_id: settled.id, user_id: author.id, description: 'thanks' })
      .execute()
    return id
  }
  return { feedId, author, fresh: () => become(true), waiting: () => become(null), settled, comment, memberId }
}

/** Who of them may, and by which words the others are refused. */
async function joins(name: 'feed:join' | 'comment:join', payload: object): Promise<[Actor, true | string][]> {
  const answered: [Actor, true | string][] = []
  for (const actor of ACTORS) {
    const { token } = people[actor]
    const listening = await noroshi.listens(token === null ? {} : { token })
    const ack = await listening.asks(name, payload)
    answered.push([actor, ack.ok ? true : ack.code])
  }
  return answered
}

describe.each(Object.keys(KINDS) as Kind[])('in a feed that is %s', (kind) => {
  test.each(Object.keys(acts) as (keyof typeof acts)[])('who %s', async (act) => {
    const answered: [Actor, number][] = []
    for (const actor of ACTORS) answered.push([actor, (await acts[act](people[actor], standings[kind])).status])
    expect(answered).toEqual(ACTORS.map((actor, index) => [actor, expected[act][kind][index]]))
  })
})

describe.each(Object.keys(KINDS) as Kind[])('in a feed that is %s', (kind) => {
  test('who joins it on a socket, and the comments of a post', async () => {
    const { feedId, settled, waiting } = standings[kind]
    const among = (row: Row, code: string) => ACTORS.map((actor, index) => [actor, row[index] === 200 ? true : code])
    expect(await joins('feed:join', { feedId })).toEqual(among(openly[kind], 'feed.notFound'))
    expect(await joins('comment:join', { entityId: settled.id })).toEqual(among(openly[kind], 'post.notFound'))
    const { id } = await waiting()
    expect(await joins('comment:join', { entityId: id })).toEqual(among(moderators, 'post.notFound'))
  })
})

test('the list of feeds holds what each may read, and the public list what everybody may', async () => {
  const listed = async (caller: Caller) => {
    const { items } = await caller.gets(feedRoutes.list)
    return (Object.keys(KINDS) as Kind[]).filter((kind) => items.some(({ id }) => id === standings[kind].feedId))
  }
  expect(await listed(people.outsider)).toEqual(['open', 'public', 'free'])
  for (const actor of ['plain', 'creator', 'admin'] as const)
    expect(await listed(people[actor])).toEqual(['closed', 'open', 'public', 'free'])
  const { items } = await people.visitor.gets(feedRoutes.listPublic)
  expect(items.map(({ id }) => id).toSorted()).toEqual([standings.public.feedId, standings.free.feedId].toSorted())
})

test('nobody changes their own membership or the creator’s, but for an administrator', async () => {
  const { feedId } = standings.closed
  const manager = people.canModerateMembers
  const { items } = await manager.gets(feedMemberRoutes.list, { params: { id: feedId } })
  const of = (caller: Caller) => items.find(({ UserId }) => caller === people.creator && UserId === items[0]?.UserId)
  const own = items.find(({ canModerateMembers, UserId }) => canModerateMembers && UserId !== items[0]?.UserId)
  const asked = (caller: Caller, memberId = '') =>
    caller.asks(feedMemberRoutes.change, { params: { id: feedId, memberId }, body: { canUpdate: false } })
  expect((await asked(manager, own?.id)).status).toBe(403)
  expect((await asked(manager, of(people.creator)?.id)).status).toBe(403)
  expect((await asked(people.creator, own?.id)).status).toBe(200)
  expect((await asked(people.admin, of(people.creator)?.id)).status).toBe(200)
  const removed = await manager.asks(feedMemberRoutes.remove, { params: { id: feedId, memberId: of(people.creator)?.id ?? '' } })
  expect(removed.status).toBe(403)
})
