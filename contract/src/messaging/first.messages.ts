import { defineMessages } from '../i18n.ts'

/** Texts of messages that all pages need: navigation, tile, badge, and errors of background sending. */
export const messagingFirstMessages = defineMessages({
  'messages.failed': { en: 'Failed to send message', ja: 'メッセージを送信できませんでした' },
  'messages.title': { en: 'Messages', ja: 'メッセージ' },
  'messages.unreadCount': { en: '{count} unread', ja: '未読{count}件' },
  'messages.tileNote.none': { en: 'Nothing unread', ja: '未読なし' },
})
