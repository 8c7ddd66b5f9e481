import { defineMessages } from '../i18n.ts'

export const alertGroupMessages = defineMessages({
  'alertGroups.title': { en: 'Alert groups', ja: 'アラートグループ' },
  'alertGroups.everyone': { en: 'Everyone', ja: '全員' },
  'alertGroups.nameRequired': { en: 'Please enter a name', ja: '名前を入力してください' },
  'alertGroups.nobodyChosen': { en: 'Choose at least one person', ja: '1人以上選んでください' },
})
