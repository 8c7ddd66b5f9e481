import { defineMessages } from './i18n.ts'

/** Texts of unsent content: its state on each screen, the list of refused entries, and the question of sign-out. */
export const outboxMessages = defineMessages({
  'outbox.sending': { en: 'Sending', ja: '送信中' },
  'outbox.waiting': { en: 'Waiting to be sent', ja: '送信待ち' },
  'outbox.waitingNote': {
    en: 'It is stored on this device and is sent when the server can be reached.',
    ja: 'この端末に保存しました。サーバーに接続すると送信されます。',
  },
  'outbox.notSent': { en: 'Not sent', ja: '未送信' },
  'outbox.tryAgain': { en: 'Try again', ja: 'もう一度送る' },
  'outbox.edit': { en: 'Edit', ja: '編集' },
  'outbox.deleteQuestion': { en: 'Delete it?', ja: '削除しますか？' },
  'outbox.deleteNote': {
    en: 'It has not been sent. You cannot undo this.',
    ja: 'まだ送信されていません。削除すると元に戻せません。',
  },
  'outbox.old': {
    en: 'It is older than a week and may have arrived before. If you try again, it may be there twice.',
    ja: '1週間以上前のもので、すでに届いている可能性があります。もう一度送ると、二重になることがあります。',
  },
  'outbox.noText': { en: 'Without text', ja: '本文なし' },
  'outbox.refused': {
    en: {
      one: 'The server did not accept an item that you sent.',
      other: 'The server did not accept {count} items that you sent.',
    },
    ja: '送信したもののうち{count}件が受け付けられませんでした。',
  },
  'outbox.show': { en: 'Show', ja: '表示する' },
  'outbox.none': { en: 'No refused items', ja: '受け付けられなかったものはありません' },
  'outbox.listNote': {
    en: 'Copy what you still need before you delete it.',
    ja: '必要な内容は、削除する前に控えてください。',
  },
  'outbox.kind.message': { en: 'Message', ja: 'メッセージ' },
  'outbox.kind.messageChange': { en: 'Change of a message', ja: 'メッセージの変更' },
  'outbox.kind.forward': { en: 'Forwarded message', ja: '転送したメッセージ' },
  'outbox.kind.vote': { en: 'Vote: {options}', ja: '投票: {options}' },
  'outbox.kind.editedMessage': { en: 'Edited message', ja: '編集したメッセージ' },
  'outbox.kind.comment': { en: 'Comment', ja: 'コメント' },
  'outbox.kind.post': { en: 'Post', ja: '投稿' },
  'outbox.kind.draft': { en: 'Draft of a page', ja: 'ページの下書き' },
  'outbox.kind.answer': { en: 'Answer to an alert', ja: 'アラートへの回答' },

  // The outcome of entries that the outbox sends while another screen is open.
  'posts.emptyContent': { en: 'Empty content', ja: '内容がありません' },
  'posts.added': { en: 'New post added', ja: '投稿しました' },
  'posts.addedWaits': {
    en: 'Post submitted. It awaits approval.',
    ja: '投稿を受け付けました。承認されると表示されます。',
  },
  'posts.addFailed': { en: 'Failed to create post', ja: '投稿できませんでした' },
  'comments.added': { en: 'Comment added', ja: 'コメントしました' },
  'comments.notAdded': { en: 'The comment was not sent', ja: 'コメントを送信できませんでした' },
  'drafts.submitted': {
    en: 'Your review submitted, wait for admin review',
    ja: '審査に出しました。管理担当の審査をお待ちください',
  },
  'drafts.submitFailed': {
    en: 'Error submitting your review, please try again',
    ja: '審査に出せませんでした。もう一度お試しください',
  },

  'outbox.logout': {
    en: {
      one: 'An item on this device has not been sent yet. If you sign out now, it will be lost.',
      other: '{count} items on this device have not been sent yet. If you sign out now, they will be lost.',
    },
    ja: 'この端末にまだ送信されていないものが{count}件あります。今ログアウトすると、失われます。',
  },
})
