import { ALERT_SEVERITIES } from '@noroshi/contract/alerts/handling'
import { isInEffect, NOTICE_STATUSES, type OfficialNotice } from '@noroshi/contract/notices/notices.http'

const rankOf = ({ status, severity }: OfficialNotice): number =>
  NOTICE_STATUSES.indexOf(status) * 10 + (severity === null ? ALERT_SEVERITIES.length : ALERT_SEVERITIES.indexOf(severity))

/**
 * Returns the notices in effect, real ones before exercises and tests and the most severe first, and the earlier ones, newest
 * first.
 */
export function orderNotices(notices: readonly OfficialNotice[], now: Date) {
  const inEffect = notices.filter((notice) => isInEffect(notice, now))
  return {
    // The list is newest first, and the sort keeps the order of equals.
    inEffect: inEffect.toSorted((a, b) => rankOf(a) - rankOf(b)),
    earlier: notices.filter((notice) => !inEffect.includes(notice)),
  }
}
