import { defineMessages } from '../i18n.ts'

/** Texts about the notifications of a device, on the device check and on the screen of alerts. */
export const pushCheckMessages = defineMessages({
  'ready.push': { en: 'Notifications', ja: '通知' },
  'ready.push.checking': { en: 'Notifications are being checked.', ja: '通知を確認しています。' },
  'ready.push.on': {
    en: 'SOS, calls and messages reach this device also while it is locked or Noroshi is closed, if it has internet.',
    ja: 'インターネットにつながっていれば、ロック中や閉じているときも、SOS・着信・メッセージが通知されます。',
  },
  'ready.push.off': {
    en: 'Notifications are off: while this device is locked or Noroshi is closed, it stays silent. Turn them on to be alerted.',
    ja: '通知はオフです。ロック中や閉じているときは、SOSが来ても鳴りません。オンにすると通知されます。',
  },
  'ready.push.turnOn': { en: 'Turn on notifications', ja: '通知をオンにする' },
  'ready.push.turnOff': { en: 'Turn off notifications', ja: '通知をオフにする' },
  'ready.push.denied': {
    en: 'Notifications are blocked in this browser. Open the site settings beside the address, allow them, and check again.',
    ja: 'ブラウザーで通知が許可されていません。アドレスの横にあるサイトの設定で許可してから、もう一度確認してください。',
  },
  'ready.push.needsInstallation': {
    en: 'In Safari, press Share, then Add to Home Screen. Open Noroshi there and turn notifications on. Until then, a locked device stays silent.',
    ja: 'Safariで共有ボタンを押し、「ホーム画面に追加」を選びます。追加したアイコンから開いて、通知をオンにしてください。それまではロック中に鳴りません。',
  },
  'ready.push.unsupported': {
    en: 'This browser has no notifications: while this device is locked or Noroshi is closed, it stays silent. Keep Noroshi open.',
    ja: 'このブラウザーは通知に対応していません。ロック中や閉じているときは鳴りません。Noroshiを開いたままにしてください。',
  },
  'ready.push.serverOff': {
    en: 'This server sends no notifications: while this device is locked or Noroshi is closed, it stays silent. Keep Noroshi open.',
    ja: 'このサーバーは通知を送りません。ロック中や閉じているときは鳴りません。Noroshiを開いたままにしてください。',
  },
  'ready.push.noService': {
    en: 'The notification service of this browser cannot be reached, for example without internet. A locked device stays silent. Keep Noroshi open.',
    ja: 'インターネットにつながらないなどの理由で、ブラウザーの通知サービスを使えません。ロック中は鳴りません。Noroshiを開いたままにしてください。',
  },
  'ready.push.unreachable': {
    en: 'The server cannot be reached. Check again when this device is connected.',
    ja: 'サーバーにつながりません。つながってから、もう一度確認してください。',
  },
  'ready.push.signedOut': { en: 'Sign in to be notified.', ja: '通知を受け取るには、ログインしてください。' },
  'push.silent': {
    en: 'While this device is locked or Noroshi is closed, no SOS reaches it.',
    ja: 'ロック中や閉じているときは、この端末にSOSが届きません。',
  },
})
