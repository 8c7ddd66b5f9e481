import { defineMessages } from '../i18n.ts'

/** Texts of the sections and links on home. */
export const homeSectionMessages = defineMessages({
  'dashboard.offline': { en: 'No internet connection', ja: 'インターネットに接続していません' },
  'dashboard.newTab': { en: 'opens in a new tab', ja: '新しいタブで開きます' },
  'dashboard.previous': { en: 'Previous', ja: '前へ' },
  'dashboard.next': { en: 'Next', ja: '次へ' },
  'dashboard.slide': { en: '{index} of {count}', ja: '{count}件中{index}件目' },
  'dashboard.loadFailed': { en: 'Couldn’t load the links', ja: 'リンクを読み込めませんでした' },
})
