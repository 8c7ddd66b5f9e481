import { defineMessages } from '../i18n.ts'

/** What home needs. */
export const pageFirstMessages = defineMessages({
  'pages.title': { en: 'Pages', ja: 'ページ' },
  'pages.tileNote': { en: 'Good to know', ja: '暮らしと備え' },
})
