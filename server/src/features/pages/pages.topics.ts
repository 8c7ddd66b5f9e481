import { can } from '@noroshi/contract/abilities'
import { isRoomOfPage, pageReviewersRoom, pageRoom } from './pages.rooms.ts'
import type { FeatureTopics } from '#/realtime/topics.ts'
import { factsOf } from './pages.present.ts'
import { pageById } from './pages.sql.ts'

/** Reviewers get the topic of the drafts of their pages. A client that has a page open gets the topics of the page. */
export const pageTopics: FeatureTopics = {
  async memberTopics(db, { viewer }) {
    if (viewer === null) return []
    const reviewed = await db
      .selectFrom('page_members')
      .innerJoin('pages', 'pages.id', 'page_members.page_id')
      .select('page_id')
      .where('user_id', '=', viewer.id)
      .where('can_moderate_updates', '=', true)
      .where('pages.deleted_at', 'is', null)
      .execute()
    return reviewed.map((page) => pageReviewersRoom(page.page_id))
  },
  isMemberTopic: (topic) => topic.startsWith(pageReviewersRoom('')),
  membershipEvents: ['membership:changed'],
  openTopics: [
    {
      rootTopic: pageRoom,
      entityOf: (topic) => (isRoomOfPage('')(topic) ? (topic.split(':')[1] ?? null) : null),
      recheckOn: { 'page:deleted': ({ id }) => id },
      async allowed(db, pageId) {
        const page = await pageById(db, null, pageId)
        return ({ viewer }) => page !== undefined && can(viewer, 'page:open', factsOf(page))
      },
    },
  ],
}
