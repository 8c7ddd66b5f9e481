import { defineMessages } from '../i18n.ts'

/** What home needs: the place in the navigation, its tile and its badge, and what may fail on any page. */
export const messagingFirstMessages = defineMessages({
  'messages.failed': { en: 'failed to send message', ja: 'メッセージを送信できませんでした' },
  'messages.title': { en: 'Messages', ja: 'メッセージ' },
  'messages.unreadCount': { en: '{count} unread', ja: '未読{count}件' },
  'messages.tileNote.none': { en: 'nothing unread', ja: '未読なし' },
})
