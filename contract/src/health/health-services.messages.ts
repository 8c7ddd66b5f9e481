import { defineMessages } from '../i18n.ts'

/** Texts of the checks of alarms, deliveries and the server's own work. */
export const healthServiceMessages = defineMessages({
  'health.check.unreachedAlarms': { en: 'Alarms that reached no one', ja: '誰にも届いていないアラーム' },
  'health.fact.unreachedAlarms': { en: 'Active alarms that reached no one', ja: '誰にも届いていない発生中のアラーム' },
  'health.fact.unreachedAlarm': { en: 'Alert', ja: 'アラート' },
  'health.advice.alarmsUnreached': {
    en: 'No device has received these alarms: open each alert, and call people in another way.',
    ja: 'どの端末にもアラームが届いていません。アラートを開いて内容を確認し、ほかの手段で人を呼んでください。',
  },

  'health.check.sosDelivery': { en: 'SOS to the first device', ja: 'SOSが最初の端末に届くまで' },
  'health.fact.deliveredSos': { en: 'SOS in 7 days', ja: '7日間のSOS' },
  'health.fact.sosP50': { en: 'Half of them within', ja: '半数が届いた時間' },
  'health.fact.sosP99': { en: '99% of them within', ja: '99%が届いた時間' },
  'health.advice.sosNone': {
    en: 'No SOS has been delivered in 7 days. A drill shows whether alarms reach the members.',
    ja: '7日間に届いたSOSはありません。訓練で、アラームが届くか確認できます。',
  },
  'health.advice.sosSlow': {
    en: 'An SOS takes too long to reach a device: let members check their devices, and look at the load of this computer.',
    ja: 'SOSが端末に届くまで時間がかかっています。メンバーに端末の確認を頼み、このコンピューターの負荷を確認してください。',
  },

  'health.check.push': { en: 'Notifications', ja: '通知' },
  'health.fact.waitingPushes': { en: 'Waiting', ja: '送信待ち' },
  'health.fact.sent': { en: 'Sent in 24 hours', ja: '24時間の送信数' },
  'health.fact.notSent': { en: 'Failed in 24 hours', ja: '24時間の失敗数' },
  'health.advice.pushFails': {
    en: 'Notifications are not accepted, so phones whose page is closed are not alerted: check the internet connection.',
    ja: '通知を送信できず、ページを閉じている端末ではアラームが鳴りません。インターネット接続を確認してください。',
  },
  'health.advice.pushNone': {
    en: 'No notification was sent in 7 days, so it is not known whether they arrive.',
    ja: '7日間に送信した通知がなく、届くかどうかわかりません。',
  },

  'health.check.mail': { en: 'Email', ja: 'メール' },
  'health.advice.mailFails': {
    en: 'The mail server does not accept emails, so passwords cannot be reset by mail: check SMTP_URL and the mail server.',
    ja: 'メールサーバーがメールを受け付けないため、メールでパスワードを再設定できません。SMTP_URLとメールサーバーを確認してください。',
  },
  'health.advice.mailNone': {
    en: 'No email was sent in 7 days, so it is not known whether they arrive.',
    ja: '7日間に送信したメールがなく、届くかどうかわかりません。',
  },

  'health.check.connections': { en: 'Connections', ja: '接続中' },
  'health.fact.connectedDevices': { en: 'Connected devices', ja: '接続中の端末' },
  'health.fact.connectedUsers': { en: 'Connected users', ja: '接続中のユーザー' },
  'health.fact.processes': { en: 'Server processes', ja: 'サーバーのプロセス' },

  'health.check.jobs': { en: 'Regular work', ja: '定期処理' },
  'health.fact.jobs': { en: 'Jobs', ja: '処理の数' },
  'health.fact.lateJobs': { en: 'Late jobs', ja: '遅れている処理' },
  'health.fact.lateJobNames': { en: 'Late', ja: '遅れ' },
  'health.advice.jobsLate': {
    en: 'Work that the server does regularly has not run, such as repeating alarms or deleting old data: restart the server.',
    ja: 'アラームの再送や古いデータの削除など、定期処理が実行されていません。サーバーを再起動してください。',
  },

  'health.check.clock': { en: 'Clock', ja: '時計' },
  'health.fact.clockOffset': { en: 'Difference to the database', ja: 'データベースとの差' },
  'health.fact.clockSynchronised': { en: 'Follows a time server', ja: '時刻サーバーに同期' },
  'health.fact.clockJump': { en: 'Jumped', ja: '時刻が飛んだ日時' },
  'health.advice.clockWrong': {
    en: 'The clocks of this computer and the database differ, so times are wrong: set both by a time server.',
    ja: 'このコンピューターとデータベースの時計がずれており、時刻が正しく表示されません。両方を時刻サーバーに合わせてください。',
  },
  'health.advice.clockJumped': {
    en: 'The clock has jumped, and times before may be wrong: check it, and confirm it in the bar at the top.',
    ja: '時計が大きく変わり、それまでの時刻は誤っている可能性があります。時計を確認し、画面上部の表示で確認済みにしてください。',
  },

  'health.check.certificate': { en: 'Certificate', ja: '証明書' },
  'health.fact.certificateEnd': { en: 'Valid until', ja: '有効期限' },
  'health.advice.certificateEnds': {
    en: 'The certificate ends soon or has ended, and browsers then refuse the server: renew the files of TLS_CERT and TLS_KEY.',
    ja: '証明書の期限が近いか切れています。切れるとブラウザーで開けません。TLS_CERTとTLS_KEYのファイルを更新してください。',
  },
  'health.advice.ownCertificateEnds': {
    en: 'The server has not renewed its certificate, and browsers then refuse it: check the clock, and restart the server.',
    ja: 'サーバーの証明書が更新されていません。切れるとブラウザーで開けません。時計を確認し、サーバーを再起動してください。',
  },

  'health.check.senders': { en: 'Biggest senders', ja: '送信量の多いユーザー' },
  'health.fact.sender': { en: 'In 7 days', ja: '7日間' },
})
