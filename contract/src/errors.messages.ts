import { defineMessages } from './i18n.ts'

export const errorMessages = defineMessages({
  'error.invalid': { en: 'Please check what you entered', ja: '入力内容を確認してください' },
  'error.forbidden': { en: 'You are not allowed to do this', ja: 'この操作は許可されていません' },
  'error.notFound': { en: 'This was not found', ja: '見つかりませんでした' },
  'error.conflict': { en: 'This was already sent with other content', ja: '同じ番号で別の内容がすでに送信されています' },
  'error.file.tooLarge': { en: 'File size should be less than {max} MB', ja: 'ファイルは{max} MB未満にしてください' },
  'error.file.tooMany': { en: 'At most {max} files can be sent at once', ja: '一度に送れるファイルは{max}個までです' },
  'error.file.missing': { en: 'Choose at least one file', ja: 'ファイルを1つ以上選んでください' },
  'error.file.empty': { en: 'The file is empty', ja: 'ファイルが空です' },
  'error.file.notPicture': { en: 'Choose a picture', ja: '画像ファイルを選んでください' },
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
  'error.auth.inviteCode': {
    en: 'This invitation link is not valid any more. Please ask for a new one',
    ja: 'この招待リンクは無効です。新しいリンクを受け取ってください',
  },
  'error.auth.resetToken': {
    en: 'This link is not valid any more. Please ask for a new one',
    ja: 'このリンクは無効です。もう一度再設定を申請してください',
  },
  'error.auth.resetOff': {
    en: 'This unit sends no mail for passwords. Please ask an administrator for a link',
    ja: 'このユニットではパスワード再設定メールを送信していません。管理者にリンクを依頼してください',
  },
  'error.user.notFound': { en: 'This person was not found', ja: 'ユーザーが見つかりません' },
  'error.user.selfDeactivate': { en: 'You cannot deactivate yourself', ja: '自分自身を無効にすることはできません' },
  'error.user.selfRemoveAdmin': { en: 'You cannot remove yourself as admin', ja: '自分自身の管理者権限は外せません' },
  'error.user.deactivated': {
    en: 'This account is deactivated. Activate it first',
    ja: 'このアカウントは無効です。先に有効にしてください',
  },
  'error.alert.notFound': { en: 'This alert was not found', ja: 'アラートが見つかりません' },
  'error.alert.alreadyResolved': { en: 'This alert is already resolved', ja: 'このアラートはすでに解決済みです' },
  'error.alert.notResolved': { en: 'This alert is not resolved', ja: 'このアラートは解決されていません' },
  'error.alert.tooLateToReopen': {
    en: 'An alert can be reopened within {hours} hours of its resolution',
    ja: '再開できるのは解決から{hours}時間以内です',
  },
  'error.alertGroup.notFound': { en: 'This alert group was not found', ja: 'アラートグループが見つかりません' },
  'error.alertGroup.notAllowed': {
    en: 'You are not allowed to manage alert groups',
    ja: 'アラートグループの管理は許可されていません',
  },
  'error.alertGroup.builtIn': { en: 'This alert group cannot be deleted', ja: 'このアラートグループは削除できません' },
  'error.alertGroup.personNotFound': { en: 'One of these people was not found', ja: '選んだ人が見つかりません' },
  'error.dashboard.sectionNotFound': { en: 'This section was not found', ja: 'セクションが見つかりません' },
  'error.dashboard.linkNotFound': { en: 'This link was not found', ja: 'リンクが見つかりません' },
  'error.dashboard.orderChanged': {
    en: 'The list changed meanwhile. Please look at it again',
    ja: '一覧がほかで変更されました。もう一度確認してください',
  },
  'error.dashboard.imageRequired': {
    en: 'The links of this section need an image',
    ja: 'このセクションのリンクには画像が必要です',
  },
  'error.dashboard.notAnImage': { en: 'This file is not an image', ja: 'このファイルは画像ではありません' },
  'error.dashboard.iconRequired': {
    en: 'The links of this section need an icon',
    ja: 'このセクションのリンクにはアイコンが必要です',
  },
  'error.invitation.notFound': { en: 'This invitation link was not found', ja: '招待リンクが見つかりません' },
  'error.lacs.groupNotFound': { en: 'LACS group not found', ja: 'LACSグループが見つかりません' },
  'error.lacs.unitNotFound': { en: 'LACS unit not found', ja: 'LACSユニットが見つかりません' },
  'error.lacs.notAllowed': {
    en: 'You are not allowed to manage LACS groups and units',
    ja: 'LACSグループとユニットの管理は許可されていません',
  },
  'error.lacs.subdomainTaken': { en: 'This subdomain is already in use', ja: 'このサブドメインはすでに使われています' },
  'error.lacs.unitIdTaken': { en: 'This unit ID is already in use', ja: 'このユニットIDはすでに使われています' },
  'error.lacs.groupHasUnits': {
    en: 'This LACS group still has units. Delete or move them first',
    ja: 'このLACSグループにはユニットがあります。先にユニットを削除または移動してください',
  },
  'error.lacs.adminNotFound': { en: 'One of these admins was not found', ja: '選んだ管理者が見つかりません' },
})
