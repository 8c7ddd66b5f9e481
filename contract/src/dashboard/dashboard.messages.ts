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
  'audit.section.created': { en: 'Added a dashboard section', ja: 'セクションを追加しました' },
  'audit.section.changed': { en: 'Changed a dashboard section', ja: 'セクションを変更しました' },
  'audit.section.deleted': { en: 'Deleted a dashboard section', ja: 'セクションを削除しました' },
  'audit.section.ordered': { en: 'Changed the order of the dashboard sections', ja: 'セクションの並び順を変更しました' },
  'audit.link.created': { en: 'Added a dashboard link', ja: 'リンクを追加しました' },
  'audit.link.changed': { en: 'Changed a dashboard link', ja: 'リンクを変更しました' },
  'audit.link.deleted': { en: 'Deleted a dashboard link', ja: 'リンクを削除しました' },
  'audit.link.ordered': { en: 'Changed the order of the links of a section', ja: 'リンクの並び順を変更しました' },
  'dashboard.imageRequired': { en: 'Choose an image', ja: '画像を選んでください' },
})
