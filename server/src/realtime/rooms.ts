export const userRoom = (userId: string) => `user:${userId}`
export const isUserRoom = (room: string) => room.startsWith(userRoom(''))
/**
 * The room of the restricted sockets that another room would have. Only events about alerts and accounts are emitted to
 * it.
 */
export const restrictedRoom = (room: string) => `restricted:${room}`
export const sessionRoom = (sessionId: string) => `session:${sessionId}`
/** Sockets of one browser of a user. Events to it are not caught up. */
export const deviceRoom = ({ id, deviceId }: { readonly id: string; readonly deviceId: string }) => `device:${id}:${deviceId}`
/** The page that takes part in a call. Its user and device follow the session of the socket. */
export const callEndpointRoom = (own: { readonly userId: string; readonly deviceId: string; readonly endpointId: string }) =>
  `call-endpoint:${own.userId}:${own.deviceId}:${own.endpointId}`
/** Sockets of pages that are in the radio chat of the thread. */
export const radioRoom = (threadId: string) => `radio:${threadId}`
/** Returns the thread of a radio room; null for any other room. */
export const threadOfRadioRoom = (room: string): string | null =>
  room.startsWith(radioRoom('')) ? room.slice(radioRoom('').length) : null
/** Pages of a user that show hands-free mode. Only hints are emitted to it. */
export const handsFreeRoom = (userId: string) => `hands-free:${userId}`
export const alertGroupRoom = (groupId: string) => `alert-group:${groupId}`
/** Returns the group of an alert group's room; null for any other room. */
export const groupOfAlertRoom = (room: string): string | null =>
  room.startsWith(alertGroupRoom('')) ? room.slice(alertGroupRoom('').length) : null
/** Sockets of one siren screen. */
export const sirenScreenRoom = (screenId: string) => `siren-screen:${screenId}`
/** Sockets of the siren screens of an alert group. Only hints without content are emitted to it. */
export const sirenGroupRoom = (groupId: string) => `siren-group:${groupId}`
/** Sockets of all siren screens. */
export const SIREN_SCREENS = 'siren-screens'
export const threadRoom = (threadId: string) => `thread:${threadId}`
/** Members who have the thread open now. Only hints are emitted to it. */
export const threadPageRoom = (threadId: string) => `thread-page:${threadId}`
/** Sockets of devices on which the thread is read aloud. */
export const speechRoom = (threadId: string) => `speech:${threadId}`
/** Sockets of one user's devices on which the thread is read aloud. Spoken messages are emitted to it. */
export const ownSpeechRoom = (threadId: string, userId: string) => `${speechRoom(threadId)}:${userId}`
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
/**
 * Sockets that have the page open. Its other room starts with this name. Neither is caught up: changes of pages are
 * also emitted to all users.
 */
export const pageRoom = (pageId: string) => `page:${pageId}`
/** Sockets without a session that have the page open. */
export const pageVisitorsRoom = (pageId: string) => `${pageRoom(pageId)}:visitors`
export const isRoomOfPage = (pageId: string) => (room: string) => room.startsWith(pageRoom(pageId))
/** Users who may review the drafts of the page. */
export const pageReviewersRoom = (pageId: string) => `page-reviewers:${pageId}`
/** Devices with the alert's token, and administrators who have its page open. */
export const alertRoom = (alertId: string) => `alert:${alertId}`
/** All administrators, for a muted alert. */
export const ADMINISTRATORS = 'administrators'
/** All pages, including those of visitors and of restricted sessions. Only public facts are emitted to it. */
export const EVERY_PAGE = 'every-page'
/** All signed-in users, for an alert whose groups have no members. */
export const ALL_USERS = 'everybody'
