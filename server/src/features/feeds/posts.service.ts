import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { can } from '@noroshi/contract/abilities'
import type { Viewer } from '@noroshi/contract/define'
import type { PostFacts } from '@noroshi/contract/feeds/feeds.abilities'
import type { FeedPostForViewer, PostPage, PostPin, postRoutes } from '@noroshi/contract/feeds/posts.http'
import { POSTS_ON_MAP_MAX } from '@noroshi/contract/limits'
import { pageOf } from '#/db/page-of.ts'
import type { Db } from '#/db/pool.ts'
import type { Deps } from '#/deps.ts'
import type { FileReaders } from '#/features/files/files.service.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import { factsOf, postFactsOf, presentPin, presentPostFor } from './feeds.present.ts'
import { openFeed, openPublicFeed } from './feeds.service.ts'
import { feedById, type FeedRow } from './feeds.sql.ts'
import { countView } from './post-counts.sql.ts'
import { type BoundingBox, pinRows, postPage, type PostSearch } from './post-pages.sql.ts'
import { postById, type PostRow } from './posts.sql.ts'

type PageQuery = z.output<typeof postRoutes.list.query>
type ViewBody = z.output<typeof postRoutes.view.body>

export interface OpenPost {
  readonly feed: FeedRow
  readonly post: PostRow
  readonly facts: PostFacts
}

/** Returns a post that the viewer may see, with its feed. @throws post.notFound (404). */
export async function openPost(db: Db, viewer: Viewer, id: string, feedId?: string): Promise<OpenPost> {
  const opened = await findOpenPost(db, viewer, id)
  if (!opened || (feedId !== undefined && opened.feed.id !== feedId)) throw new AppError('post.notFound')
  return opened
}

/** Returns a post of a public feed. @throws post.notFound (404). */
export async function openPublicPost(db: Db, viewer: Viewer, id: string, feedId?: string): Promise<OpenPost> {
  const opened = await openPost(db, viewer, id, feedId)
  if (!opened.feed.is_public) throw new AppError('post.notFound')
  return opened
}

async function findOpenPost(db: Db, viewer: Viewer, id: string): Promise<OpenPost | null> {
  const viewerId = viewer?.id ?? null
  const post = await postById(db, viewerId, id)
  const feed = post && (await feedById(db, viewerId, post.feed_id))
  if (!post || !feed) return null
  const facts = postFactsOf(feed, post)
  return can(viewer, 'post:open', facts) ? { feed, post, facts } : null
}

type OpenFunction = typeof openPost
export const readPost = async (
  deps: Deps,
  viewer: Viewer,
  open: OpenFunction,
  feedId: string,
  id: string,
): Promise<FeedPostForViewer> => {
  const { feed, post } = await open(deps.db, viewer, id, feedId)
  return presentPostFor(viewer, feed, post)
}

/** Returns a page of the posts of a feed. @throws feed.notFound (404). */
export const listPosts = async (deps: Deps, viewer: Viewer, feedId: string, query: PageQuery): Promise<PostPage> =>
  postPageOf(deps, viewer, await openFeed(deps.db, viewer, feedId), query)

export const listPublicPosts = async (deps: Deps, viewer: Viewer, feedId: string, query: PageQuery): Promise<PostPage> =>
  postPageOf(deps, viewer, await openPublicFeed(deps.db, viewer, feedId), query)

async function postPageOf(deps: Deps, viewer: Viewer, feed: FeedRow, query: PageQuery): Promise<PostPage> {
  const { 'page[limit]': limit, 'page[pageNumber]': page } = query
  const search = searchOf(viewer, feed, query)
  const rows = search === null ? [] : await postPage(deps.db, search)
  const { items: posts, nextCursor } = pageOf(rows, limit, (post) => presentPostFor(viewer, feed, post))
  return { posts, nextPage: nextCursor === null ? null : page + 1, nextCursor }
}

/**
 * Returns the search of a query; null if the viewer may see no result. Only authors and moderators see pending and rejected
 * posts.
 */
function searchOf(viewer: Viewer, feed: FeedRow, query: PageQuery): PostSearch | null {
  const { 'filter[mine]': isMine, 'page[limit]': limit, 'page[after]': after = null } = query
  const status = query['filter[status]'] ?? (isMine ? 'any' : 'approved')
  const isOwnOnly = isMine || (status !== 'approved' && !can(viewer, 'feed:moderatePosts', factsOf(feed)))
  if (isOwnOnly && viewer === null) return null
  return {
    feedId: feed.id,
    viewerId: viewer?.id ?? null,
    status,
    authorId: isOwnOnly ? (viewer?.id ?? null) : null,
    userName: query['filter[userName]'] ?? null,
    from: startOf(query['filter[startDate]']),
    until: endOf(query['filter[endDate]']),
    order: query['orderBy[sortOrder]'],
    after,
    offset: after === null ? (query['page[pageNumber]'] - 1) * limit : 0,
    limit: limit + 1,
  }
}

const startOf = (text: string | undefined): Date | null => (text === undefined ? null : new Date(text))

const DAY_MS = 86_400_000
const isDay = (text: string) => !text.includes('T')
/** Returns the exclusive end of a filter: the end of a day, or 1 ms after a time. */
function endOf(text: string | undefined): Date | null {
  if (text === undefined) return null
  return new Date(Date.parse(text) + (isDay(text) ? DAY_MS : 1))
}

/** Returns the newest approved posts with a location, up to {@link POSTS_ON_MAP_MAX}. @throws feed.notFound (404). */
export async function mapPosts(deps: Deps, viewer: Viewer, feedId: string, box: BoundingBox | undefined) {
  const feed = await openFeed(deps.db, viewer, feedId)
  const rows = await pinRows(deps.db, feed.id, box, POSTS_ON_MAP_MAX + 1)
  const items: PostPin[] = rows.slice(0, POSTS_ON_MAP_MAX).map(presentPin)
  return { items, isComplete: rows.length <= POSTS_ON_MAP_MAX }
}

/**
 * Counts a view, once for each post and browser session.
 * @throws post.notFound (404); forbidden (403) for the `UserId` of another user.
 */
export async function viewPost(deps: Deps, viewer: SignedIn | null, { EntityId, UserId, clientId }: ViewBody): Promise<void> {
  if (UserId != null && UserId !== viewer?.id) throw new AppError('forbidden')
  await openPost(deps.db, viewer, EntityId)
  await countView(deps.db, EntityId, clientId ?? viewer?.sessionId ?? randomUUID())
}

/** Users who may see a post may read its files. */
export const mayReadPostFiles: FileReaders['post'] = async ({ db }, { viewer }, postId) =>
  (await findOpenPost(db, viewer, postId)) !== null
