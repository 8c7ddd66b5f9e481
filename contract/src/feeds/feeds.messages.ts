import { defineMessages } from '../i18n.ts'

export const feedMessages = defineMessages({
  'feeds.nameRequired': { en: 'Please enter a name for the feed', ja: 'フィードの名前を入力してください' },
  'feeds.nameTooShort': {
    en: 'Feed name must have at least {min} characters',
    ja: 'フィードの名前は{min}文字以上にしてください',
  },
  'feeds.nameTooLong': {
    en: 'Feed name must not be longer than {max} characters',
    ja: 'フィードの名前は{max}文字以内にしてください',
  },
  'feeds.members.nobodyChosen': { en: 'Choose at least one person', ja: '1人以上選んでください' },
  'posts.tooLong': { en: 'A post can have at most {max} characters', ja: '投稿は{max}文字までです' },
  'posts.review.choose': { en: 'Choose to approve or to reject', ja: '承認するか却下するかを選んでください' },
})
