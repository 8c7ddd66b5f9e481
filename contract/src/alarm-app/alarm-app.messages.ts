import { defineMessages } from '../i18n.ts'

/** Texts that the alarm app shows. It stores them unencrypted: they contain no name, no location and no text of a user. */
export const alarmAppNotices = defineMessages({
  'alarmApp.alert': { en: 'SOS', ja: 'SOS' },
  'alarmApp.alert.open': {
    en: 'A person needs help. Open Noroshi.',
    ja: '助けを求めている人がいます。Noroshiを開いてください。',
  },
  'alarmApp.drill': { en: 'Drill, no emergency', ja: '【訓練】訓練アラーム' },
  'alarmApp.drill.open': { en: 'Open Noroshi and answer.', ja: 'Noroshiを開いて回答してください。' },
  'alarmApp.over': { en: 'An alarm is over', ja: 'アラームは終了しました' },
  'alarmApp.drillOver': { en: 'The drill is over', ja: '【訓練】訓練は終了しました' },
  'alarmApp.over.open': {
    en: 'Swipe the alarm away if it still sounds.',
    ja: 'まだ鳴っている場合は、通知をスワイプして消してください。',
  },
  'alarmApp.rollCall': { en: 'Are you safe?', ja: '無事ですか？' },
  'alarmApp.rollCallDrill': { en: 'Drill, no emergency: are you safe?', ja: '【訓練】無事ですか？' },
  'alarmApp.alertStalled': { en: 'An SOS stands still', ja: 'SOSの対応が止まっています' },
  'alarmApp.alertChat': { en: 'New messages about an SOS', ja: 'SOSの会話に新着メッセージがあります' },
  'alarmApp.call': { en: 'Incoming call', ja: '着信' },
  'alarmApp.messages': { en: 'New messages', ja: '新着メッセージ' },
  'alarmApp.health': { en: 'A notice about the server', ja: 'サーバーについてのお知らせ' },
  'alarmApp.openNoroshi': { en: 'Open Noroshi.', ja: 'Noroshiを開いてください。' },
  'alarmApp.linked': { en: 'Noroshi is linked', ja: 'Noroshiと連携しました' },
  'alarmApp.linked.open': {
    en: 'Alarms will arrive here. Send a test alarm now.',
    ja: 'アラームはここに届きます。テストを送信してください。',
  },
  'alarmApp.test': { en: 'Test alarm', ja: 'テストアラーム' },
  'alarmApp.test.open': { en: 'This is a test, no emergency.', ja: 'これはテストです。緊急事態ではありません。' },
  'error.alarmApp.notLinked': {
    en: 'No alarm app is linked to this device',
    ja: 'この端末にはアラームアプリが連携されていません',
  },
})
