import { defineMessages } from '../i18n.ts'

/** Texts of the download of the own data and of the deletion of an account. */
export const personalDataMessages = defineMessages({
  'personalData.title': { en: 'Your data', ja: 'あなたのデータ' },
  'personalData.download': { en: 'Download my data', ja: 'データをダウンロード' },
  'personalData.downloadNote': {
    en: 'You get a ZIP archive with your profile, messages, posts, alerts and files. README.txt in it says what each file is.',
    ja: 'プロフィール、メッセージ、投稿、アラート、ファイルをZIPで受け取れます。各ファイルの説明はREADME.txtにあります。',
  },
  'personalData.downloadLimit': { en: 'Twice a day at most.', ja: '1日2回までです。' },
  'personalData.start': { en: 'Download', ja: 'ダウンロード' },
  'personalData.started': { en: 'The download has started', ja: 'ダウンロードを開始しました' },
  'personalData.downloadOf': { en: 'Download data', ja: 'データをダウンロード' },
  'personalData.downloadOfTitle': { en: 'Download the data of {name}', ja: '{name}さんのデータをダウンロード' },
  'personalData.downloadOfNote': {
    en: 'The ZIP archive has the messages and files of this person. Give it to this person only. The audit log shows that you created it.',
    ja: 'ZIPにはこの人のメッセージやファイルが入ります。本人だけに渡してください。操作履歴に残ります。',
  },
  'personalData.delete': { en: 'Delete account', ja: 'アカウントを削除' },
  'personalData.deleteTitle': { en: 'Delete your account?', ja: 'アカウントを削除しますか？' },
  'personalData.deleteOfTitle': { en: 'Delete the account of {name}?', ja: '{name}さんのアカウントを削除しますか？' },
  'personalData.deleteGoes': {
    en: 'Deleted at once: profile, picture, email, devices, drafts, locations, settings and memberships. This cannot be undone.',
    ja: 'すぐに削除されるもの: プロフィール、写真、メールアドレス、端末、下書き、位置情報、設定、所属。元に戻せません。',
  },
  'personalData.deleteStays': {
    en: 'These stay, from “{name}”: messages, alerts and their chats, posts, comments, pages, reactions and votes. The audit log and reports to the administrators stay too.',
    ja: '「{name}」の名前で残るもの: メッセージ、アラートとその会話、投稿、コメント、ページ、リアクション、投票。操作履歴と管理者への通報も残ります。',
  },
  'personalData.deleteUnits': {
    en: 'This server shares feeds and alerts with other units. Each deletes the name, and the text of deleted posts, comments and alerts, when the change arrives. Older backups and files on sticks keep them.',
    ja: 'このサーバーはほかのユニットとフィードやアラートを共有しています。名前と、削除した投稿、コメント、アラートの文章は、変更が届いたユニットから消えます。以前のバックアップやUSBメモリーのファイルには残ります。',
  },
  'personalData.deleteMessages': { en: 'Also delete the messages', ja: 'メッセージも削除する' },
  'personalData.deleteMessagesNote': {
    en: 'In personal and group chats, for everyone. Chats of alerts are records and stay.',
    ja: '個人チャットとグループチャットで、全員から削除します。アラートの会話は記録として残ります。',
  },
  'personalData.deleted': { en: 'The account was deleted', ja: 'アカウントを削除しました' },
})
