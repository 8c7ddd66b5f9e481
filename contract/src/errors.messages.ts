import { defineMessages } from './i18n.ts'

export const errorMessages = defineMessages({
  'error.invalid': { en: 'Please check what you entered', ja: '入力内容を確認してください' },
  'error.unauthorized': {
    en: 'Your session is over. Please login again',
    ja: 'ログインの有効期限が切れました。もう一度ログインしてください',
  },
  'error.forbidden': { en: 'You are not allowed to do this', ja: 'この操作は許可されていません' },
  'error.notFound': { en: 'This was not found', ja: '見つかりませんでした' },
  'error.conflict': { en: 'This was already sent with other content', ja: '同じ番号で別の内容がすでに送信されています' },
  'error.file.tooLarge': { en: 'File size should be less than {max} MB', ja: 'ファイルは{max} MB未満にしてください' },
  'error.file.tooMany': { en: 'At most {max} files can be sent at once', ja: '一度に送れるファイルは{max}個までです' },
  'error.file.missing': { en: 'Choose at least one file', ja: 'ファイルを1つ以上選んでください' },
  'error.file.empty': { en: 'The file is empty', ja: 'ファイルが空です' },
  'error.file.noRoom': {
    en: 'The unit has no room for more files. Words and an SOS still go through',
    ja: 'ユニットにファイルを保存する空きがありません。文字とSOSは送れます',
  },
  'error.bodyTooLarge': { en: 'What was sent is too large', ja: '送信内容が大きすぎます' },
  'error.unsupported': { en: 'This kind of content is not taken here', ja: 'この形式の内容は受け付けていません' },
  'error.tooManyRequests': { en: 'Too many tries. Please wait a little', ja: '回数が多すぎます。しばらくお待ちください' },
  'error.internal': { en: 'Please contact the administrator', ja: '管理者に連絡してください' },
  'error.unavailable': {
    en: 'The unit is starting again. Please try in a moment',
    ja: 'ユニットが再起動中です。少し待ってからお試しください',
  },
  'error.auth.wrongCredentials': { en: 'Email or password is not right', ja: 'メールアドレスかパスワードが違います' },
  'error.auth.deactivated': {
    en: 'This account was deactivated by an administrator',
    ja: 'このアカウントは管理者によって無効にされています',
  },
  'error.auth.emailTaken': { en: 'This email address already has an account', ja: 'このメールアドレスはすでに登録されています' },
  'error.auth.registrationClosed': {
    en: 'Registration is closed on this unit',
    ja: 'このユニットでは新規登録を受け付けていません',
  },
  'error.auth.setupCode': { en: 'This set-up link is not valid any more', ja: 'この設定用リンクは無効です' },
  'error.alert.notFound': { en: 'This alert was not found', ja: 'アラートが見つかりません' },
  'error.alert.alreadyResolved': { en: 'This alert is already resolved', ja: 'このアラートはすでに解決済みです' },
  'error.alert.notResolved': { en: 'This alert is not resolved', ja: 'このアラートは解決されていません' },
  'error.alert.tooLateToReopen': {
    en: 'An alert can be reopened within {hours} hours of its resolution',
    ja: '再開できるのは解決から{hours}時間以内です',
  },
  'common.invalidId': { en: 'This is not a valid id', ja: '無効なIDです' },
  'common.latitude': { en: 'A latitude lies between -90 and 90', ja: '緯度は-90から90の間です' },
  'common.longitude': { en: 'A longitude lies between -180 and 180', ja: '経度は-180から180の間です' },
  'common.required': { en: 'This is required', ja: '必須項目です' },
  'common.unstorable': {
    en: 'This has characters that cannot be kept',
    ja: '使用できない文字が含まれています',
  },
  'common.wrongType': { en: 'This is not of the expected kind', ja: '形式が正しくありません' },
  'common.tooLong': { en: 'At most {max} characters', ja: '{max}文字までです' },
  'common.tooShort': { en: 'At least {min} characters', ja: '{min}文字以上にしてください' },
})
