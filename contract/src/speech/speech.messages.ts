import { defineMessages } from '../i18n.ts'

/** Texts that are read aloud, and the controls of reading aloud (specification, sections 1 and 4). */
export const speechMessages = defineMessages({
  'speech.link': { en: 'a link to {host}', ja: '{host}へのリンク' },
  'speech.email': { en: 'an email address', ja: 'メールアドレス' },
  'speech.emoji': { en: 'an emoji', ja: '絵文字' },
  'speech.more': { en: 'There is more on the screen.', ja: '続きは画面にあります。' },
  'speech.sent.photo': { en: 'sent a photo.', ja: '写真を送信しました。' },
  'speech.sent.video': { en: 'sent a video.', ja: '動画を送信しました。' },
  'speech.sent.voice': { en: 'sent a voice message.', ja: '音声メッセージを送信しました。' },
  'speech.sent.file': { en: 'sent a file.', ja: 'ファイルを送信しました。' },
  'speech.sent.location': { en: 'sent a location.', ja: '位置情報を送信しました。' },

  'speech.alarm.from': { en: 'SOS from {name}', ja: '{name}さんからSOS' },
  'speech.alarm.for': { en: 'SOS for {person}, from {name}', ja: '{person}さんのためのSOS。発信した人は{name}さんです' },
  'speech.alarm.forOther': {
    en: 'SOS for another person, from {name}',
    ja: 'ほかの人のためのSOS。発信した人は{name}さんです',
  },
  'speech.alarm.drill': {
    en: 'Drill. This is only a drill. It was started by {name}',
    ja: '訓練です。これは訓練です。開始した人は{name}さんです',
  },
  'speech.alarm.anonymous': { en: 'SOS from an anonymous person', ja: '匿名のSOS' },
  'speech.alarm.here': { en: 'here', ja: 'すぐ近く' },
  'speech.alarm.at': { en: '{distance} {direction}', ja: '{direction}へ{distance}' },
  'speech.metres': { en: '{count} metres', ja: '{count}メートル' },
  'speech.kilometres': { en: { one: '1 kilometre', other: '{count} kilometres' }, ja: '{count}キロ' },

  'speech.readAloud': { en: 'Read aloud', ja: '読み上げ' },
  'speech.isOn': { en: 'New messages are read aloud on this device', ja: 'この端末で新着メッセージを読み上げます' },
  'speech.isOff': { en: 'Messages are no longer read aloud', ja: '読み上げを止めました' },
  'speech.noVoice': {
    en: 'The server has no English voice: only Japanese is read aloud',
    ja: 'サーバーに日本語の音声がないため、英語だけを読み上げます',
  },
  'speech.noVoices': { en: 'The server has no voices yet', ja: 'サーバーに読み上げの音声がありません' },
  'speech.reading': { en: 'Reading aloud: {name}', ja: '読み上げ中：{name}' },
  'speech.blocked': { en: 'Messages are waiting to be read aloud', ja: '読み上げを待っているメッセージがあります' },
  'speech.enable': { en: 'Enable sound', ja: '音を出す' },
  'speech.volume': { en: 'Volume of reading aloud', ja: '読み上げの音量' },
})
