import { defineMessages } from '../i18n.ts'

/** Texts that all areas of the administration use. */
export const adminAreaMessages = defineMessages({
  'admin.area.users': { en: 'Sign-in and administrator rights', ja: 'アカウントと管理者の権限' },
  'admin.area.readiness': { en: 'Who an alarm reaches; drills', ja: 'アラームが届く端末と訓練' },
  'admin.area.alertGroups': { en: 'Who an SOS reaches', ja: 'SOSが届く相手' },
  'admin.area.dashboard': { en: 'Sections and links on the home screen', ja: 'ホームに表示するリンク' },
  'admin.area.lacs': {
    en: 'Organizations with several servers; one server needs none',
    ja: '複数のサーバーを持つ組織（1台なら不要）',
  },
  'admin.area.units': { en: 'Exchange between servers, by link or stick', ja: 'サーバー間の交換（回線、USBメモリー）' },
  'admin.area.settings': { en: 'Name, registration, SOS, invitations', ja: '名前、新規登録、SOS、招待' },
  'admin.area.storage': { en: 'How much messages, files and records need', ja: 'メッセージ、ファイル、記録の容量' },
  'admin.area.audit': { en: 'Who did what, and when', ja: '誰が、いつ、何をしたか' },
  'admin.area.anonymousAlerts': { en: 'Resolving false alarms, muting a source', ja: '誤報の一括解決、発信元のミュート' },
  'admin.area.anonymousData': { en: 'Storage of anonymous SOS, deleting alerts', ja: '匿名SOSの容量、アラートの削除' },
  'admin.name': { en: 'Name', ja: '名前' },
  'admin.role': { en: 'Role', ja: '権限' },
  'admin.status': { en: 'Status', ja: '状態' },
  'admin.actions': { en: 'Actions', ja: '操作' },
  'admin.actionsOf': { en: 'Actions for {name}', ja: '{name}の操作' },
  'admin.editOf': { en: 'Edit {name}', ja: '{name}を編集' },
  'admin.deleteOf': { en: 'Delete {name}', ja: '{name}を削除' },
  'admin.remove': { en: 'Remove', ja: '外す' },
  'admin.loadMore': { en: 'Show more', ja: 'さらに表示' },
  'admin.saved': { en: 'Saved', ja: '保存しました' },
  'admin.deleted': { en: 'Deleted', ja: '削除しました' },
  'admin.people': { en: { one: '1 person', other: '{count} people' }, ja: '{count}人' },
  'admin.link': { en: 'Link', ja: 'リンク' },
  'admin.linkQr': { en: 'QR code of the link', ja: 'リンクのQRコード' },
  'admin.linkUnreachable': {
    en: 'Other devices cannot open this address: the server can be reached from this computer only.',
    ja: 'このサーバーにはこのコンピューターからしか接続できないため、ほかの端末ではこのアドレスを開けません。',
  },
  'admin.copy': { en: 'Copy', ja: 'コピー' },
  'admin.copied': { en: 'Copied', ja: 'コピーしました' },
  'admin.shownOnce': {
    en: 'This link is shown only now. Copy it before you close.',
    ja: 'このリンクは一度しか表示されません。閉じる前にコピーしてください。',
  },
})
