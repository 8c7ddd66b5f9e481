import { defineMessages } from '../i18n.ts'

export const accountMessages = defineMessages({
  'accounts.login': { en: 'Login', ja: 'ログイン' },
  'accounts.register': { en: 'Register', ja: '新規登録' },
  'accounts.logout': { en: 'Logout', ja: 'ログアウト' },
  'accounts.logoutConfirm': { en: 'Are you sure you want to logout?', ja: 'ログアウトしますか？' },
  'accounts.logoutUnsent': {
    en: 'An SOS on this device has not been sent yet. If you logout now, it will be sent without your name.',
    ja: 'この端末にまだ送信されていないSOSがあります。今ログアウトすると、匿名で送信されます。',
  },
  'accounts.email': { en: 'Email', ja: 'メールアドレス' },
  'accounts.password': { en: 'Password', ja: 'パスワード' },
  'accounts.confirmPassword': { en: 'Confirm password', ja: 'パスワード（確認）' },
  'accounts.firstName': { en: 'First name', ja: '名' },
  'accounts.lastName': { en: 'Last name', ja: '姓' },
  'accounts.optional': { en: 'optional', ja: '任意' },
  'accounts.emailRequired': { en: 'Please enter your email', ja: 'メールアドレスを入力してください' },
  'accounts.emailInvalid': { en: 'Please enter a valid email', ja: '有効なメールアドレスを入力してください' },
  'accounts.passwordRequired': { en: 'Please enter your password', ja: 'パスワードを入力してください' },
  'accounts.passwordTooShort': {
    en: 'The password needs at least {min} characters',
    ja: 'パスワードは{min}文字以上にしてください',
  },
  'accounts.firstNameRequired': { en: 'Please enter your first name', ja: '名を入力してください' },
  'accounts.confirmRequired': { en: 'Please enter the password again', ja: 'パスワードをもう一度入力してください' },
  'accounts.passwordsDiffer': { en: 'The two passwords are not the same', ja: '2つのパスワードが一致しません' },
  'accounts.languageInvalid': { en: 'Choose English or Japanese', ja: '英語か日本語を選んでください' },
  'accounts.showPassword': { en: 'Show or hide the password', ja: 'パスワードの表示を切り替える' },
  'accounts.created': { en: 'You have successfully created an account', ja: 'アカウントを作成しました' },
  'accounts.languageFailed': { en: 'failed to update language', ja: '言語を変更できませんでした' },
  'accounts.newHere': { en: 'Create an account', ja: '新規登録' },
  'accounts.haveAccount': { en: 'I have an account', ja: 'アカウントをお持ちの方' },
  'accounts.setup': {
    en: 'You are setting up this unit: this account becomes its administrator.',
    ja: 'このユニットの初期設定です。このアカウントが管理者になります。',
  },
  'accounts.invited': {
    en: 'You were invited to this unit. Create your account here.',
    ja: 'このユニットに招待されています。アカウントを作成してください。',
  },
  'accounts.registrationClosed': {
    en: 'Registration is closed on this unit.',
    ja: 'このユニットでは新規登録を受け付けていません。',
  },
  'accounts.sharing': { en: 'Position sharing', ja: '位置情報の共有' },
  'accounts.sharingWhy': {
    en: 'The members of your alert groups see it on their map, with its age, for at most 24 hours.',
    ja: 'アラートグループのメンバーの地図に、最大24時間、経過時間と一緒に表示されます。',
  },
  'accounts.sharingInsecure': {
    en: 'On this connection (no https) the browser gives no position, so nothing is shared from this device.',
    ja: 'この接続（httpsなし）ではブラウザーが位置情報を取得できないため、この端末からは共有されません。',
  },
  'accounts.sharingSaved': { en: 'Position sharing updated', ja: '位置情報の共有を変更しました' },
  'accounts.sharingAlways': { en: 'Always', ja: '常に' },
  'accounts.sharingEmergency': { en: 'Only during an SOS', ja: 'SOSの間だけ' },
  'accounts.sharingNever': { en: 'Never', ja: '見せない' },
})
