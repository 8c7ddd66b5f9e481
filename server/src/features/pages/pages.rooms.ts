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
