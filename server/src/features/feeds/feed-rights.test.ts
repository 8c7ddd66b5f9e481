import { randomUUID } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commentRoutes } from '@noroshi/contract/comments/comments.http'
import { likeRoutes } from '@noroshi/contract/comments/likes.http'
import { feedMemberRoutes } from '@noroshi/contract/feeds/feed-members.http'
import { feedRoutes } from '@noroshi/contract/feeds/feeds.http'
import { type FeedPost, postRoutes } from '@noroshi/contract/feeds/posts.http'
import type { Caller } from '#/testing/caller.ts'
import { FREE, createFeed, OPEN, PUBLIC, addFeedMember } from '#/testing/scenes/feeds.ts'
import { deactivateUser } from '#/testing/scenes/groups.ts'
import { type TestUser, type TestServer, startTestServer } from '#/testing/test-server.ts'

// Checks each action for each role in a feed and each kind of feed.

const FLAGS = ['canPost', 'canUpdate', 'canModeratePosts', 'canModerateMembers'] as const
const ACTORS = ['visitor', 'deactivated', 'outsider', 'plain', ...FLAGS, 'creator', 'admin'] as const
type Actor = (typeof ACTORS)[number]
const KINDS = { closed: {}, open: OPEN, public: PUBLIC, free: FREE } as const
type Kind = keyof typeof KINDS

type PostRef = Pick<FeedPost, 'FeedId' | 'id'>
interface FeedFixture {
  readonly feedId: string
  readonly author: TestUser
  readonly insertApproved: () => Promise<PostRef>
  readonly insertPending: () => Promise<PostRef>
  readonly approvedPost: PostRef
  /** A comment of the author. */
  readonly comment: () => Promise<string>
  readonly memberId: string
}

let noroshi: TestServer
let people: Record<Actor, Caller>
let author: TestUser
const fixtures = {} as Record<Kind, FeedFixture> // filled before the first test

const ofFeed = ({ feedId }: FeedFixture) => ({ params: { id: feedId } })
const ofPost = ({ FeedId, id }: PostRef) => ({ params: { id: FeedId, postId: id } })
const target = ({ id }: PostRef) => ({ EntityId: id, entityType: 'post' })
const textForm = { form: { textContent: 'the bridge is open' } }

type Act = (caller: Caller, fixture: FeedFixture) => Promise<{ status: number }>
const acts = {
  'opens the feed': (caller, fixture) => caller.request(feedRoutes.get, ofFeed(fixture)),
  'lists its members': (caller, fixture) => caller.request(feedMemberRoutes.list, ofFeed(fixture)),
  'lists its members by the public route': (caller, fixture) => caller.request(feedMemberRoutes.listPublic, ofFeed(fixture)),
  'reads their own membership': (caller, fixture) => caller.request(feedMemberRoutes.mine, ofFeed(fixture)),
  'reads whether they are a member': (caller, fixture) => caller.request(feedMemberRoutes.membership, ofFeed(fixture)),
  'lists its posts': (caller, fixture) => caller.request(postRoutes.list, ofFeed(fixture)),
  'lists its posts by the public route': (caller, fixture) => caller.request(postRoutes.listPublic, ofFeed(fixture)),
  'opens its map': (caller, fixture) => caller.request(postRoutes.map, ofFeed(fixture)),
  'opens a post': (caller, { approvedPost }) => caller.request(postRoutes.get, ofPost(approvedPost)),
  'opens a post by the public route': (caller, { approvedPost }) => caller.request(postRoutes.getPublic, ofPost(approvedPost)),
  'opens a pending post': async (caller, { insertPending }) => caller.request(postRoutes.get, ofPost(await insertPending())),
  posts: (caller, fixture) => caller.request(postRoutes.create, { ...ofFeed(fixture), ...textForm }),
  'edits the post of another user': (caller, { approvedPost }) =>
    caller.request(postRoutes.edit, { ...ofPost(approvedPost), ...textForm }),
  'removes files from the post of another user': (caller, { approvedPost }) =>
    caller.request(postRoutes.removeMedia, { ...ofPost(approvedPost), body: { mediaIds: [randomUUID()] } }),
  'edits a pending post of another user': async (caller, { insertPending }) =>
    caller.request(postRoutes.edit, { ...ofPost(await insertPending()), ...textForm }),
  'deletes the post of another user': async (caller, { insertApproved }) =>
    caller.request(postRoutes.remove, ofPost(await insertApproved())),
  'approves a pending post': async (caller, { insertPending }) =>
    caller.request(postRoutes.review, { ...ofPost(await insertPending()), body: { isApproved: true } }),
  'counts a view': (caller, { approvedPost }) => caller.request(postRoutes.view, { body: target(approvedPost) }),
  'comments on a post': (caller, { approvedPost }) =>
    caller.request(commentRoutes.create, { form: { ...target(approvedPost), description: 'thank you' } }),
  'comments on a pending post': async (caller, { insertPending }) =>
    caller.request(commentRoutes.create, { form: { ...target(await insertPending()), description: 'thank you' } }),
  'reads comments': (caller, { approvedPost }) => caller.request(commentRoutes.list, { params: target(approvedPost) }),
  'reads comments by the public route': (caller, { approvedPost }) =>
    caller.request(commentRoutes.listPublic, { params: target(approvedPost) }),
  'likes a post': (caller, { approvedPost }) => caller.request(likeRoutes.like, { body: target(approvedPost) }),
  'removes a like': (caller, { approvedPost }) => caller.request(likeRoutes.unlike, { params: target(approvedPost) }),
  'lists the likes of a post': (caller, { approvedPost }) => caller.request(likeRoutes.list, { params: target(approvedPost) }),
  'edits the comment of another user': async (caller, { comment }) =>
    caller.request(commentRoutes.edit, { params: { id: await comment() }, form: { description: 'thank you all' } }),
  'deletes the comment of another user': async (caller, { comment }) =>
    caller.request(commentRoutes.remove, { params: { id: await comment() } }),
  'adds a member': (caller, fixture) =>
    caller.request(feedMemberRoutes.add, { ...ofFeed(fixture), body: { members: [fixture.author.id] } }),
  'changes a member': (caller, { feedId, memberId }) =>
    caller.request(feedMemberRoutes.change, { params: { id: feedId, memberId }, body: { canPost: true } }),
  'removes an unknown member': (caller, { feedId }) =>
    caller.request(feedMemberRoutes.remove, { params: { id: feedId, memberId: randomUUID() } }),
  'edits an unknown feed': (caller) =>
    caller.request(feedRoutes.edit, { params: { id: randomUUID() }, form: { name: 'River watch' } }),
  'deletes an unknown feed': (caller) => caller.request(feedRoutes.remove, { params: { id: randomUUID() } }),
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
// Only its author and the moderators may see a pending post. Editing it requires canUpdate and canModeratePosts.
const moderators = [401, 401, 404, 404, 404, 404, 200, 404, 200, 404]
const moderatorsEdit = [401, 401, 404, 404, 404, 404, 403, 404, 200, 404]
const membersOnly = [401, 401, 404, 200, 200, 200, 200, 200, 200, 404]
const read = { closed: members, open: signedIn, public: signedIn, free: signedIn }
const publicOnly = { closed: none, open: none, public: all, free: all }
const openToView = {
  closed: [404, 404, 404, 200, 200, 200, 200, 200, 200, 200],
  open: [404, 404, 200, 200, 200, 200, 200, 200, 200, 200],
  public: all,
  free: all,
}
const update = { closed: updatersClosed, open: updaters, public: updaters, free: updaters }
const write = { closed: writers, open: anyWriter, public: anyWriter, free: anyWriter }
const flaggedPost = [401, 401, 403, 403, 201, 403, 403, 403, 201, 403]
const addMember = [401, 401, 403, 403, 403, 403, 403, 201, 201, 201]
const administrators = [401, 401, 403, 403, 403, 403, 403, 403, 403, 404]
const hidden = [401, 401, 404, 403, 403, 403, 403, 403, 403, 403]
const shown = [401, 401, 403, 403, 403, 403, 403, 403, 403, 403]
const others = { closed: hidden, open: shown, public: shown, free: shown }
const managed = [401, 401, 403, 403, 403, 403, 403, 200, 200, 200]
const managedClosed = [401, 401, 404, 403, 403, 403, 403, 200, 200, 200]
const notFoundIfAllowed = (row: Row): Row => row.map((status) => (status === 200 ? 404 : status))
const pendingCommenters = [401, 401, 404, 404, 404, 404, 201, 404, 201, 404]

const expected: Record<keyof typeof acts, Record<Kind, Row>> = {
  'opens the feed': openToView,
  'lists its members': read,
  'lists its members by the public route': publicOnly,
  'reads their own membership': same(membersOnly),
  'reads whether they are a member': read,
  'lists its posts': read,
  'lists its posts by the public route': publicOnly,
  'opens its map': openToView,
  'opens a post': read,
  'opens a post by the public route': publicOnly,
  'opens a pending post': same(moderators),
  posts: {
    closed: [401, 401, 404, 403, 201, 403, 403, 403, 201, 403],
    open: flaggedPost,
    public: flaggedPost,
    free: anyWriter,
  },
  'edits the post of another user': update,
  'removes files from the post of another user': update,
  'edits a pending post of another user': same(moderatorsEdit),
  'deletes the post of another user': update,
  'approves a pending post': { ...same(moderators), free: [401, 401, 404, 404, 404, 404, 403, 404, 403, 404] },
  'counts a view': openToView,
  'comments on a post': write,
  'comments on a pending post': same(pendingCommenters),
  'reads comments': read,
  'reads comments by the public route': publicOnly,
  'likes a post': read,
  'removes a like': read,
  'lists the likes of a post': read,
  'edits the comment of another user': others,
  'deletes the comment of another user': others,
  'changes a member': { ...same(managed), closed: managedClosed },
  'removes an unknown member': { ...same(notFoundIfAllowed(managed)), closed: notFoundIfAllowed(managedClosed) },
  'edits an unknown feed': same(administrators),
  'deletes an unknown feed': same(administrators),
  'adds a member': { ...same(addMember), closed: [401, 401, 404, 403, 403, 403, 403, 201, 201, 201] },
}

beforeAll(async () => {
  noroshi = await startTestServer()
  const creator = await noroshi.admin('Ito')
  const admin = await noroshi.admin('Gen')
  const [outsider, deactivated, plain] = await noroshi.people('Dora', 'Fuji', 'Hana')
  const flagged = await noroshi.people('Ren', 'Sho', 'Tama', 'Umi')
  ;[author] = await noroshi.people('Aiko')
  const own = Object.fromEntries(FLAGS.map((flag, index) => [flag, flagged[index]])) as Record<(typeof FLAGS)[number], TestUser> // one each
  for (const kind of Object.keys(KINDS) as Kind[]) {
    // its own keys
    const { id } = await createFeed(creator, KINDS[kind])
    for (const person of [plain, deactivated]) await addFeedMember(creator, id, person)
    for (const flag of FLAGS) await addFeedMember(creator, id, own[flag], { [flag]: true })
    const { id: memberId } = await addFeedMember(creator, id, author, { canPost: true })
    fixtures[kind] = await createFixture(id, memberId)
  }
  // Tests the creator as a member only, without the rights of an administrator.
  await noroshi.db.updateTable('users').set({ is_admin: false }).where('id', '=', creator.id).execute()
  await deactivateUser(noroshi, deactivated)
  people = { visitor: noroshi.visitor, deactivated, outsider, plain, ...own, creator, admin }
})
afterAll(() => noroshi[Symbol.asyncDispose]())

async function createFixture(feedId: string, memberId: string): Promise<FeedFixture> {
  // Inserts rows directly, because the routes limit the number of posts.
  const insertPost = async (is_approved: boolean | null): Promise<PostRef> => {
    const id = uuidv7()
    const row = { id, feed_id: feedId, created_by: author.id, text_content: 'the water falls', is_approved }
    await noroshi.db.insertInto('posts').values(row).execute()
    return { FeedId: feedId, id }
  }
  const approvedPost = await insertPost(true)
  const comment = async (): Promise<string> => {
    const id = uuidv7()
    await noroshi.db
      .insertInto('comments')
      .values({ id, post_id: approvedPost.id, user_id: author.id, description: 'thanks' })
      .execute()
    return id
  }
  return {
    feedId,
    author,
    insertApproved: () => insertPost(true),
    insertPending: () => insertPost(null),
    approvedPost,
    comment,
    memberId,
  }
}

/** Returns for each actor true or the error code. */
async function joinResults(name: 'feed:join' | 'comment:join', payload: object): Promise<[Actor, true | string][]> {
  const results: [Actor, true | string][] = []
  for (const actor of ACTORS) {
    const { token } = people[actor]
    const listening = await noroshi.openSocket(token === null ? {} : { token })
    const ack = await listening.send(name, payload)
    results.push([actor, ack.ok ? true : ack.code])
  }
  return results
}

describe.each(Object.keys(KINDS) as Kind[])('in a feed that is %s', (kind) => {
  test.each(Object.keys(acts) as (keyof typeof acts)[])('each actor gets the expected status: %s', async (act) => {
    const results: [Actor, number][] = []
    for (const actor of ACTORS) results.push([actor, (await acts[act](people[actor], fixtures[kind])).status])
    expect(results).toEqual(ACTORS.map((actor, index) => [actor, expected[act][kind][index]]))
  })
})

describe.each(Object.keys(KINDS) as Kind[])('in a feed that is %s', (kind) => {
  test('each actor joins or is refused the feed and the comments of a post', async () => {
    const { feedId, approvedPost, insertPending } = fixtures[kind]
    const expectedResults = (row: Row, code: string) => ACTORS.map((actor, index) => [actor, row[index] === 200 ? true : code])
    expect(await joinResults('feed:join', { feedId })).toEqual(expectedResults(openToView[kind], 'feed.notFound'))
    expect(await joinResults('comment:join', { entityId: approvedPost.id })).toEqual(
      expectedResults(openToView[kind], 'post.notFound'),
    )
    const { id } = await insertPending()
    expect(await joinResults('comment:join', { entityId: id })).toEqual(expectedResults(moderators, 'post.notFound'))
  })
})

test('the list contains the feeds that the viewer may read, the public list the public feeds', async () => {
  const listedKinds = async (caller: Caller) => {
    const { items } = await caller.fetch(feedRoutes.list)
    return (Object.keys(KINDS) as Kind[]).filter((kind) => items.some(({ id }) => id === fixtures[kind].feedId))
  }
  expect(await listedKinds(people.outsider)).toEqual(['open', 'public', 'free'])
  for (const actor of ['plain', 'creator', 'admin'] as const)
    expect(await listedKinds(people[actor])).toEqual(['closed', 'open', 'public', 'free'])
  const { items } = await people.visitor.fetch(feedRoutes.listPublic)
  expect(items.map(({ id }) => id).toSorted()).toEqual([fixtures.public.feedId, fixtures.free.feedId].toSorted())
})
