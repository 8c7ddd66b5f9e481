import { defineMessages } from '../i18n.ts'

/** Texts of the password, the email and the two-step sign-in of the own account. */
export const secondFactorMessages = defineMessages({
  'account.security': { en: 'Sign-in', ja: 'ログイン情報' },
  'account.currentPassword': { en: 'Current password', ja: '現在のパスワード' },
  'account.newPassword': { en: 'New password', ja: '新しいパスワード' },
  'account.confirmPassword': { en: 'Confirm new password', ja: '新しいパスワード（確認）' },
  'account.changePassword': { en: 'Change password', ja: 'パスワードを変更' },
  'account.changePasswordNote': {
    en: 'You stay signed in here and are signed out on all other devices.',
    ja: 'この端末はログインしたまま、ほかの端末はすべてログアウトされます。',
  },
  'account.passwordChanged': { en: 'Password changed', ja: 'パスワードを変更しました' },
  'account.changeEmail': { en: 'Change email', ja: 'メールアドレスを変更' },
  'account.newEmail': { en: 'New email', ja: '新しいメールアドレス' },
  'account.emailChanged': { en: 'Email changed', ja: 'メールアドレスを変更しました' },
  'account.emailSent': {
    en: 'We sent a link to {email}. Open it within {minutes} minutes to confirm the new email.',
    ja: '{email} に確認用のリンクを送信しました。{minutes}分以内に開いて、変更を確定してください。',
  },
  'account.confirmEmail': { en: 'Confirm your new email', ja: '新しいメールアドレスの確認' },
  'account.confirmEmailNote': {
    en: 'Your account will use the email address to which this link was sent.',
    ja: 'このリンクを受け取ったメールアドレスに変更します。',
  },
  'account.confirmEmailSubmit': { en: 'Confirm email', ja: '変更を確定' },
  'account.confirmMailSubject': { en: '{unit}: confirm your new email', ja: '{unit}：新しいメールアドレスの確認' },
  'account.confirmMailText': {
    en: 'Hello {name},\n\nyou asked to use this email address for your account on {unit}. Open this link to confirm it:\n\n{link}\n\nIt works once, within {minutes} minutes. If you did not request it, you can ignore this email.\n',
    ja: '{name}さん\n\n{unit} のアカウントのメールアドレスを、このアドレスに変更する申請を受け付けました。次のリンクを開いて確定してください。\n\n{link}\n\nリンクは{minutes}分以内に1回だけ使えます。お心当たりがない場合は、何もする必要はありません。\n',
  },
  'account.takenMailSubject': { en: '{unit}: this email is already in use', ja: '{unit}：このメールアドレスは登録済みです' },
  'account.takenMailText': {
    en: 'Hello,\n\nsomeone asked to use this email address for another account on {unit}. It already belongs to your account, so nothing was changed.\n',
    ja: 'こんにちは。\n\n{unit} の別のアカウントで、このメールアドレスを使う申請がありました。すでにあなたのアカウントに登録されているため、何も変更されていません。\n',
  },
  'account.changedMailSubject': { en: '{unit}: your email was changed', ja: '{unit}：メールアドレスが変更されました' },
  'account.changedMailText': {
    en: 'Hello {name},\n\nthe email address of your account on {unit} was changed. This address no longer works for signing in. If this was not you, contact an administrator of {unit} now.\n',
    ja: '{name}さん\n\n{unit} のアカウントのメールアドレスが変更されました。このアドレスではログインできなくなります。お心当たりがない場合は、すぐに {unit} の管理者に連絡してください。\n',
  },
  'secondFactor.title': { en: 'Two-step sign-in', ja: '2段階認証' },
  'secondFactor.why': {
    en: 'Signing in then also needs a code from an app on your phone, so that a stolen password is not enough.',
    ja: 'ログイン時に、スマートフォンの認証アプリのコードも必要になります。パスワードが盗まれてもログインされません。',
  },
  'secondFactor.on': { en: 'On', ja: '有効' },
  'secondFactor.off': { en: 'Off', ja: '無効' },
  'secondFactor.codesLeft': { en: 'Recovery codes left: {count}', ja: '残りの回復コード：{count}個' },
  'secondFactor.loadFailed': { en: 'The state of two-step sign-in did not load', ja: '2段階認証の状態を読み込めませんでした' },
  'secondFactor.setUp': { en: 'Set up', ja: '設定する' },
  'secondFactor.newCodes': { en: 'New recovery codes', ja: '回復コードを再作成' },
  'secondFactor.newCodesNote': {
    en: 'The earlier recovery codes stop working.',
    ja: 'これまでの回復コードは使えなくなります。',
  },
  'secondFactor.turnOff': { en: 'Turn off', ja: '無効にする' },
  'secondFactor.turnOffTitle': { en: 'Turn off two-step sign-in', ja: '2段階認証を無効にする' },
  'secondFactor.turnedOff': { en: 'Two-step sign-in is off', ja: '2段階認証を無効にしました' },
  'secondFactor.needed': {
    en: 'This unit requires two-step sign-in of administrators. Set it up to use your administrator rights.',
    ja: 'このユニットでは管理者に2段階認証が必要です。設定すると管理の操作ができるようになります。',
  },
  'secondFactor.neededNow': {
    en: 'This unit requires two-step sign-in of administrators. Until you set it up, only SOS and alerts are available.',
    ja: 'このユニットでは管理者に2段階認証が必要です。設定するまでは、SOSとアラートだけを使えます。',
  },
  'secondFactor.next': { en: 'Next', ja: '次へ' },
  'secondFactor.scan': {
    en: 'Scan this with an authenticator app, such as Google Authenticator or Aegis, or open it on this device.',
    ja: 'Google AuthenticatorやAegisなどの認証アプリで読み取るか、この端末のアプリで開いてください。',
  },
  'secondFactor.qr': { en: 'QR code for your authenticator app', ja: '認証アプリ用のQRコード' },
  'secondFactor.openApp': { en: 'Open in an app on this device', ja: 'この端末のアプリで開く' },
  'secondFactor.secret': { en: 'Key to type instead', ja: '手で入力する場合のキー' },
  'secondFactor.code': { en: 'Code from the app', ja: 'アプリに表示されたコード' },
  'secondFactor.turnOn': { en: 'Turn on', ja: '有効にする' },
  'secondFactor.codesTitle': { en: 'Your recovery codes', ja: '回復コード' },
  'secondFactor.codesNote': {
    en: 'Write these down and keep them in a safe place. Each signs you in once if you lose the app. They are shown only now.',
    ja: '書き留めて安全な場所に保管してください。認証アプリが使えないとき、1つにつき1回ログインできます。表示されるのは今回だけです。',
  },
  'secondFactor.copyCodes': { en: 'Copy codes', ja: 'コードをコピー' },
  'secondFactor.copied': { en: 'Codes copied', ja: 'コードをコピーしました' },
  'secondFactor.kept': { en: 'I have kept them', ja: '保管しました' },
  'secondFactor.codeRequired': { en: 'Please enter a code', ja: 'コードを入力してください' },
  'secondFactor.loginCode': { en: 'Code', ja: 'コード' },
  'secondFactor.loginNote': {
    en: 'Enter the code from your authenticator app, or one of your recovery codes.',
    ja: '認証アプリのコードか、回復コードを入力してください。',
  },
  'secondFactor.back': { en: 'Back', ja: '戻る' },
})
