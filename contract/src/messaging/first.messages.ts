import { defineMessages } from '../i18n.ts'

/** Texts of messages that all pages need: navigation, tile, badge, and errors of background sending. */
export const messagingFirstMessages = defineMessages({
  'messages.failed': { en: 'Failed to send message', ja: 'メッセージを送信できませんでした' },
  'messages.title': { en: 'Messages', ja: 'メッセージ' },
  'messages.unreadCount': { en: '{count} unread', ja: '未読{count}件' },
  'messages.tileNote.none': { en: 'Nothing unread', ja: '未読なし' },
  'messages.logoutUnsent.one': {
    en: 'A message on this device has not been sent yet. If you sign out now, it will be lost.',
    ja: 'この端末にまだ送信されていないメッセージが1件あります。今ログアウトすると、失われます。',
  },
  'messages.logoutUnsent.other': {
    en: '{count} messages on this device have not been sent yet. If you sign out now, they will be lost.',
    ja: 'この端末にまだ送信されていないメッセージが{count}件あります。今ログアウトすると、失われます。',
  },
})
