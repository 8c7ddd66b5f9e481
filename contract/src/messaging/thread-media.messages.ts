import { defineMessages } from '../i18n.ts'

/** The texts of the pictures, files and links of a thread. */
export const threadMediaMessages = defineMessages({
  'messages.media': { en: 'Pictures and files', ja: '写真とファイル' },
  'messages.media.tabs': { en: 'Kind', ja: '種類' },
  'messages.media.picture': { en: 'Pictures and videos', ja: '写真・動画' },
  'messages.media.file': { en: 'Files', ja: 'ファイル' },
  'messages.media.link': { en: 'Links', ja: 'リンク' },
  'messages.media.nonePicture': { en: 'No pictures or videos yet', ja: '写真と動画はまだありません' },
  'messages.media.noneFile': { en: 'No files yet', ja: 'ファイルはまだありません' },
  'messages.media.noneLink': { en: 'No links yet', ja: 'リンクはまだありません' },
  'messages.media.failed': { en: 'Couldn’t load the pictures and files', ja: '写真とファイルを読み込めませんでした' },
  'messages.media.more': { en: 'Load more', ja: 'もっと見る' },
  'messages.media.video': { en: 'Video from {name}, {date}', ja: '{name}さんの動画、{date}' },
  'messages.media.photo': { en: 'Picture from {name}, {date}', ja: '{name}さんの写真、{date}' },
  'messages.media.inChat': { en: 'Show in chat', ja: '会話で表示' },
  'messages.media.inChatOf': { en: 'Show {name} in the chat', ja: '{name}を会話で表示' },
})
