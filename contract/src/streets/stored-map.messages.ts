import { defineMessages } from '../i18n.ts'

/** Texts of /ready about the map that a device stores. */
export const storedMapMessages = defineMessages({
  'storedMap.title': { en: 'Map on this device', ja: 'この端末の地図' },
  'storedMap.impossible': {
    en: 'This browser cannot store the map. It is read from the server.',
    ja: 'このブラウザーには地図を保存できません。地図はサーバーから読み込みます。',
  },
  'storedMap.off': {
    en: 'The map is not stored, so it needs the server.',
    ja: '地図を保存していないため、表示にはサーバーとの接続が必要です。',
  },
  'storedMap.stored': { en: 'The map works without the server.', ja: 'サーバーにつながらなくても地図を表示できます。' },
  'storedMap.storing': {
    en: 'The map is being stored. This continues when the page is open again.',
    ja: '地図を保存中です。途中で閉じても、次に開いたときに続きから保存します。',
  },
  'storedMap.waiting': {
    en: 'The map is stored as soon as the page is idle and the server can be reached.',
    ja: 'サーバーにつながり、ページの操作が落ち着くと、地図を保存します。',
  },
  'storedMap.noRoom': {
    en: 'This device has too little free space for the map.',
    ja: 'この端末の空き容量が足りないため、地図を保存できません。',
  },
  'storedMap.world': { en: 'World map', ja: '世界地図' },
  'storedMap.streets': { en: 'Street map', ja: '道路地図' },
  'storedMap.isStored': { en: '{size}, stored', ja: '{size}、保存済み' },
  'storedMap.part': { en: '{done} of {size}', ja: '{size}中{done}' },
  'storedMap.notStored': { en: '{size}, not stored', ja: '{size}、未保存' },
  'storedMap.free': { en: 'Free space for this page', ja: 'このページで使える空き容量' },
  'storedMap.limit': { en: 'Store street maps', ja: '道路地図の保存' },
  'storedMap.limit.world': { en: 'Never, only the world map', ja: '保存しない（世界地図のみ）' },
  'storedMap.limit.size': { en: 'Up to {size}', ja: '{size}まで' },
  'storedMap.limit.any': { en: 'Of any size', ja: '容量の制限なし' },
  'storedMap.tooLarge': {
    en: 'The street map of this server is larger than your limit. Choose a higher limit to store it.',
    ja: 'このサーバーの道路地図は上限より大きいため、保存していません。保存するには上限を上げてください。',
  },
  'storedMap.store': { en: 'Store the map', ja: '地図を保存' },
  'storedMap.update': { en: 'Check for a new map', ja: '新しい地図を確認' },
  'storedMap.remove': { en: 'Delete', ja: '削除' },
})
