import { defineMessages } from './i18n.ts'

/** Texts that all forms and pages use. */
export const commonMessages = defineMessages({
  'error.unauthorized': {
    en: 'Your session is over. Please sign in again',
    ja: 'ログインの有効期限が切れました。もう一度ログインしてください',
  },
  'common.invalidId': { en: 'This is not a valid id', ja: '無効なIDです' },
  'common.latitude': { en: 'The latitude must be between -90 and 90', ja: '緯度は-90から90の間で入力してください' },
  'common.longitude': { en: 'The longitude must be between -180 and 180', ja: '経度は-180から180の間で入力してください' },
  'common.noUserChosen': { en: 'Choose at least one person', ja: '1人以上選んでください' },
  'common.required': { en: 'This is required', ja: '必須項目です' },
  'common.unstorable': {
    en: 'This contains characters that cannot be saved',
    ja: '使用できない文字が含まれています',
  },
  'common.nameCharacters': {
    en: 'A name is one line, without invisible characters that change the order of letters',
    ja: '名前に改行や、文字の順序を変える見えない文字は使えません',
  },
  'common.nameLink': { en: 'A name must not contain a web address', ja: '名前にウェブアドレスは使えません' },
  'common.wrongType': { en: 'This has the wrong format', ja: '形式が正しくありません' },
  'common.tooLong': { en: 'At most {max} characters', ja: '{max}文字までです' },
  'common.justNow': { en: 'just now', ja: 'たった今' },
  'common.tooShort': { en: 'At least {min} characters', ja: '{min}文字以上にしてください' },
})
