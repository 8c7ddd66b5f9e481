import { defineMessages } from '../i18n.ts'

/** Texts of comments (specification, sections 2, 5 and 8). */
export const commentMessages = defineMessages({
  'comments.empty': { en: 'Write a comment first', ja: 'コメントを入力してください' },
  'comments.tooLong': { en: 'A comment can have at most {max} characters', ja: 'コメントは{max}文字までです' },

  'comments.title': { en: 'Comments', ja: 'コメント' },
  'comments.none': { en: 'No comments yet', ja: 'コメントはまだありません' },
  'comments.noneTip': { en: 'Write the first one.', ja: '最初のコメントを書いてみましょう。' },
  'comments.failed': { en: 'Couldn’t load the comments', ja: 'コメントを読み込めませんでした' },
  'comments.older': { en: 'Show earlier comments', ja: '以前のコメントを表示' },
  'comments.choose': { en: 'Choose a post', ja: '投稿を選んでください' },
  'comments.chooseTip': { en: 'Its comments open here.', ja: 'コメントがここに表示されます。' },
  'comments.write': { en: 'Write a comment', ja: 'コメントを書く' },
  'comments.send': { en: 'Send', ja: '送信' },
  'comments.login': { en: 'Please login to comment the post', ja: 'コメントするにはログインしてください' },
  'comments.toLogin': { en: 'Login', ja: 'ログイン' },
  'comments.addPicture': { en: 'Add a picture', ja: '写真を追加' },
  'comments.picture': { en: 'Picture from {name}', ja: '{name}さんの写真' },
  'comments.edit': { en: 'Edit comment', ja: 'コメントを編集' },
  'comments.edited': { en: 'Comment edited', ja: 'コメントを編集しました' },
  'comments.wasEdited': { en: 'Edited', ja: '編集済み' },
  'comments.delete': { en: 'Delete comment', ja: 'コメントを削除' },
  'comments.deleteConfirm': { en: 'Delete this comment?', ja: 'このコメントを削除しますか？' },
  'comments.deleted': { en: 'Comment deleted', ja: 'コメントを削除しました' },
  'comments.menu': { en: 'Menu for your comment', ja: 'コメントのメニュー' },
  'comments.text': { en: 'Comment', ja: 'コメント' },
  'comments.image': { en: 'Picture', ja: '写真' },
  'comments.notPicture': {
    en: '{name} is not a picture. A comment can have one picture.',
    ja: '{name}は写真ではありません。コメントには写真を1枚だけ付けられます。',
  },
  'comments.onePicture': { en: 'A comment can have one picture', ja: 'コメントに付けられる写真は1枚です' },
  'comments.pictureNeedsText': { en: 'Write some text to send with the picture', ja: '写真に添える文章を入力してください' },
  'comments.imageChoose': { en: 'Choose a picture', ja: '写真を選択' },
  'comments.imageReplace': { en: 'Choose another', ja: '別の写真を選択' },
  'comments.imageRemove': { en: 'Remove the picture', ja: '写真を外す' },
})
