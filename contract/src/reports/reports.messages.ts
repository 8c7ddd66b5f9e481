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

/** Texts of the administration of reports. */
export const adminReportMessages = defineMessages({
  'reports.title': { en: 'Reports', ja: '通報' },
  'admin.area.reports': { en: 'Messages and people that members reported', ja: '通報されたメッセージとユーザー' },
  'reports.openCount': { en: { one: '1 open', other: '{count} open' }, ja: '未対応{count}件' },
  'reports.status': { en: 'Show', ja: '表示' },
  'reports.open': { en: 'Open', ja: '未対応' },
  'reports.done': { en: 'Done', ja: '対応済み' },
  'reports.noneOpen': { en: 'No open reports', ja: '未対応の通報はありません' },
  'reports.noneDone': { en: 'No reports are done yet', ja: '対応済みの通報はまだありません' },
  'reports.loadFailed': { en: 'Couldn’t load the reports', ja: '通報を読み込めませんでした' },
  'reports.about': { en: 'Reported', ja: '通報された人' },
  'reports.what': { en: 'What', ja: '内容' },
  'reports.by': { en: 'Reported by', ja: '通報した人' },
  'reports.when': { en: 'When', ja: '日時' },
  'reports.person': { en: 'The person', ja: 'ユーザー' },
  'reports.inPersonal': { en: 'Message in a personal chat', ja: '個人チャットのメッセージ' },
  'reports.inGroup': { en: 'Message in a group chat', ja: 'グループチャットのメッセージ' },
  'reports.inAlert': { en: 'Message in the chat of an alert', ja: 'アラートの会話のメッセージ' },
  'reports.inRadio': { en: 'Radio message', ja: '無線チャットのメッセージ' },
  'reports.files': { en: 'Files: {names}', ja: 'ファイル：{names}' },
  'reports.location': { en: 'With a location', ja: '位置情報付き' },
  'reports.reasonOf': { en: 'Reason: {reason}', ja: '理由：{reason}' },
  'reports.doneBy': { en: 'Done by {name}', ja: '対応：{name}さん' },
  'reports.noteOf': { en: 'Note: {note}', ja: 'メモ：{note}' },
  'reports.markDone': { en: 'Mark as done', ja: '対応済みにする' },
  'reports.note': { en: 'Note for the administrators', ja: '管理者向けのメモ' },
})
