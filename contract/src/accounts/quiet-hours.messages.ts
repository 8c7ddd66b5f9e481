import { defineMessages } from '../i18n.ts'

/** Texts of quiet hours, in which messages do not notify the user. */
export const quietHoursMessages = defineMessages({
  'accounts.quiet': { en: 'Quiet hours', ja: 'おやすみ時間' },
  'accounts.quietNote': {
    en: 'You are not notified of messages during this time, on any of your devices. SOS alerts and calls still notify you.',
    ja: 'この時間は、どの端末でもメッセージを通知しません。SOSと通話は通知されます。',
  },
  'accounts.quietOn': { en: 'Use quiet hours', ja: 'おやすみ時間を使う' },
  'accounts.quietFrom': { en: 'From', ja: '開始' },
  'accounts.quietTo': { en: 'To', ja: '終了' },
  'accounts.quietZone': { en: 'Time zone: {zone}', ja: 'タイムゾーン：{zone}' },
  'accounts.quietSaved': { en: 'Quiet hours saved', ja: 'おやすみ時間を保存しました' },
  'accounts.quietEmpty': { en: 'Choose another end', ja: '開始と異なる時刻にしてください' },
  'accounts.timeZoneUnknown': { en: 'The server does not know this time zone', ja: 'サーバーで使えないタイムゾーンです' },
})
