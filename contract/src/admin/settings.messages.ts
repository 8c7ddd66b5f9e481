import { defineMessages } from '../i18n.ts'

/** Texts of the settings and of invitation links. */
export const settingsMessages = defineMessages({
  'settings.title': { en: 'Settings', ja: '設定' },
  'settings.name': { en: 'Name of the unit', ja: 'ユニットの名前' },
  'settings.nameHint': {
    en: 'Shown on the home screen, on the login screen, in the browser’s tab and in emails.',
    ja: 'ホーム、ログイン画面、ブラウザーのタブ、メールに表示されます。',
  },
  'settings.registration': { en: 'Who may register', ja: '新規登録できる人' },
  'settings.registration.open': { en: 'Everyone', ja: '誰でも' },
  'settings.registration.invitation': { en: 'Only with an invitation link', ja: '招待リンクを持っている人だけ' },
  'settings.registration.closed': { en: 'No one', ja: '受け付けない' },
  'settings.sos': { en: 'When SOS is tapped', ja: 'SOSをタップしたとき' },
  'settings.sos.countdown': { en: 'Count down 5 seconds, then send', ja: '5秒のカウントダウン後に発信する' },
  'settings.sos.atOnce': { en: 'Send immediately', ja: 'すぐに発信する' },
  'settings.forgotten': { en: 'Reset forgotten passwords by email', ja: '忘れたパスワードをメールで再設定する' },
  'settings.forgottenHint': {
    en: 'Works only if this unit can send email.',
    ja: 'このユニットからメールを送信できる場合だけ使えます。',
  },
  'settings.secondFactor': {
    en: 'Administrators must use two-step sign-in',
    ja: '管理者に2段階認証を必須にする',
  },
  'settings.secondFactorHint': {
    en: 'Administrators without it lose their rights until they set it up. From their next sign-in they can only use alerts until then.',
    ja: '未設定の管理者は、設定するまで管理の操作ができません。次回ログイン後は、設定するまでアラートだけを使えます。',
  },
  'settings.loadFailed': { en: 'The settings did not load', ja: '設定を読み込めませんでした' },
  'invitations.title': { en: 'Invitation links', ja: '招待リンク' },
  'invitations.note': {
    en: 'Anyone with the link can register, even when registration is by invitation only.',
    ja: 'リンクを持っている人は、招待制のときも新規登録できます。',
  },
  'invitations.empty': { en: 'No invitation links yet', ja: '招待リンクはまだありません' },
  'invitations.loadFailed': { en: 'The invitation links did not load', ja: '招待リンクを読み込めませんでした' },
  'invitations.create': { en: 'New invitation link', ja: '招待リンクを作成' },
  'invitations.make': { en: 'Create link', ja: 'リンクを作成' },
  'invitations.label': { en: 'For whom', ja: '招待する相手' },
  'invitations.labelHint': { en: 'Only administrators see this.', ja: '管理者だけに表示されます。' },
  'invitations.days': { en: 'Days until it expires', ja: '有効日数' },
  'invitations.uses': { en: 'People who can use it', ja: '使える人数' },
  'invitations.unnamed': { en: 'Without a name', ja: '名前なし' },
  'invitations.used': { en: 'Used', ja: '使用済み' },
  'invitations.usedOf': { en: '{used} of {max}', ja: '{used} / {max}人' },
  'invitations.expires': { en: 'Valid until', ja: '有効期限' },
  'invitations.by': { en: 'Created by', ja: '作成者' },
  'invitations.open': { en: 'Open', ja: '有効' },
  'invitations.usedUp': { en: 'Used up', ja: '上限に到達' },
  'invitations.expired': { en: 'Expired', ja: '期限切れ' },
  'invitations.revoked': { en: 'Revoked', ja: '無効' },
  'invitations.revoke': { en: 'Revoke', ja: '無効にする' },
  'invitations.revokeOf': { en: 'Revoke {name}', ja: '{name}を無効にする' },
  'invitations.revokeConfirm': {
    en: 'Revoke this invitation link?',
    ja: 'この招待リンクを無効にしますか？',
  },
  'invitations.revokeNote': {
    en: 'No one can register with it any more. People who already registered keep their accounts.',
    ja: 'このリンクでは新規登録できなくなります。登録済みの人には影響しません。',
  },
})
