import type { Tx } from '#/db/transaction.ts'
import { ALL_USERS, userRoom } from '#/realtime/rooms.ts'
import { pageReviewersRoom, pageRoom, pageVisitorsRoom } from './pages.rooms.ts'
import type { DraftRow } from './drafts.sql.ts'
import { presentCard, presentDraftHead } from './pages.present.ts'
import type { PageRow } from './pages.sql.ts'

/** Rooms of all signed-in users and of visitors who have the page open. */
const roomsOfReaders = (id: string) => [ALL_USERS, pageVisitorsRoom(id)]

/** Emits a changed page. If it is not public, visitors who have it open get `page:deleted` and leave its rooms. */
export function emitPageChanged(tx: Tx, page: PageRow): void {
  if (page.is_public) {
    tx.emit('page:updated', roomsOfReaders(page.id), presentCard(page))
    return
  }
  tx.emit('page:updated', [ALL_USERS], presentCard(page))
  tx.emit('page:deleted', [pageVisitorsRoom(page.id)], { id: page.id, version: page.version })
}

export function emitPageDeleted(tx: Tx, id: string, version: number, reviewers: readonly string[]): void {
  tx.emit('page:deleted', roomsOfReaders(id), { id, version })
  // The page no longer gives its reviewers the topic of its drafts.
  tx.emit('membership:changed', reviewers.map(userRoom), {})
}

export const emitDraftChanged = (tx: Tx, draft: DraftRow) =>
  tx.emit('page:draft', [userRoom(draft.drafted_by), pageReviewersRoom(draft.page_id)], presentDraftHead(draft))

/** Emits changed memberships. The users concerned refetch their membership; users who have the page open refetch its members. */
export function emitMembersChanged(tx: Tx, pageId: string, userIds: readonly string[]): void {
  const rooms = userIds.map(userRoom)
  tx.emit('membership:changed', rooms, {})
  tx.emit('page:members', [pageRoom(pageId), ...rooms], { PageId: pageId })
}
