import type { FeedPostForViewer } from '@noroshi/contract/feeds/posts.http'
import type { Language } from '@noroshi/contract/i18n'
import type { Text } from '../../platform/i18n.ts'
import { clockTime12, dateTime, dayKey } from '../../platform/time.ts'

/** 'Today, 05:20 PM', before that 'Nov 20, 05:20 PM'. */
export function postTime(at: string, language: Language, text: Text, now = new Date()): string {
  if (dayKey(at) !== dayKey(now)) return dateTime(at, language)
  return [text('chrome.today'), clockTime12(at)].join(language === 'en' ? ', ' : ' ')
}

/** How far its review is. */
export const statusOf = ({ isApproved }: Pick<FeedPostForViewer, 'isApproved'>) =>
  isApproved === null ? 'pending' : isApproved ? 'approved' : 'rejected'
