import type { FeedPostForViewer } from '@noroshi/contract/feeds/posts.http'
import type { Language } from '@noroshi/contract/i18n'
import type { Text } from '../../platform/language/i18n.ts'
import { serverNow } from '../../platform/connection/server-time.ts'
import { dateTime, dayKey, withTime } from '../../platform/language/time.ts'

/** Returns the time, for example 'Today, 05:20 PM', or 'Nov 20, 05:20 PM' for an earlier day. */
export function postTime(at: string, language: Language, text: Text, now = new Date(serverNow())): string {
  if (dayKey(at) !== dayKey(now)) return dateTime(at, language)
  return withTime(text('chrome.today'), at, language)
}

/** Returns the status of a post's review. */
export const statusOf = ({ isApproved }: Pick<FeedPostForViewer, 'isApproved'>) =>
  isApproved === null ? 'pending' : isApproved ? 'approved' : 'rejected'
