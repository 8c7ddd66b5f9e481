import { defineMessages } from '../i18n.ts'

export const readinessMessages = defineMessages({
  'ready.intro': {
    en: 'See what this device can do with Noroshi, and what to do about the rest.',
    ja: 'この端末でNoroshiの何が使えるか、使えないときにどうすればよいかを確認できます。',
  },
  'ready.next': {
    en: 'Step {number} of {count}, so that alarms reach this device:',
    ja: 'この端末にアラームが届くようにする手順（{count}件中{number}件目）',
  },
  'ready.state.ok': { en: 'Ready', ja: '使えます' },
  'ready.state.unchecked': { en: 'Not checked', ja: '未確認' },
  'ready.state.checking': { en: 'Checking', ja: '確認中' },
  'ready.state.problem': { en: 'Not ready', ja: '使えません' },
  'ready.state.optional': { en: 'Not set up', ja: '未設定' },
  'ready.check': { en: 'Check', ja: '確認する' },
  'ready.checkAgain': { en: 'Check again', ja: 'もう一度確認する' },
  'ready.stop': { en: 'Stop', ja: '停止' },
  'ready.secure': { en: 'Secure page', ja: '安全なページ' },
  'ready.secureOk': { en: 'This page is secure (https).', ja: 'このページは安全な接続（https）です。' },
  'ready.secureProblem': {
    en: 'This page is not secure (http). The browser gives it no camera, microphone or location. SOS and chat work.',
    ja: 'このページは安全な接続（https）ではないため、カメラ・マイク・位置情報を使えません。SOSとチャットは使えます。',
  },
  'ready.secureFirst': { en: 'It needs a secure page first.', ja: '先に安全なページが必要です。' },
  'ready.camera': { en: 'Camera', ja: 'カメラ' },
  'ready.cameraNote': { en: 'For video calls and photos.', ja: 'ビデオ通話と写真に使います。' },
  'ready.cameraPicture': { en: 'Picture of the camera', ja: 'カメラの映像' },
  'ready.microphone': { en: 'Microphone', ja: 'マイク' },
  'ready.microphoneNote': { en: 'For calls, radio and recordings.', ja: '通話・無線・録音に使います。' },
  'ready.microphoneLevel': { en: 'Level of the microphone', ja: 'マイクの音量' },
  'ready.microphoneSpeak': { en: 'Speak. The bar follows your voice.', ja: '話してみてください。声に合わせてバーが動きます。' },
  'ready.denied': {
    en: 'It is blocked in this browser. Open the site settings beside the address, allow it, and check again.',
    ja: 'ブラウザーで許可されていません。アドレスの横にあるサイトの設定で許可してから、もう一度確認してください。',
  },
  'ready.missing': {
    en: 'This device has none. Connect one and check again.',
    ja: 'この端末で見つかりません。接続してから、もう一度確認してください。',
  },
  'ready.failed': {
    en: 'It did not start. Another app may be using it. Close that app and check again.',
    ja: '起動できませんでした。ほかのアプリが使っている可能性があります。閉じてから、もう一度確認してください。',
  },
  'ready.sound': { en: 'Sound', ja: '音' },
  'ready.soundNote': { en: 'For alarms and incoming calls.', ja: 'アラームと着信に使います。' },
  'ready.soundPlay': { en: 'Play a sound', ja: '音を鳴らす' },
  'ready.soundPlaying': {
    en: 'You hear nothing? Turn the volume up, and turn silent mode off.',
    ja: '聞こえないときは音量を上げ、マナーモードを解除してください。',
  },
  'ready.soundBlocked': {
    en: 'The browser plays sound after your first touch on the page. Play a sound now.',
    ja: 'ブラウザーは、画面に一度触れるまで音を鳴らしません。今、音を鳴らしてください。',
  },
  'ready.soundNone': { en: 'This browser plays no sound.', ja: 'このブラウザーでは音を鳴らせません。' },
  'ready.location': { en: 'Location', ja: '位置情報' },
  'ready.locationNote': {
    en: 'It is sent with your SOS. Without it you tap your location on the map.',
    ja: 'SOSと一緒に送られます。使えないときは地図をタップして場所を伝えます。',
  },
  'ready.locationFound': { en: 'Found, accurate to {metres} m.', ja: '取得できました（誤差{metres} m）。' },
  'ready.locationUnavailable': {
    en: 'The device did not find its location. Turn location on in its settings, go near a window, and check again.',
    ja: '現在地を取得できませんでした。端末の位置情報をオンにし、窓の近くでもう一度確認してください。',
  },
  'install.description': {
    en: 'Call for help and reach each other, in a town, a community or a shelter.',
    ja: '町や地域、避難所で助けを呼び、連絡を取り合うためのアプリです。',
  },
  'ready.install': { en: 'Installed as an app', ja: 'アプリとしてインストール' },
  'ready.installOk': {
    en: 'Installed. Noroshi opens from its icon in a window of its own.',
    ja: 'インストール済みです。アイコンから専用の画面で開けます。',
  },
  'ready.installNote': {
    en: 'Install it to open Noroshi from an icon on this device. The icon also offers SOS.',
    ja: 'インストールすると、この端末のアイコンから開けます。アイコンのメニューからSOSも使えます。',
  },
  'ready.installNow': { en: 'Install', ja: 'インストールする' },
  'ready.installIos': {
    en: 'In Safari, press Share, then Add to Home Screen.',
    ja: 'Safariで共有ボタンを押し、「ホーム画面に追加」を選びます。',
  },
  'ready.installAndroid': {
    en: 'Open the menu of the browser (⋮), then press Install app or Add to Home screen.',
    ja: 'ブラウザーのメニュー（⋮）を開き、「アプリをインストール」か「ホーム画面に追加」を選びます。',
  },
  'ready.installMac': {
    en: 'In Safari, open the File menu and choose Add to Dock. In Chrome or Edge, press the install icon in the address bar.',
    ja: 'Safariではファイルメニューの「Dockに追加」を、ChromeやEdgeではアドレスバーのインストールアイコンを選びます。',
  },
  'ready.installComputer': {
    en: 'In Chrome or Edge, press the install icon in the address bar.',
    ja: 'ChromeやEdgeのアドレスバーにあるインストールアイコンを押します。',
  },
  'ready.stored': { en: 'Start without a connection', ja: '接続がないときの起動' },
  'ready.storedOk': {
    en: 'Noroshi is stored on this device. It starts without the server, and an SOS waits until the server is back.',
    ja: 'この端末に保存済みです。サーバーにつながらなくても起動し、SOSはつながりしだい送られます。',
  },
  'ready.storedNotKept': {
    en: 'Noroshi is stored on this device. The browser may delete it when space is short.',
    ja: 'この端末に保存済みです。空き容量が少なくなると、ブラウザーが削除することがあります。',
  },
  'ready.storedKeep': { en: 'Keep it stored', ja: '削除されないようにする' },
  'ready.storedRefused': {
    en: 'The browser did not agree. Install Noroshi as an app, then try again.',
    ja: 'ブラウザーが許可しませんでした。アプリとしてインストールしてから、もう一度お試しください。',
  },
  'ready.storing': { en: 'Noroshi is being stored on this device.', ja: 'この端末に保存しています。' },
  'ready.storedProblem': {
    en: 'This browser does not store Noroshi. A private window never does.',
    ja: 'このブラウザーでは保存できません。プライベートウィンドウでも保存されません。',
  },
  'ready.connection': { en: 'Connection to the server', ja: 'サーバーとの接続' },
  'ready.connectionOk': {
    en: 'Connected. Alerts and messages arrive at once.',
    ja: 'つながっています。SOSとメッセージがすぐに届きます。',
  },
  'ready.connectionProblem': {
    en: 'Not connected. Join the Wi-Fi of the server again. This page reconnects by itself.',
    ja: 'つながっていません。サーバーのWi-Fiにつなぎ直してください。このページは自動で再接続します。',
  },
})
