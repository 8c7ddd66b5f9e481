import { defineMessages } from '../i18n.ts'

export const anonymousAlertMessages = defineMessages({
  'anonymousAlerts.title': { en: 'Anonymous alerts', ja: '匿名アラート' },
  'anonymousAlerts.note': {
    en: 'SOS of people who are not signed in, by source. A source is a network address: all people behind one router, for example in a shelter, are one source. The address itself is not stored, and the source is deleted after {days} days.',
    ja: 'ログインしていない人のSOSを発信元ごとに表示します。発信元はネットワーク上の住所（IPアドレス）ごとに分かれるため、避難所などで同じルーターを使う人は1つの発信元になります。IPアドレスそのものは保存せず、発信元の情報も{days}日後に消去します。',
  },
  'anonymousAlerts.sources': { en: 'Sources', ja: '発信元' },
  'anonymousAlerts.source': { en: 'Source', ja: '発信元' },
  'anonymousAlerts.noSources': { en: 'No anonymous alerts', ja: '匿名アラートはありません' },
  'anonymousAlerts.lastHour': { en: 'Last hour', ja: '直近1時間' },
  'anonymousAlerts.active': { en: 'Active', ja: '発生中' },
  'anonymousAlerts.total': { en: 'Last {days} days', ja: '直近{days}日' },
  'anonymousAlerts.latest': { en: 'Latest', ja: '最新' },
  'anonymousAlerts.mutedUntil': { en: 'Muted until {time}', ja: '{time}までミュート' },
  'anonymousAlerts.otherSites': { en: 'Pages of other websites: always muted', ja: 'ほかのウェブサイトのページ：常にミュート' },
  'anonymousAlerts.loadFailed': { en: 'Couldn’t load the anonymous alerts', ja: '匿名アラートを読み込めませんでした' },

  'anonymousAlerts.mute': { en: 'Mute for an hour', ja: '1時間ミュート' },
  'anonymousAlerts.muteOf': { en: 'Mute for an hour: source {name}', ja: '1時間ミュート：発信元 {name}' },
  'anonymousAlerts.muteTitle': { en: 'Mute source {name} for an hour?', ja: '発信元 {name} を1時間ミュートしますか？' },
  'anonymousAlerts.muteNote': {
    en: 'Every SOS of this source is still accepted. It alerts administrators only and is listed under Muted alerts, where you can alert everyone about it. The sender sees how many people it reached.',
    ja: 'この発信元からのSOSは引き続き受け付けますが、届くのは管理者だけです。「ミュート中のアラート」に表示され、そこから全員に知らせることもできます。発信した人には、届いた人数が表示されます。',
  },
  'anonymousAlerts.muteShelter': {
    en: 'This affects everyone behind the same router. People who are signed in, and devices with an active SOS that is not muted, still alert everyone.',
    ja: '同じルーターを使う人すべてが対象です。ログインしている人のSOSと、発信したSOSがミュートされずに発生中の端末からのSOSは、これまでどおり全員に届きます。',
  },
  'anonymousAlerts.muted': { en: 'Source {name} is muted', ja: '発信元 {name} をミュートしました' },
  'anonymousAlerts.unmute': { en: 'Unmute', ja: 'ミュートを解除' },
  'anonymousAlerts.unmuteOf': { en: 'Unmute: source {name}', ja: 'ミュートを解除：発信元 {name}' },
  'anonymousAlerts.unmuted': { en: 'Source {name} is not muted any more', ja: '発信元 {name} のミュートを解除しました' },

  'anonymousAlerts.byTime': { en: 'By time', ja: '時間で選ぶ' },
  'anonymousAlerts.byTimeNote': {
    en: 'Active anonymous alerts of all sources that were raised in this time.',
    ja: 'この間に発信された、すべての発信元の発生中の匿名アラートが対象です。',
  },
  'anonymousAlerts.from': { en: 'From', ja: '開始日時' },
  'anonymousAlerts.to': { en: 'To', ja: '終了日時' },
  'anonymousAlerts.toHint': { en: 'Empty: until now', ja: '空欄の場合は現在まで' },
  'anonymousAlerts.next': { en: 'Next', ja: '次へ' },

  'anonymousAlerts.resolveAll': { en: 'Resolve all', ja: 'まとめて解決' },
  'anonymousAlerts.resolveAllOf': { en: 'Resolve all: source {name}', ja: 'まとめて解決：発信元 {name}' },
  'anonymousAlerts.counting': { en: 'Counting active alerts', ja: '発生中のアラートを数えています' },
  'anonymousAlerts.countFailed': { en: 'The alerts could not be counted', ja: 'アラートを数えられませんでした' },
  'anonymousAlerts.none': { en: 'No active anonymous alerts', ja: '発生中の匿名アラートはありません' },
  'anonymousAlerts.count': {
    en: { one: '1 active anonymous alert', other: '{count} active anonymous alerts' },
    ja: '発生中の匿名アラート {count}件',
  },
  'anonymousAlerts.action': { en: 'What to do', ja: '処理' },
  'anonymousAlerts.resolve': { en: 'Resolve', ja: '解決する' },
  'anonymousAlerts.resolveNote': {
    en: 'They stay in the lists of everyone they reached, as resolved.',
    ja: '届いた人の一覧には、解決済みとして残ります。',
  },
  'anonymousAlerts.dismiss': { en: 'Dismiss as false alarms', ja: '誤報として処理する' },
  'anonymousAlerts.dismissNote': {
    en: 'They are also removed from the lists of all users. Only administrators find them, under Muted alerts.',
    ja: '解決済みにしたうえで、全員の一覧から消します。管理者だけが「ミュート中のアラート」で確認できます。',
  },
  'anonymousAlerts.stops': {
    en: 'The alarms stop on all devices. Alerts of people who are signed in do not change. Make sure that no one needs help.',
    ja: 'すべての端末でアラームが止まります。ログインしている人のアラートは変わりません。助けが必要な人がいないことを確認してください。',
  },
  'anonymousAlerts.resolved': {
    en: { one: '1 alert resolved', other: '{count} alerts resolved' },
    ja: '{count}件のアラートを解決しました',
  },
  'anonymousAlerts.dismissed': {
    en: { one: '1 alert dismissed', other: '{count} alerts dismissed' },
    ja: '{count}件のアラートを誤報として処理しました',
  },

  'anonymousAlerts.mutedAlerts': { en: 'Muted alerts', ja: 'ミュート中のアラート' },
  'anonymousAlerts.mutedNote': {
    en: 'Alerts of muted sources, and dismissed alerts. Only administrators receive and find them.',
    ja: 'ミュート中の発信元からのアラートと、誤報として処理したアラートです。届くのも、確認できるのも管理者だけです。',
  },
  'anonymousAlerts.noMuted': { en: 'No muted alerts', ja: 'ミュート中のアラートはありません' },
  'anonymousAlerts.mutedFailed': { en: 'Couldn’t load the muted alerts', ja: 'ミュート中のアラートを読み込めませんでした' },
  'anonymousAlerts.release': { en: 'Alert everyone', ja: '全員に知らせる' },
  'anonymousAlerts.releaseOf': { en: 'Alert everyone: {name}', ja: '全員に知らせる：{name}' },
  'anonymousAlerts.releaseTitle': { en: 'Alert everyone now?', ja: '今すぐ全員に知らせますか？' },
  'anonymousAlerts.releaseNote': {
    en: 'The alert becomes active and alerts everyone who receives an anonymous SOS.',
    ja: 'アラートが発生中になり、匿名のSOSが届く人すべてに知らされます。',
  },
  'anonymousAlerts.released': {
    en: { one: '1 person was alerted', other: '{count} people were alerted' },
    ja: '{count}人に知らせました',
  },
})
