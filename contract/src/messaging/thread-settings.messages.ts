import { defineMessages } from '../i18n.ts'

/** Texts of the settings of a thread that a member has for themselves. */
export const threadSettingsMessages = defineMessages({
  'messages.mute': { en: 'Mute notifications', ja: '通知をオフにする' },
  'messages.muteFor': { en: 'Mute for a while', ja: 'しばらく通知をオフにする' },
  'messages.muteNote': {
    en: 'You are not notified of messages in this chat. SOS alerts and calls still notify you.',
    ja: 'この会話のメッセージを通知しません。SOSと通話は通知されます。',
  },
  'messages.mute.hour': { en: 'For 1 hour', ja: '1時間' },
  'messages.mute.morning': { en: 'Until 08:00 AM', ja: '午前8時まで' },
  'messages.mutedDone': {
    en: 'Notifications are off. SOS alerts and calls still notify you',
    ja: '通知をオフにしました。SOSと通話は通知されます',
  },
  'messages.unmute': { en: 'Turn notifications on', ja: '通知をオンにする' },
  'messages.unmuteUntil': { en: 'Off until {time}', ja: '{time}までオフ' },
  'messages.unmutedDone': { en: 'Notifications are on', ja: '通知をオンにしました' },
  'messages.muted': { en: 'Notifications off', ja: '通知オフ' },
  'messages.pin': { en: 'Pin to the top', ja: 'ピン留めする' },
  'messages.pinned': { en: 'Pinned', ja: 'ピン留め' },
  'messages.pinnedDone': { en: 'Pinned to the top', ja: 'ピン留めしました' },
  'messages.unpin': { en: 'Unpin', ja: 'ピン留めを外す' },
  'messages.unpinnedDone': { en: 'Unpinned', ja: 'ピン留めを外しました' },
  'messages.archive': { en: 'Archive', ja: 'アーカイブする' },
  'messages.archivedDone': {
    en: 'Archived. A new message brings it back',
    ja: 'アーカイブしました。新しいメッセージが届くと一覧に戻ります',
  },
  'messages.archivedMutedDone': {
    en: 'Archived. While notifications are off, new messages do not bring it back',
    ja: 'アーカイブしました。通知がオフの間は、新しいメッセージが届いても一覧に戻りません',
  },
  'messages.archived': { en: 'Archived ({count})', ja: 'アーカイブ（{count}）' },
  'messages.archiveBack': { en: 'Back to the list', ja: '一覧に戻る' },
  'messages.restore': { en: 'Move back to the list', ja: 'アーカイブから戻す' },
  'messages.restoredDone': { en: 'Moved back to the list', ja: '一覧に戻しました' },
  'messages.markUnread': { en: 'Mark as unread', ja: '未読にする' },
  'messages.markedUnread': { en: 'Marked as unread', ja: '未読の印' },
  'messages.markedUnreadDone': { en: 'Marked as unread', ja: '未読にしました' },
  'messages.markRead': { en: 'Mark as seen', ja: '既読にする' },
  'messages.markedReadDone': { en: 'Marked as seen', ja: '既読にしました' },
  'messages.hints': { en: 'Messages in the open app', ja: 'アプリを開いているときのメッセージ' },
  'messages.hintsNote': {
    en: 'A hint shows each new message while another screen is open.',
    ja: '別の画面を開いているときに届いたメッセージを、画面の上に表示します。',
  },
  'messages.hintSound': { en: 'Sound on this device', ja: 'この端末で音を鳴らす' },
  'messages.hintsHidden': { en: 'Notify me when the app is in the background', ja: '別のアプリを使っているときも通知する' },
})
