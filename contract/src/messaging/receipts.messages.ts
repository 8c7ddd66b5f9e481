import { defineMessages } from '../i18n.ts'

/** Texts of the info of a message, and of the setting of a group that hides who has read. */
export const receiptMessages = defineMessages({
  'messages.info': { en: 'Info', ja: '詳細' },
  'messages.infoTitle': { en: 'Message info', ja: 'メッセージの詳細' },
  'messages.infoFailed': { en: 'Couldn’t load the message info', ja: 'メッセージの詳細を読み込めませんでした' },
  'messages.infoSent': { en: 'Sent', ja: '送信' },
  'messages.infoRead': { en: 'Seen by {count} of {all}', ja: '既読 {count}/{all}人' },
  'messages.infoHeard': { en: 'Heard by {count} of {all}', ja: '聞いた人 {count}/{all}人' },
  'messages.infoDelivered': { en: 'Delivered to {count} of {all}', ja: '配信済み {count}/{all}人' },
  'messages.infoHidden': {
    en: 'This group does not show who has read this message.',
    ja: 'このグループでは、誰がこのメッセージを読んだかは表示されません。',
  },
  'messages.infoHeardHidden': {
    en: 'This group does not show who has heard this message.',
    ja: 'このグループでは、誰がこのメッセージを聞いたかは表示されません。',
  },
  'messages.infoBlocked': {
    en: 'This is not shown while one of you blocks the other.',
    ja: 'どちらかがブロックしている間は表示されません。',
  },
  'messages.group.hidesSeen': { en: 'Don’t show who has read messages', ja: '既読を表示しない' },
  'messages.group.seenHidden': {
    en: 'No one in this group sees who has read messages.',
    ja: 'このグループでは、誰がメッセージを読んだかは表示されません。',
  },
  'messages.group.hidesSeenNote': {
    en: 'No one in this group sees “Seen”. Messages sent until it is turned off never show who read them.',
    ja: 'このグループでは誰にも既読が表示されません。オフにするまでに送られたメッセージを誰が読んだかは、後からも表示されません。',
  },
})
