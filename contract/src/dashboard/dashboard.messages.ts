import { defineMessages } from '../i18n.ts'

export const dashboardMessages = defineMessages({
  'dashboard.sections': { en: 'Dashboard sections', ja: 'ホームのセクション' },
  'dashboard.type.textLink': { en: 'Text links', ja: '文字のリンク' },
  'dashboard.type.imageSlider': { en: 'Image slider', ja: '画像スライダー' },
  'dashboard.type.imageLink': { en: 'Image links', ja: '画像のリンク' },
  'dashboard.type.iconLink': { en: 'Icon links', ja: 'アイコンのリンク' },
  'dashboard.typeInvalid': { en: 'Choose how the links look', ja: 'リンクの表示形式を選んでください' },
  'dashboard.titleRequired': { en: 'Please enter a title', ja: 'タイトルを入力してください' },
  'dashboard.titleTooLong': { en: 'A title can have at most {max} characters', ja: 'タイトルは{max}文字までです' },
  'dashboard.positionTooSmall': { en: 'The position must be at least {min}', ja: '表示順は{min}以上にしてください' },
  'dashboard.linkTextRequired': { en: 'Please enter a link title', ja: 'リンクのタイトルを入力してください' },
  'dashboard.linkTextTooLong': {
    en: 'A link title can have at most {max} characters',
    ja: 'リンクのタイトルは{max}文字までです',
  },
  'dashboard.urlRequired': { en: 'Please enter URL', ja: 'URLを入力してください' },
  'dashboard.urlInvalid': {
    en: 'Please enter a valid URL: http://…, https://…, or a path of this app such as /alerts',
    ja: '有効なURLを入力してください。http://…、https://…、またはアプリ内のパス（例：/alerts）です',
  },
  'dashboard.urlOtherKind': {
    en: 'An external link begins with http:// or https://, a link inside the app with /',
    ja: '外部リンクは http:// か https://、アプリ内のリンクは / で始めてください',
  },
  'dashboard.endBeforeStart': { en: 'The end must be after the start', ja: '終了は開始より後にしてください' },
  'dashboard.iconInvalid': { en: 'Choose an icon', ja: 'アイコンを選んでください' },
  'dashboard.imageRequired': { en: 'Choose an image', ja: '画像を選んでください' },
})
