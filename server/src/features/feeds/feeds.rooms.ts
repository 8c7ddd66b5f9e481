/**
 * Sockets that have any page of the feed open. The other rooms of a feed start with this name. They are not caught up:
 * pages rejoin and refetch.
 */
export const feedRoom = (feedId: string) => `feed:${feedId}`
/** Sockets that have the posts of the feed open. */
export const feedPostsRoom = (feedId: string) => `${feedRoom(feedId)}:posts`
/**
 * Moderators who have the posts open. Posts that await approval are emitted to this room and to their author's room.
 */
export const feedModeratorsRoom = (feedId: string) => `${feedRoom(feedId)}:moderators`
export const feedAuthorRoom = (feedId: string, userId: string) => `${feedRoom(feedId)}:author:${userId}`
/** Sockets that have the comments of the post open. */
export const commentsRoom = (feedId: string, postId: string) => `${feedRoom(feedId)}:comments:${postId}`
/** Returns the feed id of a comments room of this post; null for any other room. */
export const feedOfCommentsRoom = (room: string, postId: string): string | null =>
  room.endsWith(`:comments:${postId}`) ? (room.split(':')[1] ?? null) : null
/** Returns the post id of a comments room; null for any other room. */
export const postOfCommentsRoom = (room: string): string | null => /^feed:[^:]+:comments:(.+)$/.exec(room)?.[1] ?? null
export const isRoomOfFeed = (feedId: string) => (room: string) => room.startsWith(feedRoom(feedId))
