import { can } from '@noroshi/contract/abilities'
import type { Viewer } from '@noroshi/contract/define'
import type { Db } from '#/db/pool.ts'
import type { Deps } from '#/deps.ts'
import type { Socket } from '#/realtime/io.ts'
import {
  commentsRoom,
  EVERYBODY,
  feedAuthorRoom,
  feedModeratorsRoom,
  feedPostsRoom,
  feedRoom,
  isRoomOfFeed,
  userRoom,
} from '#/realtime/rooms.ts'
import { factsOf } from './feeds.present.ts'
import { type FeedRow, insidersOf } from './feeds.sql.ts'

interface PlacedPost {
  readonly id: string
  readonly feed_id: string
  readonly created_by: string
  readonly is_approved: boolean | null
}

/** The author of a post that waits or is rejected, and the moderators: where they have the feed open. */
export const insiderRoomsOf = ({ feed_id, created_by }: Pick<PlacedPost, 'feed_id' | 'created_by'>): string[] => [
  feedAuthorRoom(feed_id, created_by),
  feedModeratorsRoom(feed_id),
]
export const openRoomsOf = ({ feed_id, id }: Pick<PlacedPost, 'feed_id' | 'id'>): string[] => [
  feedPostsRoom(feed_id),
  commentsRoom(feed_id, id),
]
/** Everybody who may see a post and has its feed or its comments open. */
export const roomsOfPost = (post: PlacedPost): string[] => (post.is_approved === true ? openRoomsOf(post) : insiderRoomsOf(post))

/** Where somebody stands who opens anything of a feed that they may read. */
export const standingIn = (viewer: Viewer, feed: FeedRow): string[] => [
  feedRoom(feed.id),
  ...(viewer === null ? [] : [feedAuthorRoom(feed.id, viewer.id)]),
  ...(can(viewer, 'feed:moderatePosts', factsOf(feed)) ? [feedModeratorsRoom(feed.id)] : []),
]

/** Closes a page of a feed; with the last one, the feed. */
export async function leavePage(socket: Socket, feedId: string, page: string): Promise<void> {
  await socket.leave(page)
  const left = [...socket.rooms].filter(isRoomOfFeed(feedId))
  const isPage = (room: string) => room === feedPostsRoom(feedId) || room.startsWith(commentsRoom(feedId, ''))
  if (!left.some(isPage)) for (const room of left) await socket.leave(room)
}

/** Whom a change of a feed is told: who has it open, and who has it in their list. */
export async function roomsOfFeedChange(tx: Db, feedId: string, isListedForAll: boolean): Promise<string[]> {
  const listed = isListedForAll ? [EVERYBODY] : (await insidersOf(tx, feedId)).map(userRoom)
  return [feedRoom(feedId), ...listed]
}

/** Whoever may no longer read a feed hears no more of it. `feed` null: it is deleted. */
export async function evictOutsiders(tx: Db, { realtime }: Pick<Deps, 'realtime'>, feedId: string, feed: FeedRow | null) {
  if (feed?.is_public === true) return () => undefined
  const insiders = feed === null ? [] : await stayingIn(tx, feed)
  return () => realtime.evict(feedRoom(feedId), insiders, isRoomOfFeed(feedId))
}

const stayingIn = async (tx: Db, feed: FeedRow): Promise<string[]> =>
  feed.is_open_to_users ? [EVERYBODY] : (await insidersOf(tx, feed.id)).map(userRoom)
