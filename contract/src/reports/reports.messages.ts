import { defineMessages } from '../i18n.ts'

/** Texts of reports to the administrators. */
export const reportMessages = defineMessages({
  'reports.report': { en: 'Report', ja: '通報する' },
  'reports.reported': { en: 'Reported', ja: '通報済み' },
  'reports.messageTitle': { en: 'Report this message?', ja: 'このメッセージを通報しますか？' },
  'reports.messageNote': {
    en: 'The administrators get a copy of its text and the names of its files. The copy stays if the message is deleted. The sender is not told.',
    ja: '文章とファイル名の写しが管理者に届きます。メッセージが削除されても写しは残ります。送信した人には知らされません。',
  },
  'reports.personTitle': { en: 'Report this person?', ja: 'このユーザーを通報しますか？' },
  'reports.personNote': {
    en: 'The administrators read what you write here. The person is not told.',
    ja: 'ここに書いた内容は管理者が読みます。相手には知らされません。',
  },
  'reports.reason': { en: 'What is wrong?', ja: '通報の理由' },
  'reports.reasonRequired': { en: 'Please enter a reason', ja: '理由を入力してください' },
  'reports.sent': { en: 'Reported to the administrators', ja: '管理者に通報しました' },
})
