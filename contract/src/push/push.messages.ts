import { defineMessages } from '../i18n.ts'

/** Texts of notifications. The server writes them in the language of their receiver. */
export const pushMessages = defineMessages({
  'push.alert': { en: 'SOS from {name}', ja: '{name}さんからのSOS' },
  'push.alert.anonymous': { en: 'Anonymous SOS', ja: '匿名のSOS' },
  'push.alert.open': { en: 'Open to see how you can help', ja: '開いて詳細を確認してください' },
  'push.alert.resolved': { en: 'Resolved', ja: '解決済みです' },
  'push.alert.over': { en: 'This alarm is over', ja: 'このアラームは終了しました' },
  'push.drill': { en: 'Drill, no emergency: {name}', ja: '【訓練】{name}さんの訓練アラーム' },
  'push.drill.open': { en: 'This is a drill. Open it and answer', ja: 'これは訓練です。開いて回答してください' },
  'push.drill.over': { en: 'The drill is over', ja: '訓練は終了しました' },
  'push.call.ended': { en: 'The call has ended', ja: '通話は終了しました' },
  'push.call.missed': { en: 'Missed call', ja: '不在着信' },
  'push.messages.one': { en: '1 new message', ja: '新着メッセージ1件' },
  'push.messages.other': { en: '{count} new messages', ja: '新着メッセージ{count}件' },
})
