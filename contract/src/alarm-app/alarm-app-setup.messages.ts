import { defineMessages } from '../i18n.ts'

/** Texts of the device check about the alarm app. */
export const alarmAppSetupMessages = defineMessages({
  'alarmApp.title': { en: 'Alarm app (Android)', ja: 'アラームアプリ（Android）' },
  'alarmApp.note': {
    en: 'With the free app ntfy, a phone sounds alarms while it is locked or Noroshi is closed, also without internet. Its notifications contain no name, location or text.',
    ja: '無料アプリ「ntfy」を使うと、インターネットがなくても、ロック中や閉じているときにアラームが鳴ります。通知に名前・位置情報・本文は含まれません。',
  },
  'alarmApp.iphone': {
    en: 'iPhones have no alarm app that works without internet. Keep Noroshi open on the stand-by screen, or set up a siren screen.',
    ja: 'iPhoneには、インターネットなしで使えるアラームアプリがありません。待機画面を開いたままにするか、サイレン画面を設置してください。',
  },
  'alarmApp.install': {
    en: 'First install ntfy on the phone, from F-Droid or Google Play.',
    ja: '先に、F-DroidまたはGoogle Playから端末にntfyをインストールしてください。',
  },
  'alarmApp.installHere': {
    en: 'First install ntfy on the phone, from F-Droid, Google Play or this server.',
    ja: '先に、F-Droid・Google Play・このサーバーのいずれかから端末にntfyをインストールしてください。',
  },
  'alarmApp.download': { en: 'Download the alarm app ({size})', ja: 'アラームアプリをダウンロード（{size}）' },
  'alarmApp.downloadNote': {
    en: 'With the free app ntfy, an Android phone sounds alarms without internet. Install it, sign in, and link it on “Device check”.',
    ja: '無料アプリ「ntfy」で、Androidの端末はインターネットがなくてもアラームを鳴らせます。インストールしてログインし、「端末の確認」で連携してください。',
  },
  'alarmApp.linkRepeating': { en: 'Link, sound until stopped', ja: '止めるまで鳴らす設定で連携' },
  'alarmApp.linkOnce': { en: 'Link, sound once', ja: '1回だけ鳴らす設定で連携' },
  'alarmApp.again': {
    en: 'The link is shown once. A new one ends the one before.',
    ja: '連携の情報は一度だけ表示されます。新しく連携すると、前の連携は無効になります。',
  },
  'alarmApp.secret': {
    en: 'Keep it to yourself: anyone who has it gets these notifications.',
    ja: '他の人に見せないでください。この情報があれば、誰でも通知を受け取れます。',
  },
  'alarmApp.file': { en: 'Download the settings file', ja: '設定ファイルをダウンロード' },
  'alarmApp.fileSteps': {
    en: 'In ntfy, open Settings, then Backup & Restore, then Restore, and choose the file. Then delete the file.',
    ja: 'ntfyの「設定」→「バックアップと復元」→「復元」でファイルを選び、終わったらファイルを削除してください。',
  },
  'alarmApp.browserByFile': {
    en: 'Fennec and IronFox get notifications through ntfy once you turn them on here. The file makes this server the default server of ntfy, also for other apps that use it.',
    ja: 'FennecとIronFoxは、ntfyを通じて通知を受け取れます。このページで通知をオンにしてください。このファイルで、ntfyの既定のサーバーがこのサーバーになり、ntfyを使う他のアプリにも影響します。',
  },
  'alarmApp.browserByLink': {
    en: 'For notifications of Fennec and IronFox through ntfy, set its default server to {address} in its Settings, then turn notifications on here.',
    ja: 'FennecやIronFoxの通知をntfyで受け取るには、ntfyの「設定」で既定のサーバーを {address} にしてから、このページで通知をオンにしてください。',
  },
  'alarmApp.stop': {
    en: 'Swipe the notification away to stop the sound. Opening Noroshi does not stop it.',
    ja: '音を止めるには、通知をスワイプして消してください。Noroshiを開いても止まりません。',
  },
  'alarmApp.openLink': { en: 'Open in ntfy', ja: 'ntfyで開く' },
  'alarmApp.linkSteps': {
    en: 'Open it on this phone, or scan the code with the phone that has ntfy.',
    ja: 'この端末で開くか、ntfyのある端末でコードを読み取ってください。',
  },
  'alarmApp.qr': { en: 'Code with the link for ntfy', ja: 'ntfyの連携コード' },
  'alarmApp.clear': {
    en: 'This page is not secure (http): the notifications are not encrypted on their way through the Wi-Fi.',
    ja: 'このページは安全な接続（https）ではないため、通知はWi-Fi内で暗号化されません。',
  },
  'alarmApp.trust': {
    en: 'The phone must trust this server first, as “Set up this device” explains.',
    ja: '先に、「この端末を設定する」の手順で、端末がこのサーバーを信頼するようにしてください。',
  },
  'alarmApp.never': { en: 'The app has not connected yet.', ja: 'アプリはまだ接続していません。' },
  'alarmApp.connected': { en: 'Last connected {time}: {agent}', ja: '最終接続 {time}：{agent}' },
  'alarmApp.protocol.json': { en: 'Connection by HTTP', ja: 'HTTPで接続' },
  'alarmApp.protocol.ws': { en: 'Connection by WebSocket, which saves battery', ja: 'WebSocketで接続（電池を節約）' },
  'alarmApp.sendTest': { en: 'Send a test alarm', ja: 'テストアラームを送信' },
  'alarmApp.testNone': {
    en: 'No test alarm has been sent yet. Only a test shows that alarms arrive.',
    ja: 'テストアラームはまだ送信されていません。届くことはテストで確かめられます。',
  },
  'alarmApp.testWaiting': {
    en: 'Test alarm sent {time}. The phone has not confirmed it.',
    ja: '{time}にテストアラームを送信しました。端末からの確認はまだありません。',
  },
  'alarmApp.testReceived': {
    en: 'The phone received the test alarm {time}.',
    ja: '{time}に端末がテストアラームを受信しました。',
  },
  'alarmApp.remove': { en: 'Remove the link', ja: '連携を解除' },
  'alarmApp.removed': { en: 'The link was removed', ja: '連携を解除しました' },
  'alarmApp.linkedToast': { en: 'A new link was created', ja: '新しい連携を作成しました' },
  'alarmApp.testSent': { en: 'Test alarm sent', ja: 'テストアラームを送信しました' },
})
