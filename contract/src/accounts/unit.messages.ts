import { defineMessages } from '../i18n.ts'

export const unitMessages = defineMessages({
  'unit.nameRequired': { en: 'Please enter a name', ja: '名前を入力してください' },
  'unit.invitation.daysInvalid': { en: 'Between 1 and 365 days', ja: '1日から365日の間にしてください' },
  'unit.invitation.usesInvalid': { en: 'Between 1 and 1000 people', ja: '1人から1000人の間にしてください' },
  'audit.clock.confirmed': { en: 'Confirmed the server’s clock', ja: 'サーバーの時計が正しいことを確認しました' },
  'audit.settings.changed': { en: 'Changed the settings of the server', ja: 'サーバーの設定を変更しました' },
  'audit.invitation.created': { en: 'Created an invitation link', ja: '招待リンクを作成しました' },
  'audit.invitation.imported': { en: 'Invited people from a file', ja: 'ファイルの人を招待しました' },
  'audit.invitation.revoked': { en: 'Revoked an invitation link', ja: '招待リンクを無効にしました' },
  'unit.invitation.needed': {
    en: 'To register on this server you need an invitation link.',
    ja: 'このサーバーに登録するには招待リンクが必要です。',
  },
})
