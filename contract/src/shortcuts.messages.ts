import { defineMessages } from './i18n.ts'

/** Texts of the list of shortcuts, and of the list of chats that a shortcut opens. */
export const shortcutMessages = defineMessages({
  'shortcuts.chatName': { en: 'Name of a person or group', ja: '人またはグループの名前' },
  'shortcuts.noChat': { en: 'No chat with this name', ja: 'この名前の会話はありません' },
  'shortcuts.send': { en: 'Send the message', ja: 'メッセージを送信' },
  'shortcuts.newLine': { en: 'Begin a new line', ja: '改行' },
  'shortcuts.leave': { en: 'Close the dialog, the search or the chat', ja: 'ダイアログ・検索・会話を閉じる' },
  'shortcuts.notices': { en: 'Go to a notice', ja: '通知へ移動' },
  'shortcuts.singleKeys': { en: 'Shortcuts of a single key', ja: '1つのキーのショートカット' },
  'shortcuts.singleKeysNote': {
    en: 'Turn them off if you dictate to this device.',
    ja: 'この端末で音声入力を使うときは、オフにしてください。',
  },
})
