import { defineMessages } from '../i18n.ts'

/** What home needs. */
export const feedFirstMessages = defineMessages({
  'feeds.title': { en: 'Feeds', ja: 'フィード' },
  'feeds.tileNote': { en: 'News and posts', ja: 'お知らせと投稿' },
})
