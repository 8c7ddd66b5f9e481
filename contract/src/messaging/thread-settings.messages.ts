import { defineMessages } from '../i18n.ts'

/** Texts of the settings of a thread that a member has for themselves. */
export const threadSettingsMessages = defineMessages({
  'messages.mute': { en: 'Mute notifications', ja: '通知をオフにする' },
  'messages.muteNote': {
    en: 'Messages of this chat do not notify you. SOS alerts and calls still do.',
    ja: 'この会話のメッセージを通知しません。SOSと通話は通知されます。',
  },
  'messages.mute.hour': { en: 'For 1 hour', ja: '1時間' },
  'messages.mute.morning': { en: 'Until 08:00 AM', ja: '午前8時まで' },
  'messages.mute.forever': { en: 'Until I turn them on again', ja: 'オンに戻すまで' },
  'messages.mutedDone': { en: 'Notifications are off', ja: '通知をオフにしました' },
  'messages.unmute': { en: 'Turn notifications on', ja: '通知をオンにする' },
  'messages.unmuteUntil': { en: 'Off until {time}', ja: '{time}までオフ' },
  'messages.unmutedDone': { en: 'Notifications are on', ja: '通知をオンにしました' },
  'messages.muted': { en: 'Notifications off', ja: '通知オフ' },
})
