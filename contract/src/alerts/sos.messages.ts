import { defineMessages } from '../i18n.ts'

/** The texts of an SOS from its button to its confirmation. */
export const sosMessages = defineMessages({
  'alerts.sos': { en: 'SOS', ja: 'SOS' },
  'alerts.sos.name': { en: 'Raise SOS: press and hold', ja: 'SOSを発信：長押し' },
  'alerts.sos.hint': {
    en: 'A short press starts a countdown of 5 seconds. Holding for 1.5 seconds sends immediately.',
    ja: '短く押すと5秒のカウントダウンが始まります。1.5秒押し続けるとすぐに送信します。',
  },
  'alerts.sos.hintAtOnce': { en: 'A press sends an SOS immediately.', ja: '押すとすぐにSOSを送信します。' },
  'alerts.sos.hold': { en: 'Hold to call for help', ja: '長押しで助けを呼ぶ' },
  'alerts.sos.holding': { en: 'Keep holding…', ja: 'そのまま押し続けて…' },
  'alerts.sos.letGo': { en: 'Let go to start a countdown', ja: '離すとカウントダウンになります' },
  'alerts.sos.letGoSends': { en: 'Sends when you let go, too', ja: '離しても送信します' },
  'alerts.sos.reach': {
    en: { one: 'Alerts 1 person with your location', other: 'Alerts {count} people with your location' },
    ja: '{count}人に位置情報つきで知らせます',
  },
  'alerts.sos.reach.unknown': { en: 'Alerts the people around you', ja: '周りの人に知らせます' },
  'alerts.sos.countdown': { en: 'Sending an SOS', ja: 'SOSを送信します' },
  'alerts.sos.countdownSaid': {
    en: { one: 'The SOS is sent in 1 second', other: 'The SOS is sent in {count} seconds' },
    ja: 'あと{count}秒でSOSを送信します',
  },
  'alerts.sos.awaitingSpeech': {
    en: 'Checking what you said. Unless it was “stop”, the SOS is sent in a moment',
    ja: '話した内容を確認しています。「やめて」でなければ、まもなくSOSを送信します',
  },
  'alerts.sos.sendNow': { en: 'Send now', ja: '今すぐ送信' },
  'alerts.sos.cancel': { en: 'Cancel', ja: 'キャンセル' },
  'alerts.sos.sending': { en: 'Sending your SOS…', ja: 'SOSを送信中…' },
  'alerts.sos.finding': { en: 'Finding your location', ja: '現在地を確認しています' },
  'alerts.sos.located': { en: 'Your location is sent with it', ja: '現在地も送信します' },
  'alerts.sos.lastKnown': {
    en: 'Your last known location ({age}) is sent with it. A newer one follows.',
    ja: '最後にわかった位置情報（{age}）を送信します。新しい位置情報がわかり次第、続けて送ります。',
  },
  'alerts.sos.noLocation': { en: 'No location so far. The SOS is sent without it', ja: '現在地は不明ですが、そのまま送信します' },
  'alerts.sos.kept': { en: 'Your SOS is NOT sent yet', ja: 'SOSはまだ送信できていません' },
  'alerts.sos.keptWhy': {
    en: 'The server cannot be reached. The SOS is saved on this device, which keeps trying until the server answers. Keep this page open.',
    ja: 'サーバーに接続できません。SOSはこの端末に保存され、届くまで自動で送り直します。このページを開いたままにしてください。',
  },
  'alerts.sos.keptShort': {
    en: 'Saved on this device. Trying again until the server answers.',
    ja: 'この端末に保存しました。届くまで送り直します。',
  },
  'alerts.sos.keptTries': { en: 'Attempts so far: {count}', ja: '送信の試行：{count}回' },
  'alerts.sos.tryNow': { en: 'Try again now', ja: '今すぐもう一度送る' },
  'alerts.sos.hide': { en: 'Continue using the app', ja: 'アプリの操作に戻る' },
  'alerts.sos.show': { en: 'Details', ja: '詳細' },
  'alerts.sos.showAt': { en: 'Details, {time}', ja: '{time}の詳細' },
  'alerts.sos.withdraw': { en: 'Do not send this SOS', ja: 'このSOSを送らない' },
  'alerts.sos.withdrawConfirm': {
    en: 'Do you really want to cancel this SOS? No one will be notified.',
    ja: 'このSOSを取り消しますか？誰にも知らされません。',
  },
  'alerts.sos.withdrawTried': {
    en: 'Do you really want to stop sending this SOS? It may already have arrived, and people may have been notified.',
    ja: 'このSOSの送信をやめますか？すでに届いていて、周りの人に知らされている可能性があります。',
  },
  'alerts.sos.keepSending': { en: 'Keep sending', ja: '送信を続ける' },
  'alerts.sos.showOthers': { en: 'Show other alerts', ja: 'ほかのアラートを見る' },
  'alerts.sos.sentWithLocation': { en: 'Sent with your location', ja: '位置情報も送信しました' },
  'alerts.sos.sentWithLast': { en: 'Sent with your last known location', ja: '最後にわかった位置情報を送信しました' },
  'alerts.raised': { en: 'SOS alert success', ja: 'SOSを発信しました' },
  'alerts.raisedTo.none': { en: 'There is no one to notify yet', ja: '通知を受け取る人がまだいません' },
  'alerts.raisedTo': { en: { one: 'It goes to 1 person', other: 'It goes to {count} people' }, ja: '{count}人に届きます' },
  'alerts.joined': { en: 'Added to your active alert', ja: '発信中のアラートに加わりました' },
  'alerts.withoutLocation': { en: 'SOS alert raised without location', ja: '位置情報なしでSOSを発信しました' },
})
