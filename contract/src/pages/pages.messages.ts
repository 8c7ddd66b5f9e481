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

  'pages.unreadable': { en: 'This content cannot be shown', ja: 'この内容を表示できません' },
  'pages.unreadableNote': {
    en: 'It was stored in a form that this version does not know. Please tell an administrator.',
    ja: 'この版では読めない形式で保存されています。管理者に連絡してください。',
  },
  'pages.table': { en: 'Table', ja: '表' },
  'pages.picture': { en: 'Picture', ja: '画像' },
  'pages.video': { en: 'Video', ja: '動画' },
  'pages.embedOf': { en: 'Content of {host}', ja: '{host}のコンテンツ' },
  'pages.embedShow': { en: 'Show', ja: '表示する' },
  'pages.embedNote': {
    en: 'Only then does {host} learn that you are here.',
    ja: '表示すると、{host}に接続します。',
  },
})
