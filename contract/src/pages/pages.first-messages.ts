import { defineMessages } from '../i18n.ts'

/** Texts of pages that home needs. */
export const pageFirstMessages = defineMessages({
  'pages.title': { en: 'Pages', ja: 'ページ' },
  'pages.tileNote': { en: 'Good to know', ja: '暮らしと備え' },
})
