import { can } from '@noroshi/contract/abilities'
import type { Viewer } from '@noroshi/contract/define'
import type { Feed } from '@noroshi/contract/feeds/feeds.http'
import type { Db } from '#/db/pool.ts'
import type { Deps } from '#/deps.ts'
import type { FileReaders } from '#/features/files/files.service.ts'
import { authorize } from '#/http/authorize.ts'
import { AppError } from '#/http/errors.ts'
import { factsOf, presentFeed } from './feeds.present.ts'
import { feedById, type FeedRow, feedRows } from './feeds.sql.ts'

interface FeedList {
  items: Feed[]
  nextCursor: null
}

/** Returns a feed that the viewer may read, with their membership. @throws feed.notFound (404). */
export async function openFeed(db: Db, viewer: Viewer, id: string): Promise<FeedRow> {
  const feed = await feedById(db, viewer?.id ?? null, id)
  if (!feed) throw new AppError('feed.notFound')
  authorize(viewer, 'feed:open', factsOf(feed), 'feed.notFound')
  return feed
}

/** Returns a public feed, for the public routes. @throws feed.notFound (404). */
export async function openPublicFeed(db: Db, viewer: Viewer, id: string): Promise<FeedRow> {
  const feed = await openFeed(db, viewer, id)
  if (!feed.is_public) throw new AppError('feed.notFound')
  return feed
}

const listOf = (rows: readonly FeedRow[]): FeedList => ({ items: rows.map(presentFeed), nextCursor: null })

/** Returns the feeds that the viewer may read, by name. */
export async function listFeeds({ db }: Deps, viewer: Viewer): Promise<FeedList> {
  const rows = await feedRows(db, viewer?.id ?? null)
  return listOf(rows.filter((feed) => can(viewer, 'feed:open', factsOf(feed))))
}

export const listPublicFeeds = (deps: Deps): Promise<FeedList> => listFeeds(deps, null)

export const readFeed = async ({ db }: Deps, viewer: Viewer, id: string): Promise<Feed> =>
  presentFeed(await openFeed(db, viewer, id))

/** Users who may read a feed may read its cover. */
export const mayReadFeedFiles: FileReaders['feed'] = async ({ db }, { viewer }, feedId) => {
  const feed = await feedById(db, viewer?.id ?? null, feedId)
  return feed !== undefined && can(viewer, 'feed:open', factsOf(feed))
}
