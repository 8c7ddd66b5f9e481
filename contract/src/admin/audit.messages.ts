import { defineMessages } from '../i18n.ts'

/** What was done has its words under `audit.<action>`. */
export const auditMessages = defineMessages({
  'auditLog.title': { en: 'Audit log', ja: '操作履歴' },
  'auditLog.search': { en: 'Search', ja: '検索' },
  'auditLog.from': { en: 'From', ja: '開始日' },
  'auditLog.to': { en: 'To', ja: '終了日' },
  'auditLog.who': { en: 'Who', ja: '操作者' },
  'auditLog.what': { en: 'What', ja: '操作' },
  'auditLog.target': { en: 'Target', ja: '対象' },
  'auditLog.when': { en: 'When', ja: '日時' },
  'auditLog.address': { en: 'IP address', ja: 'IPアドレス' },
  'auditLog.nobody': { en: 'not signed in', ja: '未ログイン' },
  'auditLog.empty': { en: 'Nothing found', ja: '該当する記録がありません' },
  'audit.admin.loggedIn': { en: 'An administrator signed in', ja: '管理者がログインしました' },
  'audit.admin.registered': { en: 'Became the first administrator', ja: '最初の管理者になりました' },
  'audit.user.activated': { en: 'Activated a user', ja: 'ユーザーを有効にしました' },
  'audit.user.deactivated': { en: 'Deactivated a user', ja: 'ユーザーを無効にしました' },
  'audit.user.madeAdmin': { en: 'Made a user an administrator', ja: 'ユーザーを管理者にしました' },
  'audit.user.removedAdmin': { en: 'Removed an administrator', ja: '管理者から外しました' },
  'audit.user.linkMade': { en: 'Created a password reset link', ja: 'パスワード再設定リンクを作成しました' },
  'audit.user.passwordReset': { en: 'A password was reset', ja: 'パスワードが再設定されました' },
  'auditLog.searchHint': { en: 'Name, target, IP address', ja: '名前、対象、IPアドレス' },
  'auditLog.allActions': { en: 'Everything', ja: 'すべての操作' },
  'auditLog.loadFailed': { en: 'The audit log did not load', ja: '操作履歴を読み込めませんでした' },
  'auditLog.emptyTip': { en: 'Try other words or other dates.', ja: '検索する言葉や期間を変えてお試しください。' },
})
