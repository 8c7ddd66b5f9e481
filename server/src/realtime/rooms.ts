import type { Db } from '#/db/pool.ts'
import type { SignedIn } from '#/http/authenticate.ts'

export const userRoom = (userId: string) => `user:${userId}`
export const isUserRoom = (room: string) => room.startsWith(userRoom(''))
export const sessionRoom = (sessionId: string) => `session:${sessionId}`
export const alertGroupRoom = (groupId: string) => `alert-group:${groupId}`
export const threadRoom = (threadId: string) => `thread:${threadId}`
/** The members who look at a thread at this moment: for hints alone. */
export const threadPageRoom = (threadId: string) => `thread-page:${threadId}`
/** Everybody who has anything of a feed open. Its other rooms begin with the same. None of them is caught up: pages join anew. */
export const feedRoom = (feedId: string) => `feed:${feedId}`
/** Who has its posts open. */
export const feedPostsRoom = (feedId: string) => `${feedRoom(feedId)}:posts`
/** Who of them sees what waits: its moderators, and each author their own. */
export const feedModeratorsRoom = (feedId: string) => `${feedRoom(feedId)}:moderators`
export const feedAuthorRoom = (feedId: string, userId: string) => `${feedRoom(feedId)}:author:${userId}`
/** Who has the comments of a post open. */
export const commentsRoom = (feedId: string, postId: string) => `${feedRoom(feedId)}:comments:${postId}`
/** Of which feed this room of a post's comments is; null for any other room. */
export const feedOfCommentsRoom = (room: string, postId: string): string | null =>
  room.endsWith(`:comments:${postId}`) ? (room.split(':')[1] ?? null) : null
export const isRoomOfFeed = (feedId: string) => (room: string) => room.startsWith(feedRoom(feedId))
/** Everybody who has a page open. Its other room begins with the same. Neither is caught up: pages are told to everybody too. */
export const pageRoom = (pageId: string) => `page:${pageId}`
/** Who of them is not signed in. */
export const pageVisitorsRoom = (pageId: string) => `${pageRoom(pageId)}:visitors`
export const isRoomOfPage = (pageId: string) => (room: string) => room.startsWith(pageRoom(pageId))
/** Who reviews the drafts of a page. */
export const pageReviewersRoom = (pageId: string) => `page-reviewers:${pageId}`
/** A room that one is in by a membership, and loses with it. */
export const isMembershipRoom = (room: string) =>
  [alertGroupRoom(''), threadRoom(''), pageReviewersRoom('')].some((kind) => room.startsWith(kind))
/** The holders of an alert's token, and administrators who look at its page. */
export const alertRoom = (alertId: string) => `alert:${alertId}`
/** Everybody who is signed in: for an alert whose groups are empty. */
export const EVERYBODY = 'everybody'

/** The rooms whose events this viewer may read now: decided by the memberships of this moment. */
export async function roomsOf(db: Db, viewer: SignedIn | null, tokenAlertIds: readonly string[]): Promise<string[]> {
  const alerts = tokenAlertIds.map(alertRoom)
  if (viewer === null) return alerts
  const groups = await db.selectFrom('alert_group_members').select('group_id').where('user_id', '=', viewer.id).execute()
  const threads = await db.selectFrom('thread_members').select('thread_id').where('user_id', '=', viewer.id).execute()
  const reviewed = await reviewedPages(db, viewer.id)
  return [
    userRoom(viewer.id),
    EVERYBODY,
    ...groups.map((group) => alertGroupRoom(group.group_id)),
    ...threads.map((thread) => threadRoom(thread.thread_id)),
    ...reviewed.map((page) => pageReviewersRoom(page.page_id)),
    ...alerts,
  ]
}

const reviewedPages = (db: Db, userId: string) =>
  db
    .selectFrom('page_members')
    .innerJoin('pages', 'pages.id', 'page_members.page_id')
    .select('page_id')
    .where('user_id', '=', userId)
    .where('can_moderate_updates', '=', true)
    .where('pages.deleted_at', 'is', null)
    .execute()
