import { defineMessages } from '../i18n.ts'

export const joinMessages = defineMessages({
  'join.title': { en: 'Set up this device', ja: 'この端末を設定する' },
  'join.why': {
    en: 'Browsers allow camera, microphone and location only on secure pages. SOS and chat work without them. Set this device up once, and it opens the secure page by itself from then on.',
    ja: 'ブラウザーは安全なページでだけカメラ・マイク・位置情報を許可します。SOSとチャットはそのままでも使えます。この端末を一度設定すると、次からは自動で安全なページが開きます。',
  },
  'join.secureAlready': { en: 'This page is secure.', ja: 'このページは安全です。' },
  'join.secureAlreadyNote': {
    en: 'Camera, microphone and location can be used on this device.',
    ja: 'この端末ではカメラ・マイク・位置情報を使えます。',
  },
  'join.trusted': { en: 'This device is set up.', ja: 'この端末の設定は完了しています。' },
  'join.trustedNote': {
    en: 'Continue on the secure page. Your sign-in comes with you.',
    ja: '安全なページに進んでください。ログインしたまま移動します。',
  },
  'join.draftsStay': {
    en: 'Send the text that you have begun first. It does not come with you and is deleted.',
    ja: '書きかけの文章は先に送信してください。引き継がれず、削除されます。',
  },
  'join.continue': { en: 'Open the secure page', ja: '安全なページを開く' },
  'join.waiting': {
    en: 'This device is not set up yet. This page notices when it is.',
    ja: 'この端末はまだ設定されていません。設定が終わると、このページが自動で切り替わります。',
  },
  'join.handOverFailed': {
    en: 'The secure page did not open. Please try again.',
    ja: '安全なページを開けませんでした。もう一度お試しください。',
  },
  'join.noHttps': { en: 'This server has no secure page', ja: 'このサーバーには安全なページがありません' },
  'join.noHttpsNote': {
    en: 'SOS, chat and the map work. The operator can turn secure pages on (HTTPS=auto).',
    ja: 'SOS・チャット・地図は使えます。安全なページは運用者が有効にできます（HTTPS=auto）。',
  },
  'join.others': { en: 'Another device', ja: 'ほかの端末' },
  'join.othersNote': {
    en: 'Connect it to the same Wi-Fi and scan this code with its camera.',
    ja: '同じWi-Fiにつなぎ、その端末のカメラで読み取ってください。',
  },
  'join.qr': { en: 'QR code of {address}', ja: '{address} のQRコード' },
  'join.device': { en: 'This device', ja: 'この端末' },
  'join.ios': { en: 'iPhone or iPad', ja: 'iPhone・iPad' },
  'join.android': { en: 'Android', ja: 'Android' },
  'join.windows': { en: 'Windows', ja: 'Windows' },
  'join.macos': { en: 'Mac', ja: 'Mac' },
  'join.linux': { en: 'Linux', ja: 'Linux' },
  'join.steps': { en: 'Steps', ja: '手順' },
  'join.download': { en: 'Download the certificate', ja: '証明書をダウンロード' },
  'join.downloadProfile': { en: 'Download the profile', ja: 'プロファイルをダウンロード' },
  'join.ios.1': {
    en: 'Open this page in Safari and download the profile. Tap Allow.',
    ja: 'このページをSafariで開き、プロファイルをダウンロードして「許可」をタップします。',
  },
  'join.ios.2': {
    en: 'Open Settings, tap Profile Downloaded, then Install.',
    ja: '「設定」を開き、「プロファイルがダウンロード済み」から「インストール」をタップします。',
  },
  'join.ios.3': {
    en: 'In Settings, open General, About, Certificate Trust Settings, and turn Noroshi on.',
    ja: '「設定」の「一般」→「情報」→「証明書信頼設定」で「Noroshi」をオンにします。',
  },
  'join.android.1': { en: 'Download the certificate.', ja: '証明書をダウンロードします。' },
  'join.android.2': {
    en: 'Open Settings and search for “CA certificate”. It is below Security, Encryption & credentials, Install a certificate.',
    ja: '「設定」で「CA証明書」を検索します。「セキュリティ」→「暗号化と認証情報」→「証明書のインストール」の中にあります。',
  },
  'join.android.3': {
    en: 'Choose CA certificate, Install anyway, and select noroshi.crt from the downloads.',
    ja: '「CA証明書」→「インストールする」を選び、ダウンロードした noroshi.crt を選びます。',
  },
  'join.android.4': {
    en: 'Use Chrome. Firefox on Android does not use this certificate.',
    ja: 'Chromeを使ってください。Android版Firefoxはこの証明書を使いません。',
  },
  'join.windows.1': { en: 'Download the certificate and open the file.', ja: '証明書をダウンロードし、ファイルを開きます。' },
  'join.windows.2': {
    en: 'Choose Install Certificate, Current User, and “Place all certificates in the following store”.',
    ja: '「証明書のインストール」→「現在のユーザー」→「証明書をすべて次のストアに配置する」を選びます。',
  },
  'join.windows.3': {
    en: 'Choose Browse, Trusted Root Certification Authorities, and confirm.',
    ja: '「参照」から「信頼されたルート証明機関」を選び、確定します。',
  },
  'join.windows.4': { en: 'Restart the browser.', ja: 'ブラウザーを再起動します。' },
  'join.macos.1': {
    en: 'Download the certificate and open the file. Keychain Access adds it.',
    ja: '証明書をダウンロードしてファイルを開きます。「キーチェーンアクセス」に追加されます。',
  },
  'join.macos.2': {
    en: 'In Keychain Access, open the certificate named Noroshi, then Trust.',
    ja: '「キーチェーンアクセス」で「Noroshi」の証明書を開き、「信頼」を表示します。',
  },
  'join.macos.3': {
    en: 'Set “When using this certificate” to Always Trust, close the window and restart the browser.',
    ja: '「この証明書を使用するとき」を「常に信頼」にして閉じ、ブラウザーを再起動します。',
  },
  'join.linux.1': { en: 'Download the certificate.', ja: '証明書をダウンロードします。' },
  'join.linux.2': {
    en: 'Chrome or Chromium: open chrome://certificate-manager, Local certificates, and import the file as trusted.',
    ja: 'Chrome・Chromium：chrome://certificate-manager を開き、「ローカル証明書」でファイルを信頼済みとして読み込みます。',
  },
  'join.linux.3': {
    en: 'Firefox: open Settings, Privacy & Security, View Certificates, Authorities, Import, and trust it for websites.',
    ja: 'Firefox：「設定」→「プライバシーとセキュリティ」→「証明書を表示」→「認証局証明書」→「インポート」で、ウェブサイトの識別を信頼します。',
  },
  'join.fingerprint': { en: 'Fingerprint (SHA-256)', ja: 'フィンガープリント（SHA-256）' },
  'join.fingerprintNote': {
    en: 'The certificate can only vouch for this server and for devices on private networks, not for public websites. Compare the fingerprint with the operator if you are unsure.',
    ja: 'この証明書が証明できるのはこのサーバーと私設ネットワーク内の端末だけで、公開サイトには使えません。不安なときは運用者とフィンガープリントを照合してください。',
  },
})
