import { defineMessages } from '../i18n.ts'

/** Texts of the exchange with other systems in the administration. */
export const exchangeMessages = defineMessages({
  'exchange.title': { en: 'Other systems', ja: '他システムとの連携' },
  'admin.area.exchange': { en: 'Alerts out, official notices in', ja: 'アラートの提供、公式情報の受信' },
  'exchange.alertsOut': { en: 'Alerts for other systems', ja: '他のシステムへのアラート提供' },
  'exchange.alertsOutNote': {
    en: 'Off until you add a feed. Another system reads it at a secret address, as CAP 1.2 or GeoJSON. Only what the feed names leaves this server.',
    ja: 'フィードを追加するまで、何も提供されません。他のシステムは秘密のアドレスからCAP 1.2またはGeoJSONで読み取ります。このサーバーの外に出るのは、フィードに示した内容だけです。',
  },
  'exchange.noFeeds': { en: 'No alerts leave this server', ja: 'アラートは外部に提供されていません' },
  'exchange.loadFailed': { en: 'Couldn’t load the feeds', ja: 'フィードを読み込めませんでした' },
  'exchange.createFeed': { en: 'New feed', ja: 'フィードを追加' },
  'exchange.addFeed': { en: 'Add', ja: '追加する' },
  'exchange.nameHint': { en: 'For example “Fire department”', ja: '例：「消防本部」' },
  'exchange.nameRequired': { en: 'Please enter a name', ja: '名称を入力してください' },
  'exchange.recipient': { en: 'Who reads it', ja: '提供先' },
  'exchange.recipientHint': {
    en: 'The organisation and its system. It is in each message.',
    ja: '組織とシステムの名称です。各メッセージに記載されます。',
  },
  'exchange.recipientRequired': { en: 'Enter who reads the feed', ja: '提供先を入力してください' },
  'exchange.recipientQuotes': { en: 'Quotation marks (") are not possible here', ja: '引用符（"）は使えません' },
  'exchange.leaves': { en: 'What leaves the server', ja: '提供する内容' },
  'exchange.always': {
    en: 'Always: time, kind, severity and state of each alert that reaches an alert group.',
    ja: '常に含まれるもの：アラートグループに届いた各アラートの時刻、種類、重要度、対応状況。',
  },
  'exchange.basics': { en: 'Time, kind, severity, state', ja: '時刻・種類・重要度・対応状況' },
  'exchange.names': { en: 'Names of raisers', ja: '発信者の氏名' },
  'exchange.namesHint': { en: 'Anonymous raisers have none.', ja: '匿名の発信者の氏名は含まれません。' },
  'exchange.texts': { en: 'Texts of raisers', ja: '発信者の文章' },
  'exchange.locations': { en: 'Locations of alerts', ja: 'アラートの位置' },
  'exchange.drills': { en: 'Drills, marked as exercise', ja: '訓練（訓練と明示）' },
  'exchange.isTest': { en: 'Mark all messages as a test', ja: 'すべてのメッセージを試験として示す' },
  'exchange.isTestHint': {
    en: 'For the time in which the connection is set up.',
    ja: '接続を設定している間に使います。',
  },
  'exchange.test': { en: 'Test', ja: '試験' },
  'exchange.lastRead': { en: 'Last read', ja: '最終読み取り' },
  'exchange.never': { en: 'Never', ja: 'なし' },
  'exchange.addressNote': {
    en: 'Give these addresses to {recipient} on a safe way. Anyone who has one can read the feed.',
    ja: 'このアドレスを安全な方法で「{recipient}」に渡してください。アドレスを知っている人は誰でもフィードを読めます。',
  },
  'exchange.addressOnce': { en: 'They are shown only this once.', ja: 'アドレスが表示されるのは今回だけです。' },
  'exchange.cap': { en: 'CAP 1.2 (Atom)', ja: 'CAP 1.2（Atom）' },
  'exchange.geojson': { en: 'GeoJSON', ja: 'GeoJSON' },
  'exchange.copyOf': { en: 'Copy the address of {name}', ja: '{name}のアドレスをコピー' },
  'exchange.revoke': { en: 'Revoke', ja: '無効にする' },
  'exchange.revokeOf': { en: 'Revoke the feed {name}', ja: 'フィード「{name}」を無効にする' },
  'exchange.revokeConfirm': { en: 'Revoke the feed {name}?', ja: 'フィード「{name}」を無効にしますか？' },
  'exchange.revokeNote': {
    en: 'The other system can no longer read it. What it has read stays there.',
    ja: '他のシステムは読み取れなくなります。すでに読み取った内容は相手側に残ります。',
  },
  'error.alertFeed.notFound': { en: 'This feed was not found', ja: 'フィードが見つかりません' },
  'error.alertFeed.tooMany': {
    en: 'There are {max} feeds. Revoke one first',
    ja: '追加できるフィードは{max}件までです。先に1件を無効にしてください',
  },
})
