import { defineMessages } from '../i18n.ts'

export const adminUserMessages = defineMessages({
  'adminUsers.title': { en: 'Users', ja: 'ユーザー' },
  'adminUsers.search': { en: 'Name or email', ja: '名前またはメールアドレス' },
  'adminUsers.all': { en: 'All', ja: 'すべて' },
  'adminUsers.active': { en: 'Active', ja: '有効' },
  'adminUsers.deactivated': { en: 'Deactivated', ja: '無効' },
  'adminUsers.admins': { en: 'Administrators', ja: '管理者' },
  'adminUsers.activate': { en: 'Activate', ja: '有効にする' },
  'adminUsers.deactivate': { en: 'Deactivate', ja: '無効にする' },
  'adminUsers.deactivateConfirm': {
    en: 'Deactivate {name}? Every session of this person ends at once.',
    ja: '{name} さんを無効にしますか？ログイン中の端末はすべてすぐにログアウトされます。',
  },
  'adminUsers.makeAdmin': { en: 'Make admin', ja: '管理者にする' },
  'adminUsers.makeAdminConfirm': { en: 'Make {name} an administrator?', ja: '{name} さんを管理者にしますか？' },
  'adminUsers.removeAdmin': { en: 'Remove admin', ja: '管理者から外す' },
  'adminUsers.removeAdminConfirm': { en: 'Remove {name} as administrator?', ja: '{name} さんを管理者から外しますか？' },
  'adminUsers.resetLink': { en: 'Reset link', ja: '再設定リンク' },
  'adminUsers.resetLinkHint': {
    en: 'Hand this link to {name}. It works once, within {minutes} minutes.',
    ja: 'このリンクを {name} さんに渡してください。{minutes}分以内に1回だけ使えます。',
  },
  'adminUsers.done': { en: 'Saved', ja: '保存しました' },
  'adminUsers.admin': { en: 'Admin', ja: '管理者' },
  'adminUsers.member': { en: 'Member', ja: 'メンバー' },
  'adminUsers.you': { en: '(you)', ja: '（あなた）' },
  'adminUsers.filter': { en: 'Show', ja: '表示する人' },
  'adminUsers.empty': { en: 'no users found', ja: 'ユーザーが見つかりません' },
  'adminUsers.emptyTip': { en: 'Try a shorter part of the name.', ja: '名前の一部だけで検索してみてください。' },
  'adminUsers.loadFailed': { en: 'The users did not load', ja: 'ユーザーを読み込めませんでした' },
  'adminUsers.activateConfirm': {
    en: 'Activate {name}? This person can sign in again.',
    ja: '{name} さんを有効にしますか？再びログインできるようになります。',
  },
  'adminUsers.resetLinkConfirm': {
    en: 'Make a link with which {name} sets a new password?',
    ja: '{name} さんが新しいパスワードを設定できるリンクを作成しますか？',
  },
  'adminUsers.resetLinkMake': { en: 'Make the link', ja: 'リンクを作成' },
})
