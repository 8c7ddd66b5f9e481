import { defineMessages } from '../i18n.ts'

/** Specification, sections 2, 5 and 8: texts of pages, drafts and their review, quoted ones as quoted. */
export const pageMessages = defineMessages({
  'pages.titleRequired': { en: 'Please enter a title for the page', ja: 'ページのタイトルを入力してください' },
  'pages.titleTooShort': {
    en: 'The title must have at least {min} characters',
    ja: 'タイトルは{min}文字以上にしてください',
  },
  'pages.titleTooLong': {
    en: 'The title must not be longer than {max} characters',
    ja: 'タイトルは{max}文字以内にしてください',
  },
  'pages.contentInvalid': { en: 'This content cannot be kept on a page', ja: 'この内容はページに保存できません' },
  'pages.contentTooLarge': { en: 'The page is too long', ja: 'ページが長すぎます' },
  'pages.members.nobodyChosen': { en: 'Choose at least one person', ja: '1人以上選んでください' },
  'pages.review.choose': { en: 'Choose to approve or to reject', ja: '承認するか却下するかを選んでください' },
})
