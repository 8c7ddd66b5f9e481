import { defineMessages } from '../i18n.ts'

/** What home and the navigation need. */
export const feedFirstMessages = defineMessages({
  'feeds.title': { en: 'Feeds', ja: 'フィード' },
})
