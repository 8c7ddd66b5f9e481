import { defineMessages } from '../i18n.ts'

/** Texts of official notices. */
export const noticeMessages = defineMessages({
  'notices.title': { en: 'Official notices', ja: '公式情報' },
  'notices.about': {
    en: 'Notices of authorities with the time at which they were sent. They are no early warning and may arrive late.',
    ja: '公的機関の発表を、発表時刻とともに表示します。速報ではなく、遅れて届くことがあります。',
  },
  'notices.none': { en: 'No official notices', ja: '公式情報はありません' },
  'notices.noneNote': {
    en: 'That no notice is here does not mean that there is no danger.',
    ja: 'ここに情報がなくても、危険がないとは限りません。',
  },
  'notices.loadFailed': { en: 'Couldn’t load the official notices', ja: '公式情報を読み込めませんでした' },
  'notices.inEffect': { en: 'In effect', ja: '有効な情報' },
  'notices.earlier': { en: 'Earlier', ja: '過去の情報' },
  'notices.noneInEffect': { en: 'None in effect', ja: '有効な情報はありません' },
  'notices.all': { en: 'All official notices', ja: 'すべての公式情報' },
  'notices.more': { en: { one: '1 more', other: '{count} more' }, ja: 'ほか{count}件' },
  'notices.kind.earthquake': { en: 'Earthquake', ja: '地震' },
  'notices.kind.tsunami': { en: 'Tsunami', ja: '津波' },
  'notices.kind.weather': { en: 'Weather', ja: '気象' },
  'notices.kind.other': { en: 'Other', ja: 'その他' },
  'notices.severity.extreme': { en: 'Extreme', ja: '極めて重大' },
  'notices.severity.severe': { en: 'Severe', ja: '重大' },
  'notices.severity.moderate': { en: 'Moderate', ja: '中程度' },
  'notices.severity.minor': { en: 'Minor', ja: '軽度' },
  'notices.exercise': { en: 'EXERCISE, not real', ja: '訓練（実際の情報ではありません）' },
  'notices.test': { en: 'TEST, not real', ja: '試験（実際の情報ではありません）' },
  'notices.cancelled': { en: 'Cancelled or over', ja: '取消または解除' },
  'notices.expired': { en: 'No longer in effect', ja: '有効期限切れ' },
  'notices.sent': { en: 'Sent {time} by {publisher}', ja: '{publisher} {time} 発表' },
  'notices.received': { en: 'Received {time} from {source}', ja: '{time} 受信（{source}）' },
  'notices.until': { en: 'In effect until {time}', ja: '有効期限 {time}' },
  'notices.named.exercise': { en: 'EXERCISE: {headline}', ja: '訓練：{headline}' },
  'notices.named.test': { en: 'TEST: {headline}', ja: '試験：{headline}' },
  'notices.unmapped': { en: 'Without an area on the map: {count}', ja: '地図に範囲のない情報：{count}件' },
  'notices.shapesFailed': {
    en: 'Couldn’t load the areas of the official notices',
    ja: '公式情報の対象範囲を読み込めませんでした',
  },
  'notices.shapesPartial': {
    en: 'The map shows a part of the areas of the official notices only.',
    ja: '地図には公式情報の対象範囲の一部だけを表示しています。',
  },
  'notices.areas': { en: 'Areas: {areas}', ja: '対象地域：{areas}' },
})
