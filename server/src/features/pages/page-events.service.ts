import type { Tx } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import { EVERYBODY, isRoomOfPage, pageReviewersRoom, pageRoom, pageVisitorsRoom, userRoom } from '#/realtime/rooms.ts'
import type { DraftRow } from './drafts.sql.ts'
import { presentCard, presentDraftHead } from './pages.present.ts'
import type { PageRow } from './pages.sql.ts'

/** Everybody who is signed in, and visitors who have it open. */
const hearers = (id: string) => [EVERYBODY, pageVisitorsRoom(id)]

/** Visitors who may no longer read it are told that it is gone, and hear no more of it. */
export function tellPage({ realtime }: Deps, tx: Tx, page: PageRow): void {
  if (page.is_public) {
    tx.announce('page:updated', hearers(page.id), presentCard(page))
    return
  }
  tx.announce('page:updated', [EVERYBODY], presentCard(page))
  tx.announce('page:deleted', [pageVisitorsRoom(page.id)], { id: page.id, version: page.version })
  tx.beforeTelling(() => realtime.evict(pageVisitorsRoom(page.id), [], isRoomOfPage(page.id)))
}

export function tellGone({ realtime }: Deps, tx: Tx, id: string, version: number, reviewers: readonly string[]): void {
  tx.announce('page:deleted', hearers(id), { id, version })
  tx.beforeTelling(() => {
    realtime.evict(pageRoom(id), [], isRoomOfPage(id))
    realtime.leaveRoom(reviewers, pageReviewersRoom(id))
  })
  // What the reviewers hear hangs on their memberships: theirs are over. Nobody's rooms would be everybody's.
  if (reviewers.length > 0) tx.announce('membership:changed', reviewers.map(userRoom), {})
}

export const tellDraft = (tx: Tx, draft: DraftRow) =>
  tx.announce('page:draft', [userRoom(draft.drafted_by), pageReviewersRoom(draft.page_id)], presentDraftHead(draft))

/** Whoever is concerned asks for what they are in it; whoever has it open, for its members. */
export function tellMembers(tx: Tx, pageId: string, userIds: readonly string[]): void {
  const rooms = userIds.map(userRoom)
  tx.announce('membership:changed', rooms, {})
  tx.announce('page:members', [pageRoom(pageId), ...rooms], { PageId: pageId })
}
