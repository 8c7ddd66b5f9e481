import { defineMessages } from '../i18n.ts'

/** Texts of the screen. */
export const healthMessages = defineMessages({
  'admin.area.health': { en: 'How the server is, and what needs attention', ja: 'サーバーの状態と対応が必要なこと' },
  'health.title': { en: 'Health', ja: '稼働状況' },
  'health.level.good': { en: 'Good', ja: '正常' },
  'health.level.warning': { en: 'Warning', ja: '警告' },
  'health.level.failure': { en: 'Failure', ja: '異常' },
  'health.level.unknown': { en: 'Unknown', ja: '不明' },
  'health.allWell': { en: 'All is well', ja: 'すべて正常です' },
  'health.attention': {
    en: { one: '1 thing needs attention', other: '{count} things need attention' },
    ja: '対応が必要な項目が{count}件あります',
  },
  'health.attentionCount': { en: { one: '1 problem', other: '{count} problems' }, ja: '要対応{count}件' },
  'health.noProblem': { en: 'No problem found', ja: '問題は見つかっていません' },
  'health.unknownCount': {
    en: { one: '1 check is unknown', other: '{count} checks are unknown' },
    ja: '不明な項目が{count}件あります',
  },
  'health.readAt': { en: 'As of {time}', ja: '{time}現在' },
  'health.lastKnown': {
    en: 'The server does not answer. This is its state at {time}.',
    ja: 'サーバーに接続できません。{time}時点の状態を表示しています。',
  },
  'health.problems': { en: 'Needs attention', ja: '対応が必要' },
  'health.all': { en: 'All checks', ja: 'すべての項目' },
  'health.since': { en: 'since {time}', ja: '{time}から' },
  'health.onMachine': { en: '{check} ({machine})', ja: '{check}（{machine}）' },
  'health.factOf': { en: '{fact} ({of})', ja: '{fact}（{of}）' },
  'health.never': { en: 'Never', ja: 'なし' },
  'health.degrees': { en: '{count} °C', ja: '{count} °C' },
  'health.percent': { en: '{count}%', ja: '{count}%' },
  'health.milliseconds': { en: '{count} ms', ja: '{count}ミリ秒' },
  'health.seconds': { en: { one: '1 second', other: '{count} seconds' }, ja: '{count}秒' },
  'health.yes': { en: 'Yes', ja: 'はい' },
  'health.no': { en: 'No', ja: 'いいえ' },
  'health.anonymous': { en: 'Anonymous', ja: '匿名' },
  'health.changed': { en: '{check}: {level}', ja: '{check}：{level}' },
  'health.goodAgain': { en: '{check}: good again', ja: '{check}：正常に戻りました' },
  'health.mailSubject': { en: '{unit}: {changes}', ja: '{unit}：{changes}' },
  'health.mailText': {
    en: '{changes}\n\nThe health of the server {unit}: {link}\n',
    ja: '{changes}\n\n「{unit}」のサーバーの稼働状況：{link}\n',
  },
  'health.loadFailed': { en: 'Couldn’t load the health of the server', ja: '稼働状況を読み込めませんでした' },
  'health.advice.notRead': {
    en: 'The server has not read this lately. If it stays so, restart the server.',
    ja: 'しばらく確認できていません。続く場合はサーバーを再起動してください。',
  },
  'health.advice.readFailed': {
    en: 'The server could not read this. Its log says why.',
    ja: '確認できませんでした。理由はサーバーのログに記録されています。',
  },
})
