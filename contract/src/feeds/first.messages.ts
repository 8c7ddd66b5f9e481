import { defineMessages } from '../i18n.ts'

/** What home needs. */
export const feedFirstMessages = defineMessages({
  'feeds.title': { en: 'Feeds', ja: 'フィード' },
  'feeds.tileNote': { en: 'Local news', ja: '地域の話題' },
})
