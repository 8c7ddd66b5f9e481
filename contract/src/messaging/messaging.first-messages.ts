import { defineMessages } from '../i18n.ts'

/** Texts of messages that all pages need: navigation, tile, badge, and commands, and errors of background sending. */
export const messagingFirstMessages = defineMessages({
  'messages.failed': { en: 'Failed to send message', ja: 'メッセージを送信できませんでした' },
  'messages.changeFailed': { en: 'The message was not changed', ja: 'メッセージを変更できませんでした' },
  'messages.title': { en: 'Messages', ja: 'メッセージ' },
  'messages.unreadCount': { en: '{count} unread', ja: '未読{count}件' },
  'messages.unknownError': { en: 'An unknown error occurred', ja: '不明なエラーが発生しました' },
  'messages.message': { en: 'Message', ja: 'メッセージを送る' },
  'messages.send': { en: 'Send', ja: '送信' },
  'speech.stop': { en: 'Stop reading', ja: '読み上げを止める' },
  'messages.readUnread': { en: 'Read unread messages aloud', ja: '未読メッセージを読み上げる' },
  'messages.noUnread': { en: 'No unread messages', ja: '未読のメッセージはありません' },
  'messages.tileNote.none': { en: 'Nothing unread', ja: '未読なし' },
})
