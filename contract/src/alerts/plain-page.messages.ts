import { defineMessages } from '../i18n.ts'

/**
 * The texts of the page that is shown if the application does not start (decisions/0167). They are in index.html, apart
 * from those of the application.
 */
export const plainPageMessages = defineMessages({
  'plainPage.title': { en: 'Call for help', ja: '助けを呼ぶ' },
  'plainPage.loading': {
    en: 'The application is still loading. You can already send an SOS here.',
    ja: 'アプリを読み込んでいます。SOSはここから送信できます。',
  },
  'plainPage.failed': {
    en: 'The application did not start. An SOS works here without it.',
    ja: 'アプリを開始できませんでした。SOSはここから送信できます。',
  },
  'plainPage.old': {
    en: 'This browser is too old for the application, which needs at least Safari 16.4, Chrome 111 or Firefox 115. An SOS works here all the same.',
    ja: 'このブラウザーは古いため、アプリを使えません（Safari 16.4、Chrome 111、Firefox 115以降が必要です）。SOSはここから送信できます。',
  },
  'plainPage.ready': { en: 'The application is ready.', ja: 'アプリを使えるようになりました。' },
  'plainPage.reason': { en: 'Reason: ', ja: '原因：' },
  'plainPage.noFile': { en: 'a file could not be loaded: ', ja: 'ファイルを読み込めません：' },
  'plainPage.noReply': { en: 'no answer from the server for 15 seconds', ja: 'サーバーから15秒間応答がありません' },
  'plainPage.text': { en: 'What has happened?', ja: '何が起きましたか' },
  'plainPage.location': { en: 'Where are you?', ja: 'どこにいますか' },
  'plainPage.send': { en: 'Send SOS', ja: 'SOSを送信' },
  'plainPage.sendNow': { en: 'Send now', ja: '今すぐ送信' },
  'plainPage.cancel': { en: 'Cancel', ja: 'キャンセル' },
  'plainPage.open': { en: 'Open the application', ja: 'アプリを開く' },
  'plainPage.again': { en: 'Load the application again', ja: 'アプリをもう一度読み込む' },
  'plainPage.countdown': { en: 'An SOS is sent in a few seconds.', ja: 'まもなくSOSを送信します。' },
  'plainPage.sending': { en: 'Sending your SOS…', ja: 'SOSを送信中…' },
  'plainPage.kept': {
    en: 'Your SOS is NOT sent yet. It is sent again every few seconds. Keep this page open.',
    ja: 'SOSはまだ送信できていません。数秒ごとに送信を繰り返します。このページを閉じないでください。',
  },
  'plainPage.sentToOne': { en: 'Your SOS is sent. It goes to 1 person.', ja: 'SOSを送信しました。1人に届きます。' },
  'plainPage.sentToMany': { en: 'Your SOS is sent. It goes to {count} people.', ja: 'SOSを送信しました。{count}人に届きます。' },
  'plainPage.withLocation': { en: 'Sent with your location.', ja: '位置情報も送信しました。' },
  'plainPage.withoutLocation': {
    en: 'Without your location so far: describe where you are.',
    ja: '位置情報はまだ送信できていません。場所を書いてください。',
  },
})

/** The key of a text of the plain page. */
export type PlainPageKey = keyof typeof plainPageMessages
