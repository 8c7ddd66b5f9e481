import { defineMessages } from '../i18n.ts'

/** Texts of calls that all pages need: navigation and incoming calls. */
export const callFirstMessages = defineMessages({
  'calls.title': { en: 'Calls', ja: '通話' },
  'calls.call': { en: 'Call', ja: '電話をかける' },
  'calls.incoming': { en: 'Incoming call', ja: '着信' },
  'calls.incomingGroup': { en: 'Incoming group call', ja: 'グループ通話の着信' },
  'calls.callsYou': { en: 'Group call from {name}', ja: '{name}さんからのグループ通話' },
  'calls.missedCount': { en: { one: '1 missed call', other: '{count} missed calls' }, ja: '不在着信{count}件' },
  'calls.missedFrom': { en: 'Missed call from {name}', ja: '{name}さんからの不在着信があります' },
  'calls.bannerKey': { en: 'Press F6 to go to it.', ja: 'F6キーで移動できます。' },
  'calls.accept': { en: 'Accept', ja: '応答' },
  'calls.reject': { en: 'Reject', ja: '拒否' },
  'calls.unsupported': {
    en: 'This browser cannot make calls. On an iPhone, Lockdown Mode may be on. Use another browser, or send a message.',
    ja: 'このブラウザーでは通話できません。iPhoneではロックダウンモードがオンになっている可能性があります。別のブラウザーを使うか、メッセージを送ってください。',
  },
  'calls.outcome.ended': { en: 'The call has ended', ja: '通話が終了しました' },
  'calls.outcome.lost': { en: 'The connection was lost', ja: '接続が切れました' },
  'calls.enableRingtone': { en: 'Turn on sound', ja: '音を出す' },
})
