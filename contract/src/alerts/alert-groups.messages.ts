import { defineMessages } from '../i18n.ts'

export const alertGroupMessages = defineMessages({
  'alertGroups.title': { en: 'Alert groups', ja: 'アラートグループ' },
  'alertGroups.everyone': { en: 'Everyone', ja: '全員' },
  'alertGroups.nameRequired': { en: 'Please enter a name', ja: '名前を入力してください' },
  'audit.alertGroup.created': { en: 'Added an alert group', ja: 'アラートグループを追加しました' },
  'audit.alertGroup.changed': { en: 'Changed an alert group', ja: 'アラートグループを変更しました' },
  'audit.alertGroup.deleted': { en: 'Deleted an alert group', ja: 'アラートグループを削除しました' },
  'audit.alertGroup.membersAdded': { en: 'Added people to an alert group', ja: 'アラートグループにメンバーを追加しました' },
  'audit.alertGroup.membersRemoved': { en: 'Removed people from an alert group', ja: 'アラートグループからメンバーを外しました' },
  'alertGroups.nobodyChosen': { en: 'Choose at least one person', ja: '1人以上選んでください' },
})
