import { defineMessages } from '../i18n.ts'

export const passwordMessages = defineMessages({
  'passwords.forgot': { en: 'Forgot password?', ja: 'パスワードを忘れた方' },
  'passwords.forgotWhy': {
    en: 'We will send a password reset link to the email address of your account.',
    ja: '登録済みのメールアドレスに、パスワード再設定用のリンクを送信します。',
  },
  'passwords.submit': { en: 'Submit', ja: '送信' },
  'passwords.title': { en: 'New password', ja: 'パスワードの再設定' },
  'passwords.sent': {
    en: 'Reset password link sent to your email. Please check your email.',
    ja: 'パスワード再設定用のリンクをメールで送信しました。メールをご確認ください。',
  },
  'passwords.update': { en: 'Update password', ja: 'パスワードを更新' },
  'passwords.done': { en: 'Password reset successful', ja: 'パスワードを再設定しました' },
  'passwords.noToken': {
    en: 'Something went wrong. Please try again.',
    ja: '問題が発生しました。もう一度お試しください。',
  },
  'passwords.mailSubject': { en: '{unit}: choose a new password', ja: '{unit}：パスワードの再設定' },
  'passwords.mailText': {
    en: 'Hello,\n\nwe received a request for a new password for your account on {unit}. Open this link to choose one:\n\n{link}\n\nIt works once, within {minutes} minutes. If you did not request it, you can ignore this email: your password does not change.\n',
    ja: '{unit} のパスワード再設定の申請を受け付けました。次のリンクを開いて、新しいパスワードを設定してください。\n\n{link}\n\nリンクは{minutes}分以内に1回だけ使えます。お心当たりがない場合は、何もする必要はありません。パスワードは変わりません。\n',
  },
})
