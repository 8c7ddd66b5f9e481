import { defineMessages } from '../i18n.ts'

/**
 * Texts of the printed sheet, which has each of them in both languages. The page that prints it imports them directly,
 * so that they are in no catalogue.
 */
export const joinSheetMessages = defineMessages({
  title: { en: 'Join {name}', ja: '{name}に参加する' },
  wifi: { en: 'Wi-Fi: {name}', ja: 'Wi-Fi：{name}' },
  wifiCode: { en: 'Code of the Wi-Fi', ja: 'Wi-Fiのコード' },
  passphrase: { en: 'Password: {passphrase}', ja: 'パスワード：{passphrase}' },
  joinCode: { en: 'Code of the page', ja: 'ページのコード' },
  connect: { en: '1. Scan this with the camera to join the Wi-Fi.', ja: '1. カメラで読み取り、Wi-Fiに接続します。' },
  connectHere: {
    en: '1. Join the Wi-Fi of this place. Ask someone here for its name.',
    ja: '1. この場所のWi-Fiに接続します。名前は近くの人に聞いてください。',
  },
  open: {
    en: '2. Scan this and follow the page: create an account.',
    ja: '2. これを読み取り、画面に沿ってアカウントを作ります。',
  },
  install: { en: '3. Put Noroshi on the home screen:', ja: '3. ホーム画面にNoroshiを追加します。' },
  'android.browser': { en: 'Open it in Chrome.', ja: 'Chromeで開きます。' },
  'android.install': {
    en: 'Press ⋮, then Install app.',
    ja: '⋮を押し、「アプリをインストール」を選びます。',
  },
  'iphone.browser': { en: 'Open it in Safari.', ja: 'Safariで開きます。' },
  'iphone.install': {
    en: 'Press Share, then Add to Home Screen.',
    ja: '共有ボタンを押し、「ホーム画面に追加」を選びます。',
  },
  sos: {
    en: 'In danger, press SOS, also without an account.',
    ja: '危険なときは、アカウントがなくても「SOS」を押してください。',
  },
  noInternet: {
    en: 'This Wi-Fi has no internet. To use mobile data, leave it.',
    ja: 'このWi-Fiはインターネットにつながりません。モバイルデータ通信を使うときは切断してください。',
  },
  allow: {
    en: 'Open Noroshi from its icon and allow notifications.',
    ja: 'アイコンからNoroshiを開き、通知を許可します。',
  },
})
