import { defineMessages } from '../i18n.ts'

/**
 * Texts of notifications. The server writes the content in the receiver's language. The service worker adds the other
 * texts.
 */
export const pushMessages = defineMessages({
  'push.alert': { en: 'SOS from {name}', ja: '{name}さんからのSOS' },
  'push.alert.for': { en: 'SOS for {person}, from {name}', ja: '{person}さんのためのSOS（発信：{name}さん）' },
  'push.alert.forOther': { en: 'SOS for another person, from {name}', ja: 'ほかの人のためのSOS（発信：{name}さん）' },
  'push.alert.anonymous': { en: 'Anonymous SOS', ja: '匿名のSOS' },
  'push.alert.open': { en: 'Open to see how you can help', ja: '開いて詳細を確認してください' },
  'push.alert.resolved': { en: 'Resolved', ja: '解決済みです' },
  'push.alert.seen': { en: 'Seen', ja: '確認済みです' },
  'push.alert.over': { en: 'This alarm is over', ja: 'このアラームは終了しました' },
  'push.drill': { en: 'Drill, no emergency: {name}', ja: '【訓練】{name}さんの訓練アラーム' },
  'push.drill.open': { en: 'This is a drill. Open it and answer', ja: 'これは訓練です。開いて回答してください' },
  'push.drill.over': { en: 'The drill is over', ja: '訓練は終了しました' },
  'push.alertChat.own': { en: 'Your SOS', ja: 'あなたのSOS' },
  'push.alertChat.ownDrill': { en: 'Your drill', ja: '【訓練】あなたの訓練アラーム' },
  'push.alertChat.open': { en: 'New messages in the chat of the alert', ja: 'アラートの会話に新着メッセージがあります' },
  'push.alertStalled.open': { en: 'Nothing has changed for a while', ja: 'しばらく動きがありません' },
  'push.rollCall.open': { en: 'Are you safe? Answer with one press', ja: '無事ですか？ボタン1つで回答できます' },
  'push.rollCall.drill': { en: 'Drill, no emergency: {title}', ja: '【訓練】{title}' },
  'push.rollCall.answered': { en: 'Answered', ja: '回答済みです' },
  'push.rollCall.ended': { en: 'The roll-call has ended', ja: '安否確認は終了しました' },
  'push.rollCall.safe': { en: 'I am safe', ja: '無事です' },
  'push.rollCall.answerSent': { en: 'Your answer was sent: safe.', ja: '「無事」と回答しました。' },
  'push.rollCall.willBeSent': {
    en: 'Not sent yet: safe. Your answer is sent when Noroshi is reachable.',
    ja: '「無事」はまだ送信されていません。つながり次第、自動で送信します。',
  },
  'push.call.ended': { en: 'The call has ended', ja: '通話は終了しました' },
  'push.call.missed': { en: 'Missed call', ja: '不在着信' },
  'push.messages': { en: { one: '1 new message', other: '{count} new messages' }, ja: '新着メッセージ{count}件' },
  'push.messages.read': { en: 'Read on another device', ja: '別の端末で既読になりました' },
  'push.unknown': { en: 'Something new. Open Noroshi to see it.', ja: '新しいお知らせがあります。開いて確認してください。' },
  'push.signedOut': { en: 'Signed out on this device', ja: 'この端末ではログアウトしています' },
  'push.respond': { en: 'I am responding', ja: '対応します' },
  'push.open': { en: 'Open', ja: '開く' },
  'push.accept': { en: 'Accept', ja: '応答' },
  'push.reject': { en: 'Reject', ja: '拒否' },
  'push.responded': {
    en: 'Your answer was sent: you are responding. Open to see the location.',
    ja: '「対応します」を送信しました。開いて場所を確認してください。',
  },
  'push.willBeSent': {
    en: 'Not sent yet: you are responding. Your answer is sent when Noroshi is reachable.',
    ja: '「対応します」はまだ送信されていません。つながり次第、自動で送信します。',
  },
  'push.unsentDeleted': {
    en: 'Your session is over. Unsent content was deleted from this device.',
    ja: 'ログインが終了したため、この端末の未送信の内容を削除しました。',
  },
  'push.notSent': {
    en: 'Your answer was not sent. Try again, or open Noroshi.',
    ja: '回答を送信できませんでした。もう一度押すか、開いてください。',
  },
})

/** The key of a text of notifications. */
export type PushText = keyof typeof pushMessages
