import { defineMessages } from '../i18n.ts'

/** Texts of the poster and its area of the administration. */
export const hotspotAdminMessages = defineMessages({
  'admin.area.hotspot': { en: 'A poster of the server’s own Wi-Fi', ja: 'サーバーのWi-Fiの案内ポスター' },
  'hotspot.title': { en: 'Hotspot', ja: 'ホットスポット' },
  'hotspot.loadFailed': { en: 'The Wi-Fi could not be loaded', ja: 'Wi-Fiの情報を読み込めませんでした' },
  'hotspot.none': { en: 'This server has no Wi-Fi of its own', ja: 'このサーバーには専用のWi-Fiがありません' },
  'hotspot.noneNote': {
    en: 'The operator sets one up with: sudo npm run hotspot:install',
    ja: '運用者が次のコマンドで設定できます：sudo npm run hotspot:install',
  },
  'hotspot.intro': {
    en: 'Print the poster and put it up where people come together. Anyone who reads it can join the Wi-Fi.',
    ja: 'ポスターを印刷して、人が集まる場所に貼ってください。見た人は誰でもWi-Fiにつなげます。',
  },
  'hotspot.print': { en: 'Print the poster', ja: 'ポスターを印刷' },
  'hotspot.wifiQr': { en: 'QR code of the Wi-Fi {name}', ja: 'Wi-Fi「{name}」のQRコード' },
  'hotspot.addressQr': { en: 'QR code of {address}', ja: '{address} のQRコード' },
  'hotspot.wifi': { en: 'Wi-Fi', ja: 'Wi-Fi' },
  'hotspot.passphrase': { en: 'Passphrase', ja: 'パスワード' },
  'hotspot.poster': { en: 'SOS and chat without internet', ja: 'インターネットなしで使えるSOSとチャット' },
  'hotspot.step1': {
    en: 'Scan this code with the camera and join the Wi-Fi.',
    ja: 'カメラでこのコードを読み取り、Wi-Fiにつなぎます。',
  },
  'hotspot.step2': {
    en: 'Scan this code, or type the address in a browser.',
    ja: 'このコードを読み取るか、ブラウザーにアドレスを入力します。',
  },
  'hotspot.step3': {
    en: 'In danger, press SOS. Sign in to chat.',
    ja: '危険なときは「SOS」を押します。チャットはログインして使います。',
  },
  'hotspot.posterNote': {
    en: 'This Wi-Fi has no internet. To use mobile data, leave it.',
    ja: 'このWi-Fiはインターネットにつながりません。モバイルデータ通信を使うときは切断してください。',
  },
})
