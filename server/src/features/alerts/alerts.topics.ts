import { ADMINISTRATORS, alertGroupRoom, alertRoom } from './alerts.rooms.ts'
import type { FeatureTopics } from '#/realtime/topics.ts'

/**
 * Users have the topics of their alert groups, and administrators that of muted alerts. A device has the topics of the alerts whose
 * tokens it has.
 */
export const alertTopics: FeatureTopics = {
  allowsRestricted: true,
  async memberTopics(db, { viewer, tokenAlertIds }) {
    const alerts = tokenAlertIds.map(alertRoom)
    if (viewer === null) return alerts
    const groups = await db.selectFrom('alert_group_members').select('group_id').where('user_id', '=', viewer.id).execute()
    const own = viewer.isAdmin ? [ADMINISTRATORS] : []
    return [...alerts, ...own, ...groups.map((group) => alertGroupRoom(group.group_id))]
  },
  isMemberTopic: (topic) => topic === ADMINISTRATORS || topic.startsWith(alertGroupRoom('')),
  membershipEvents: ['membership:changed'],
  openTopics: [
    {
      rootTopic: alertRoom,
      entityOf: (topic) => (topic.startsWith(alertRoom('')) ? topic.slice(alertRoom('').length) : null),
      recheckOn: {},
      // Holders of the token, and administrators outside the audience.
      allowed: async (_db, alertId) => (subscriber) =>
        subscriber.tokenAlertIds.includes(alertId) || subscriber.viewer?.isAdmin === true,
    },
  ],
}
