import { defineMessages } from '../i18n.ts'

/** Texts for administrators of alert groups. */
export const adminAlertGroupMessages = defineMessages({
  'alertGroups.title': { en: 'Alert groups', ja: 'アラートグループ' },
  'alertGroups.nameRequired': { en: 'Please enter a name', ja: '名前を入力してください' },
  'audit.alertGroup.created': { en: 'Added an alert group', ja: 'アラートグループを追加しました' },
  'audit.alertGroup.changed': { en: 'Changed an alert group', ja: 'アラートグループを変更しました' },
  'audit.alertGroup.deleted': { en: 'Deleted an alert group', ja: 'アラートグループを削除しました' },
  'audit.alertGroup.membersAdded': { en: 'Added people to an alert group', ja: 'アラートグループにメンバーを追加しました' },
  'audit.alertGroup.membersRemoved': { en: 'Removed people from an alert group', ja: 'アラートグループからメンバーを外しました' },
  'alertGroups.noUserChosen': { en: 'Choose at least one person', ja: '1人以上選んでください' },
  'alertGroups.name': { en: 'Name of the group', ja: 'グループの名前' },
  'alertGroups.create': { en: 'New alert group', ja: 'アラートグループを追加' },
  'alertGroups.edit': { en: 'Edit alert group', ja: 'アラートグループを編集' },
  'alertGroups.empty': { en: 'No alert groups yet', ja: 'アラートグループはまだありません' },
  'alertGroups.takes': { en: 'Covers', ja: '対象' },
  'alertGroups.isAnonymous': { en: 'Receives anonymous alerts', ja: '匿名のアラートを受け取る' },
  'alertGroups.anonymousTag': { en: 'Anonymous alerts', ja: '匿名アラート' },
  'alertGroups.takesNewUsers': { en: 'Add new users automatically', ja: '新しいユーザーを自動で追加する' },
  'alertGroups.newUsersTag': { en: 'New users', ja: '新規ユーザー' },
  'alertGroups.ofUnit': { en: 'Of {unit}', ja: '{unit}のグループ' },
  'alertGroups.isSharedNote': {
    en: 'Every unit gets this group and the alerts to it, which reach the members that each unit adds. They get the names, the text and the location of an alert, and the answers; pictures, files and the chat stay at each unit. This cannot be undone.',
    ja: 'すべてのユニットにこのグループとそのアラートが届き、各ユニットで追加したメンバーに知らせます。アラートの名前、本文、位置、受け取った人の名前、回答が共有されます。写真、ファイル、チャットは各ユニットから出ません。元に戻すことはできません。',
  },
  'alertGroups.everyoneSharedNote': {
    en: 'Alerts to everyone reach everyone at the other units that choose this too, and theirs reach everyone here. They get the names, the text and the location of an alert, and the answers; pictures, files and the chat stay at each unit.',
    ja: '全員へのアラートが、同じ設定のほかのユニットの全員にも届き、ほかのユニットからも届きます。アラートの名前、本文、位置、受け取った人の名前、回答が共有されます。写真、ファイル、チャットは各ユニットから出ません。',
  },
  'alertGroups.onlyMembers': { en: 'Members’ alerts', ja: 'メンバーのアラート' },
  'alertGroups.members': { en: 'Members', ja: 'メンバー' },
  'alertGroups.membersOf': { en: 'Members of {name}', ja: '「{name}」のメンバー' },
  'alertGroups.membersEmpty': { en: 'This group has no members yet', ja: 'このグループにはまだ誰もいません' },
  'alertGroups.membersNotFound': { en: 'No member has this name', ja: 'この名前のメンバーはいません' },
  'alertGroups.membersFailed': { en: 'Couldn’t load the members', ja: 'メンバーを読み込めませんでした' },
  'alertGroups.addMembers': { en: 'Add members', ja: 'メンバーを追加' },
  'alertGroups.addChosen': { en: 'Add {count}', ja: '{count}人を追加' },
  'alertGroups.removeMember': { en: 'Remove {name}', ja: '{name}さんを外す' },
  'alertGroups.removeConfirm': { en: 'Remove {name} from {group}?', ja: '{name}さんを「{group}」から外しますか？' },
  'alertGroups.removeNote': {
    en: 'Alerts to this group no longer reach this person.',
    ja: 'このグループへのアラートは、この人に届かなくなります。',
  },
  'alertGroups.deleteConfirm': { en: 'Delete {name}?', ja: '「{name}」を削除しますか？' },
  'alertGroups.deleteNote': {
    en: 'New alerts no longer go to this group. Alerts that it already received stay readable.',
    ja: '新しいアラートはこのグループに届かなくなります。すでに届いたアラートは引き続き見られます。',
  },
  'error.alertGroup.ofOtherUnit': {
    en: 'Only the unit that created this alert group changes its name',
    ja: 'このアラートグループの名前を変更できるのは、作成したユニットだけです',
  },
  'error.alertGroup.unitsNotSharing': {
    en: 'This server shares no data with units. Pair it under Units first',
    ja: 'このサーバーはユニットとデータを共有していません。先に「ユニット」で登録してください',
  },
  'error.alertGroup.staysShared': {
    en: 'Other units have this alert group already. The unit that created it can delete it everywhere',
    ja: 'このアラートグループはすでにほかのユニットに届いています。作成したユニットで削除すると、すべてのユニットから消えます',
  },
})
