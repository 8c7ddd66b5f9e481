import { defineMessages } from '../i18n.ts'

/** Texts of the administrators' form for how long the server keeps content. */
export const retentionMessages = defineMessages({
  'audit.retention.changed': { en: 'Changed how long content is kept', ja: '保存期間を変更しました' },
  'retention.title': { en: 'How long content is kept', ja: '保存期間' },
  'retention.note': {
    en: 'Registers and roll-calls lose their names after 90 days. All else is kept until you choose a period. What is older is then removed for everyone. Only backups still have it.',
    ja: '避難者名簿と安否確認の氏名は90日で削除されます。それ以外は、期間を決めるまですべて保存されます。期間を過ぎたものは全員の画面から削除され、バックアップにだけ残ります。',
  },
  'retention.loadFailed': { en: 'The periods could not be loaded', ja: '保存期間を読み込めませんでした' },
  'retention.messages': { en: 'Remove old messages', ja: '古いメッセージを削除する' },
  'retention.messages.hint': {
    en: 'Messages of personal and group chats with their files. Pinned messages are removed too.',
    ja: '個人チャットとグループチャットのメッセージです。添付ファイルも、ピン留めしたものも削除されます。',
  },
  'retention.messages.days': { en: 'Keep messages for (days)', ja: 'メッセージを保存する日数' },
  'retention.radio': { en: 'Remove old radio recordings', ja: '古い無線の録音を削除する' },
  'retention.radio.hint': { en: 'Their texts are removed too.', ja: '文字にした内容も削除されます。' },
  'retention.radio.days': { en: 'Keep radio recordings for (days)', ja: '無線の録音を保存する日数' },
  'retention.alerts': { en: 'Remove old alerts', ja: '古いアラートを削除する' },
  'retention.alerts.hint': {
    en: 'Their chats and files are removed too. The days count from when an alert was resolved. Active alerts are kept.',
    ja: 'チャットと添付ファイルも削除されます。解決した日から数えます。発生中のアラートは残ります。',
  },
  'retention.alerts.days': { en: 'Keep resolved alerts for (days)', ja: '解決済みのアラートを保存する日数' },
  'retention.pageHistory': { en: 'Remove old versions of pages', ja: 'ページの古い版を削除する' },
  'retention.pageHistory.hint': {
    en: 'The days count from when a newer version replaced them. Drafts that are no longer awaiting approval are removed too.',
    ja: '新しい版に置き換わった日から数えます。承認待ちでない下書きも削除されます。',
  },
  'retention.pageHistory.days': { en: 'Keep old versions of pages for (days)', ja: 'ページの古い版を保存する日数' },
  'retention.audit': { en: 'Remove old entries of the audit log', ja: '古い操作履歴を削除する' },
  'retention.audit.hint': {
    en: 'Who changed what is then no longer known for that time.',
    ja: '削除した期間は、誰が何を変更したかわからなくなります。',
  },
  'retention.audit.days': { en: 'Keep the audit log for (days)', ja: '操作履歴を保存する日数' },
  'retention.registers': { en: 'Remove the people of registers and roll-calls', ja: '避難者名簿と安否確認の個人情報を削除する' },
  'retention.registers.hint': {
    en: 'Names, addresses, needs and answers. The days count from when the shelter or the roll-call was closed. The numbers are kept.',
    ja: '氏名、住所、配慮事項、回答です。避難所の閉鎖または安否確認の終了から数えます。人数の集計は残ります。',
  },
  'retention.registers.days': { en: 'Keep the people for (days)', ja: '個人情報を保存する日数' },
  'error.retention.outdated': {
    en: 'The periods were changed meanwhile. Your input is kept: check it and save again',
    ja: '保存期間がその間に変更されました。入力した内容は残っています。確認して、もう一度保存してください',
  },
  'retention.tooShort': { en: 'At least {min} days', ja: '{min}日以上にしてください' },
  'retention.tooLong': { en: 'At most {max} days', ja: '{max}日以下にしてください' },
  'retention.question': { en: 'Remove what is older?', ja: '古いものを削除しますか？' },
  'retention.counting': { en: 'Counting what would be removed…', ja: '削除されるものを数えています…' },
  'retention.countFailed': {
    en: 'What would be removed could not be counted',
    ja: '削除されるものを数えられませんでした',
  },
  'retention.removes.messages': {
    en: { one: '1 message sent before {time}', other: '{count} messages sent before {time}' },
    ja: '{time}より前のメッセージ: {count}件',
  },
  'retention.removes.radio': {
    en: { one: '1 radio recording from before {time}', other: '{count} radio recordings from before {time}' },
    ja: '{time}より前の無線の録音: {count}件',
  },
  'retention.removes.alerts': {
    en: { one: '1 alert resolved before {time}', other: '{count} alerts resolved before {time}' },
    ja: '{time}より前に解決したアラート: {count}件',
  },
  'retention.removes.pageHistory': {
    en: {
      one: '1 version or draft of a page, replaced, decided or discarded before {time}',
      other: '{count} versions and drafts of pages, replaced, decided or discarded before {time}',
    },
    ja: '{time}より前に置き換わった版と、審査が済んだ、または取り下げた下書き: {count}件',
  },
  'retention.removes.audit': {
    en: { one: '1 entry of the audit log from before {time}', other: '{count} entries of the audit log from before {time}' },
    ja: '{time}より前の操作履歴: {count}件',
  },
  'retention.removes.registers': {
    en: {
      one: 'The people of 1 register or roll-call, closed before {time}',
      other: 'The people of {count} registers and roll-calls, closed before {time}',
    },
    ja: '{time}より前に終了した避難者名簿と安否確認の個人情報: {count}件',
  },
  'retention.consequence': {
    en: 'They are removed for everyone in the background, which may take days, and later what reaches this age. This cannot be undone.',
    ja: '順次、全員の画面から削除されます（数日かかることがあります）。その後も、期間を過ぎたものから削除されます。元に戻すことはできません。',
  },
  'retention.consequence.messages': {
    en: 'Pinned messages are removed too. Reports to administrators keep their copy.',
    ja: 'ピン留めしたメッセージも削除されます。管理者への通報には写しが残ります。',
  },
  'retention.confirm': { en: 'Remove', ja: '削除する' },
})
