import { defineMessages } from '../i18n.ts'

/** Texts of feeds that home needs. */
export const feedFirstMessages = defineMessages({
  'feeds.title': { en: 'Feeds', ja: 'フィード' },
  'feeds.tileNote': { en: 'Local news', ja: '地域の話題' },
})
