import { defineMessages } from '../i18n.ts'

/** Texts of the search in a thread. */
export const messageFindMessages = defineMessages({
  'messages.find': { en: 'Search in this chat', ja: 'この会話を検索' },
  'messages.find.position': { en: '{position} of {count}', ja: '{count}件中{position}件目' },
  'messages.find.none': { en: 'No messages found', ja: '該当するメッセージがありません' },
  'messages.find.earlier': { en: 'Earlier result', ja: '前の結果' },
  'messages.find.later': { en: 'Later result', ja: '次の結果' },
  'messages.find.filters': { en: 'Filters and date', ja: '絞り込みと日付' },
  'messages.find.person': { en: 'Person', ja: '送信者' },
  'messages.find.anyone': { en: 'Anyone', ja: '全員' },
  'messages.find.media': { en: 'Kind', ja: '種類' },
  'messages.find.anyMedia': { en: 'All kinds', ja: 'すべて' },
  'messages.find.picture': { en: 'Pictures', ja: '写真' },
  'messages.find.video': { en: 'Videos', ja: '動画' },
  'messages.find.voice': { en: 'Voice messages', ja: '音声メッセージ' },
  'messages.find.file': { en: 'Files', ja: 'ファイル' },
  'messages.find.link': { en: 'Links', ja: 'リンク' },
  'messages.find.from': { en: 'From', ja: '開始日' },
  'messages.find.to': { en: 'To', ja: '終了日' },
  'messages.find.clear': { en: 'Clear the filters', ja: '絞り込みを解除' },
  'messages.find.day': { en: 'Go to a date', ja: '日付へ移動' },
  'messages.find.go': { en: 'Go', ja: '移動' },
  'messages.find.noneSince': { en: 'No messages on or after this date', ja: 'この日以降のメッセージはありません' },
})
