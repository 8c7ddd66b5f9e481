import { defineMessages } from '../i18n.ts'

export const anonymousDataMessages = defineMessages({
  'anonymousData.title': { en: 'Anonymous data', ja: '匿名データ' },
  'anonymousData.note': {
    en: 'Text and files that people who are not signed in store with an SOS.',
    ja: 'ログインしていない人がSOSで送った文章とファイルの量です。',
  },
  'anonymousData.usage': { en: 'Storage used', ja: '使用量' },
  'anonymousData.used': { en: '{used} MB of {max} MB', ja: '{max} MB中{used} MB' },
  'anonymousData.files': { en: 'Files', ja: 'ファイル' },
  'anonymousData.text': { en: 'Text', ja: '文章' },
  'anonymousData.perAddress': { en: 'Limit for one network address in a day', ja: '1つのIPアドレスの1日の上限' },
  'anonymousData.spare': { en: 'Free disk space for files', ja: 'ファイル用の空き容量' },
  'anonymousData.mb': { en: '{count} MB', ja: '{count} MB' },
  'anonymousData.full': {
    en: 'The limit is reached. Each SOS still goes through, with up to {max} characters and one photo. Delete alerts that are not needed.',
    ja: '上限に達しました。SOSは届きますが、文章は{max}文字まで、写真は1枚だけです。不要なアラートを削除してください。',
  },
  'anonymousData.alerts': { en: 'Largest alerts', ja: '容量の大きいアラート' },
  'anonymousData.alert': { en: 'Alert', ja: 'アラート' },
  'anonymousData.raisedBy': { en: 'Raised by', ja: '発信者' },
  'anonymousData.anonymous': { en: 'Anonymous', ja: '匿名' },
  'anonymousData.raisedAt': { en: 'Raised', ja: '発信日時' },
  'anonymousData.size': { en: 'Size', ja: '容量' },
  'anonymousData.noText': { en: 'SOS without text', ja: '文章のないSOS' },
  'anonymousData.active': { en: 'Active', ja: '発生中' },
  'anonymousData.resolved': { en: 'Resolved', ja: '解決済み' },
  'anonymousData.empty': { en: 'No alerts yet', ja: 'アラートはまだありません' },
  'anonymousData.loadFailed': { en: 'Couldn’t load the usage', ja: '使用量を読み込めませんでした' },
  'anonymousData.deleteTitle': { en: 'Delete this alert?', ja: 'このアラートを削除しますか？' },
  'anonymousData.deleteNote': {
    en: 'The alert, its chat and its files are deleted for everyone. This cannot be undone.',
    ja: 'アラート、会話、ファイルが全員の画面から削除されます。元に戻せません。',
  },
  'anonymousData.deleteActive': {
    en: 'This alert is still active. Make sure that no one needs help.',
    ja: 'このアラートはまだ発生中です。助けが必要な人がいないことを確認してください。',
  },
  'anonymousData.delete': { en: 'Delete alert', ja: 'アラートを削除' },
})
