import { defineMessages } from '../i18n.ts'

export const accountMessages = defineMessages({
  'accounts.login': { en: 'Login', ja: 'ログイン' },
  'accounts.register': { en: 'Create account', ja: '新規登録' },
  'accounts.logout': { en: 'Logout', ja: 'ログアウト' },
  'accounts.logoutConfirm': { en: 'Are you sure you want to logout?', ja: 'ログアウトしますか？' },
  'accounts.logoutUnsent': {
    en: 'An SOS on this device has not been sent yet. If you sign out now, it will be sent without your name.',
    ja: 'この端末にまだ送信されていないSOSがあります。今ログアウトすると、匿名で送信されます。',
  },
  'accounts.logoutDrafts': {
    en: 'Unsent texts on this device will be lost.',
    ja: 'この端末で書きかけた未送信の文章は失われます。',
  },
  'accounts.logoutUnsentPages': {
    en: {
      one: 'Your text on a page has not been sent yet. If you sign out now, it will be lost.',
      other: 'Your texts on {count} pages have not been sent yet. If you sign out now, they will be lost.',
    },
    ja: 'この端末に、ページに書いてまだ送信していない内容が{count}件あります。今ログアウトすると、失われます。',
  },
  'accounts.unsentDeleted': {
    en: 'Your session is over. Unsent content was deleted from this device',
    ja: 'ログインが終了したため、この端末の未送信の内容を削除しました',
  },
  'accounts.memoryOnly': {
    en: 'This browser cannot store data. You are signed in until you close or reload this tab. After that, no alarm reaches this device.',
    ja: 'このブラウザーにはデータを保存できません。このタブを閉じるか再読み込みするとログアウトされ、それ以降、この端末にアラームは届きません。',
  },
  'accounts.email': { en: 'Email', ja: 'メールアドレス' },
  'accounts.password': { en: 'Password', ja: 'パスワード' },
  'accounts.confirmPassword': { en: 'Confirm password', ja: 'パスワード（確認）' },
  'accounts.firstName': { en: 'First name', ja: '名' },
  'accounts.lastName': { en: 'Last name', ja: '姓' },
  'accounts.optional': { en: '{field} (optional)', ja: '{field}（任意）' },
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
  'accounts.languageFailed': { en: 'Failed to update language', ja: '言語を変更できませんでした' },
  'accounts.newHere': { en: 'Create account', ja: '新規登録' },
  'accounts.haveAccount': { en: 'I have an account', ja: 'アカウントをお持ちの方' },
  'accounts.setup': {
    en: 'You are setting up this server: this account becomes its administrator.',
    ja: 'このサーバーの初期設定です。このアカウントが管理者になります。',
  },
  'accounts.invited': {
    en: 'You were invited to this server. Create your account here.',
    ja: 'このサーバーに招待されています。アカウントを作成してください。',
  },
  'accounts.registrationClosed': {
    en: 'Registration is closed on this server.',
    ja: 'このサーバーでは新規登録を受け付けていません。',
  },
  'accounts.sharing': { en: 'Location sharing', ja: '位置情報の共有' },
  'accounts.sharingWhy': {
    en: 'The members of your alert groups see it on their map, with its age, for at most 24 hours.',
    ja: 'アラートグループのメンバーの地図に、最大24時間、経過時間と一緒に表示されます。',
  },
  'accounts.sharingInsecure': {
    en: 'On this connection (no https) the browser does not provide a location, so this device shares nothing.',
    ja: 'この接続（httpsなし）ではブラウザーが位置情報を取得できないため、この端末からは共有されません。',
  },
  'accounts.sharingSaved': { en: 'Location sharing updated', ja: '位置情報の共有を変更しました' },
  'accounts.sharing.title': { en: 'Share your location?', ja: '位置情報を共有しますか？' },
  'accounts.sharing.why': {
    en: 'Members of your alert groups would see where you are on the map. Your location is deleted after 24 hours, and you can change this setting.',
    ja: 'アラートグループのメンバーの地図にあなたの位置が表示されます。24時間で消え、あとで変更できます。',
  },
  'accounts.sharing.always': { en: 'Always', ja: '常に共有する' },
  'accounts.sharing.alwaysNote': { en: 'While this app is open', ja: 'アプリを開いている間' },
  'accounts.sharing.emergency': { en: 'Only during an SOS or radio chat', ja: 'SOSと無線チャットの間だけ' },
  'accounts.sharing.emergencyNote': { en: 'The current setting', ja: '現在の設定' },
  'accounts.sharing.never': { en: 'Never', ja: '共有しない' },
  'accounts.sharing.neverNote': { en: 'Your own SOS still includes your location', ja: '自分のSOSには位置情報が付きます' },
})
