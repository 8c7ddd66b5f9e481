import { defineMessages } from '../i18n.ts'

/** Texts of alert groups outside of the administration. */
export const alertGroupMessages = defineMessages({
  'alertGroups.everyone': { en: 'Everyone', ja: '全員' },
  'alertGroups.loadFailed': { en: 'Couldn’t load the alert groups', ja: 'アラートグループを読み込めませんでした' },
})
