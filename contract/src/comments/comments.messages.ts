import { defineMessages } from '../i18n.ts'

export const commentMessages = defineMessages({
  'comments.empty': { en: 'Write a comment first', ja: 'コメントを入力してください' },
  'comments.tooLong': { en: 'A comment can have at most {max} characters', ja: 'コメントは{max}文字までです' },
})
