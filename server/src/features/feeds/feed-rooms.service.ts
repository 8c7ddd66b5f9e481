import { can } from '@noroshi/contract/abilities'
import type { Viewer } from '@noroshi/contract/define'
import type { Db } from '#/db/pool.ts'
import type { Socket } from '#/realtime/io.ts'
import { ALL_USERS, userRoom } from '#/realtime/rooms.ts'
import { commentsRoom, feedAuthorRoom, feedModeratorsRoom, feedPostsRoom, feedRoom, isRoomOfFeed } from './feeds.rooms.ts'
import { factsOf } from './feeds.present.ts'
import { type FeedRow, readersOfClosedFeed } from './feeds.sql.ts'

interface PostOrigin {
  readonly id: string
  readonly feed_id: string
  readonly created_by: string
  readonly is_approved: boolean | null
}

/** Rooms of a pending or rejected post: its author and the moderators, while they have the feed open. */
export const insiderRoomsOf = ({ feed_id, created_by }: Pick<PostOrigin, 'feed_id' | 'created_by'>): string[] => [
  feedAuthorRoom(feed_id, created_by),
  feedModeratorsRoom(feed_id),
]
export const openRoomsOf = ({ feed_id, id }: Pick<PostOrigin, 'feed_id' | 'id'>): string[] => [
  feedPostsRoom(feed_id),
  commentsRoom(feed_id, id),
]
/** Rooms of all users who may see the post and have its feed or its comments open. */
export const roomsOfPost = (post: PostOrigin): string[] => (post.is_approved === true ? openRoomsOf(post) : insiderRoomsOf(post))

/** Rooms that a viewer joins when they open a feed or the comments of its posts. */
export const roomsOfViewer = (viewer: Viewer, feed: FeedRow): string[] => [
  feedRoom(feed.id),
  ...(viewer === null ? [] : [feedAuthorRoom(feed.id, viewer.id)]),
  ...(can(viewer, 'feed:moderatePosts', factsOf(feed)) ? [feedModeratorsRoom(feed.id)] : []),
]

/**
 * Leaves a room of a feed. Leaves all rooms of the feed if no other page of it is open. The rooms are chosen and left at once, since
 * a command of another page may join rooms of the feed at any time.
 */
export async function leaveFeedRoom(socket: Socket, feedId: string, page: string): Promise<void> {
  const others = [...socket.rooms].filter((room) => room !== page && isRoomOfFeed(feedId)(room))
  const isPage = (room: string) => room === feedPostsRoom(feedId) || room.startsWith(commentsRoom(feedId, ''))
  await Promise.all([page, ...(others.some(isPage) ? [] : others)].map(async (room) => socket.leave(room)))
}

/** Rooms that get a change of a feed: users who have it open and users who have it in their list. */
export async function roomsOfFeedChange(tx: Db, feedId: string, isListedForAll: boolean): Promise<string[]> {
  const listed = isListedForAll ? [ALL_USERS] : (await readersOfClosedFeed(tx, feedId)).map(userRoom)
  return [feedRoom(feedId), ...listed]
}
