import 'fake-indexeddb/auto'
import type { QueryClient } from '@tanstack/react-query'
import { beforeAll, expect, test, vi } from 'vitest'
import { commentRoutes, type Comment } from '@noroshi/contract/comments/comments.http'
import { setCurrentUser } from '../../platform/session/current-user.ts'
import { call } from '../../platform/connection/http.ts'
import { setAccessToken, setSessionUser } from '../../platform/session/session.ts'
import { isCovered } from '../../platform/store/coverage.ts'
import { checkConvergence, runSteps, type Step, type StoredPage } from '../../platform/store/testing/stored-pages.ts'
import { feedStore } from '../feeds/feed-store.ts'
import { feedEntity, feedMembershipEntity } from '../feeds/feeds.entities.ts'
import { feedsLive, likesLive } from '../feeds/feeds.live.ts'
import { postsQuery } from '../feeds/feeds.queries.ts'
import { unfiltered } from '../feeds/post-filter.ts'
import { postOf } from '../feeds/post-views.ts'
import { aFeed, aMember } from '../feeds/testing/fake-posts.ts'
import { type Change as PostChange, PostServer, reader, type Tab, tabs as allTabs } from '../feeds/testing/post-server.ts'
import { commentsLive } from './comments.live.ts'
import { comments as resource } from './comments.resource.ts'
import { type CommentChange, commentChanges, CommentServer } from './testing/comment-server.ts'

// Comments are read in pages, under posts that are counted, liked, taken back for a review, returned and deleted. A page
// that received all events of a comment shows it in its newest version, as far as it has read the comments on the post. A
// refetch corrects the comments whose events it missed. In the end it has what the server would reply, in memory and on
// disk. The comments of a post that the user may not read are not on disk.

const { storeOf: commentStore, entity: commentEntity, coverage: commentCoverage, query: commentsQuery } = resource

vi.mock('../../platform/connection/http.ts', () => ({ call: vi.fn() }))

const PAGE = 2
/** More pages than a list can have. */
const PAGES_MAX = 60
type Change = PostChange | CommentChange
const postChanges = ['ownPost', 'edit', 'hide', 'hide', 'approve', 'approve', 'delete', 'like', 'likeOfOther'] as const
const changes: readonly Change[] = [...postChanges, ...commentChanges, 'writeComment', 'writeComment', 'writeComment']
const isOfComments = (change: Change): change is CommentChange => commentChanges.some((each) => each === change)

beforeAll(() => {
  setAccessToken('secret')
  setSessionUser('secret', reader.id)
  setCurrentUser({ id: reader.id, isAdmin: false })
})

/** The posts have a parent, which does not change here. */
const storeOf = (isModerator: boolean) => (cache: QueryClient) => {
  const store = feedStore(cache)
  store.put(feedEntity, aFeed)
  store.put(feedMembershipEntity, { id: aFeed.id, at: 1, membership: aMember(reader, { canModeratePosts: isModerator }) })
  return commentStore(cache)
}

const readPosts = (cache: QueryClient, tab: Tab, pages = PAGES_MAX) =>
  cache.fetchInfiniteQuery({ ...postsQuery(aFeed.id, { ...unfiltered, tab }), pages, retry: false }).catch(() => undefined)

const readComments = (cache: QueryClient, postId: string | undefined, pages = PAGES_MAX) =>
  postId === undefined
    ? Promise.resolve()
    : cache.fetchInfiniteQuery({ ...commentsQuery(postId), pages, retry: false }).catch(() => undefined)

/** The comments on a post as its screen shows them. */
const shown = ({ cache, store }: StoredPage, postId: string) =>
  resource.itemsOf(store, cache.getQueryData(commentsQuery(postId).queryKey)?.pages, postId)

function expectReceived(page: StoredPage, postId: string, server: CommentServer) {
  const coverage = page.store.get(commentCoverage, postId)
  const isReceived = ({ id }: Comment) =>
    !server.missed.has(id) && coverage !== undefined && isCovered(id, coverage.through, 'desc')
  const comments = shown(page, postId)
  // Before its first read, a list is unknown and not empty.
  if (!coverage) expect(comments).toBeUndefined()
  else expect(resource.itemsOf(page.store, undefined, postId)?.filter(isReceived)).toEqual(server.list(postId).filter(isReceived))
}

const idsOf = (comments: readonly Comment[]) => comments.map(({ id }) => id)

/** Expects that a page has all comments on the posts. */
function expectAll(page: StoredPage, postIds: readonly string[], server: CommentServer) {
  for (const id of postIds) expect([id, shown(page, id)]).toEqual([id, server.list(id)])
}

const converge = (isModerator: boolean) => async (steps: readonly Step<Change>[]) => {
  const posts = new PostServer(PAGE, isModerator)
  posts.change('post', 1)
  const comments = new CommentServer(posts, PAGE)
  const tabs = isModerator ? allTabs : allTabs.slice(0, 2)
  const readable = (among: readonly Tab[]) => [...new Set(among.flatMap((tab) => posts.list(tab).map(({ id }) => id)))]
  const scenario = {
    storeOf: storeOf(isModerator),
    live: [feedsLive, likesLive, commentsLive],
    ownerId: reader.id,
    server: {
      change: (change: Change, nth: number) => (isOfComments(change) ? comments.change(change, nth) : posts.change(change, nth)),
    },
    journal: () => posts.journal,
    reply: (route: unknown, options: Parameters<CommentServer['reply']>[1] & { query: Parameters<PostServer['reply']>[1] }) =>
      route === commentRoutes.list ? comments.reply(route, options) : posts.reply(route, options.query),
    read: (cache: QueryClient, nth: number) =>
      nth % 4 === 0
        ? readPosts(cache, tabs[Math.trunc(nth / 4) % tabs.length] ?? 'posts', 1 + (nth % 3))
        : readComments(cache, posts.idAt(nth), 1 + (nth % 3)),
  }
  const { page, reopen } = await runSteps(scenario, changes, steps, (request) => vi.mocked(call).mockImplementation(request))
  for (const id of readable(tabs)) expectReceived(page, id, comments)

  for (const tab of tabs) await readPosts(page.cache, tab)
  for (const id of readable(tabs)) await readComments(page.cache, id)
  expectAll(page, readable(tabs), comments)
  for (const tab of tabs) for (const post of posts.list(tab)) expect(postOf(page.store, post.id)).toEqual(post)
  const reopened = await reopen()
  for (const id of posts.allIds()) await readComments(reopened.cache, id, 1)
  const stored = readable(['posts', 'yours'])
  expectAll(reopened, stored, comments)
  const ids = stored.flatMap((id) => idsOf(comments.list(id)))
  expect(reopened.store.ids(commentEntity).toSorted()).toEqual(ids.toSorted())
  expect(reopened.store.ids(commentCoverage).filter((id) => !stored.includes(id))).toEqual([])
}

test.each([
  ['a reader', false],
  ['a moderator', true],
] as const)(
  'for %s, any order of events, replies, writes and reloads ends with the comments of the server, in memory and on disk',
  { timeout: 600_000 },
  (_role, isModerator) => checkConvergence(changes, converge(isModerator)),
)
