import { defineMessages } from '../i18n.ts'

/** The descriptions of the files of an export, in its README.txt. Only the server has these texts. */
export const exportFileMessages = defineMessages({
  'exportFile.profile': { en: 'Your profile and your settings', ja: 'プロフィールと設定' },
  'exportFile.activity': { en: 'When you signed out', ja: 'ログアウトした日時' },
  'exportFile.sessions': { en: 'The devices on which you are signed in', ja: 'ログインしている端末' },
  'exportFile.push-subscriptions': { en: 'The devices that get notifications', ja: '通知を受け取る端末' },
  'exportFile.alarm-apps': {
    en: 'The devices on which an alarm app shows notifications',
    ja: 'アラームアプリで通知を表示する端末',
  },
  'exportFile.email-changes': {
    en: 'A change of your email that waits for its confirmation',
    ja: '確認待ちのメールアドレスの変更',
  },
  'exportFile.daily-usage': { en: 'How much you sent on each day', ja: '日ごとに送信した量' },
  'exportFile.locations': { en: 'Your last location', ja: '最後の位置情報' },
  'exportFile.last-alarm': { en: 'The last alarm to your devices', ja: '端末への最後のアラーム' },
  'exportFile.last-ready': { en: 'When a device of yours was last ready for alarms', ja: '端末が最後にアラームを受け取れた日時' },
  'exportFile.last-seen': { en: 'When you last used the app', ja: '最後にアプリを使った日時' },
  'exportFile.threads': { en: 'Your chats', ja: '会話の一覧' },
  'exportFile.groups-created': { en: 'Groups that you created', ja: '作成したグループ' },
  'exportFile.groups-left': { en: 'Groups that you left', ja: '退出したグループ' },
  'exportFile.thread-settings': { en: 'Your settings of chats', ja: '会話の設定' },
  'exportFile.drafts': { en: 'Texts that you have not sent', ja: '未送信の下書き' },
  'exportFile.read-marks': { en: 'How far you have read each chat', ja: '会話ごとの既読の位置' },
  'exportFile.receipts': { en: 'When you received and read messages', ja: 'メッセージが届いた日時と読んだ日時' },
  'exportFile.messages': { en: 'The messages that you sent', ja: '送信したメッセージ' },
  'exportFile.reactions': { en: 'Your reactions to messages', ja: 'メッセージへのリアクション' },
  'exportFile.poll-votes': { en: 'Your votes in polls', ja: '投票への回答' },
  'exportFile.hidden-messages': { en: 'Messages that you hid', ja: '非表示にしたメッセージ' },
  'exportFile.reports': { en: 'Your reports to the administrators', ja: '管理者への通報' },
  'exportFile.calls': { en: 'Your calls', ja: '通話の履歴' },
  'exportFile.calls-received': { en: 'Calls to you, with their outcome', ja: '受けた通話とその結果' },
  'exportFile.radio-chats': { en: 'Radio chats that you started', ja: '開始した無線チャット' },
  'exportFile.radio-locations': { en: 'Locations that you share in radio chats', ja: '無線チャットで共有中の位置情報' },
  'exportFile.alerts': { en: 'The alerts that you raised', ja: '発信したアラート' },
  'exportFile.alert-files': { en: 'Files that you added to alerts', ja: 'アラートに追加したファイル' },
  'exportFile.needs': { en: 'Your entries of the needs board', ja: '必要なもの・提供の投稿' },
  'exportFile.roll-calls-asked': { en: 'Roll-calls that you began', ja: '始めた安否確認' },
  'exportFile.roll-calls': { en: 'Roll-calls that asked you', ja: '受け取った安否確認' },
  'exportFile.roll-call-answers': { en: 'Your answers to roll-calls', ja: '安否確認への回答' },
  'exportFile.alert-answers': { en: 'Your answers to alerts', ja: 'アラートへの対応' },
  'exportFile.alert-groups': { en: 'Your alert groups', ja: '所属するアラートグループ' },
  'exportFile.feeds-created': { en: 'Feeds that you created', ja: '作成したフィード' },
  'exportFile.feeds': { en: 'Your rights in feeds', ja: 'フィードでの権限' },
  'exportFile.posts': { en: 'Your posts', ja: '投稿' },
  'exportFile.comments': { en: 'Your comments', ja: 'コメント' },
  'exportFile.likes': { en: 'Posts that you like', ja: 'いいねした投稿' },
  'exportFile.pages-created': { en: 'Pages that you created', ja: '作成したページ' },
  'exportFile.page-versions': { en: 'Versions of pages that you published', ja: '公開したページの版' },
  'exportFile.pages': { en: 'Your rights in pages', ja: 'ページでの権限' },
  'exportFile.page-drafts': { en: 'Your drafts of pages', ja: 'ページの下書き' },
  'exportFile.page-files': { en: 'Files that you added to pages', ja: 'ページに追加したファイル' },
  'exportFile.audit-log': { en: 'What the audit log has of your actions', ja: '操作履歴にある自分の操作' },
  'exportFile.invitations': { en: 'Invitation links that you created', ja: '作成した招待リンク' },
  'exportFile.lacs-units': { en: 'LACS units that you administer', ja: '管理しているLACSユニット' },
  'exportFile.siren-screens': { en: 'Siren screens that you added', ja: '追加したサイレン画面' },
  'exportFile.files': {
    en: 'The files that you uploaded. Their contents are in the folder files',
    ja: 'アップロードしたファイルの一覧。中身はfilesフォルダーにあります',
  },
  'exportFile.readmeTitle': { en: 'Your data in {unit}, {date}', ja: '{unit}のあなたのデータ({date})' },
  'exportFile.readmeNote': {
    en: 'The files are JSON: any text editor opens them. Times are in UTC.',
    ja: 'ファイルはJSON形式で、テキストエディターで開けます。時刻はUTCです。',
  },
})

export type ExportFileKey = keyof typeof exportFileMessages

/** The name of a JSON file of an export, without its ending. */
export type ExportFile = Exclude<ExportFileKey extends `exportFile.${infer File}` ? File : never, 'readmeTitle' | 'readmeNote'>
