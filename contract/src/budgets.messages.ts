import { defineMessages } from './i18n.ts'

/** Texts of the daily limits (decisions/0175). */
export const budgetMessages = defineMessages({
  'error.budget.texts': {
    en: 'You have sent {max} messages, posts and other texts, the limit for one day. You can send again within {hours} h. SOS alerts can always be sent. An administrator can lift the limit',
    ja: '1日に送れる文章の上限（{max}件）に達しました。{hours}時間以内にまた送れるようになります。SOSはいつでも送れます。上限は管理者が解除できます',
  },
  'error.budget.textBytes': {
    en: 'You have sent {max} MB of text, the limit for one day. You can send again within {hours} h. SOS alerts can always be sent. An administrator can lift the limit',
    ja: '1日に送れる文章の量の上限（{max} MB）に達しました。{hours}時間以内にまた送れるようになります。SOSはいつでも送れます。上限は管理者が解除できます',
  },
  'error.budget.files': {
    en: 'This would exceed {max} MB of files, the limit for one day. You can send more within {hours} h. Text and SOS alerts can still be sent. An administrator can lift the limit',
    ja: '1日に送れるファイルの上限（{max} MB）を超えます。{hours}時間以内にまた送れるようになります。文章とSOSは送れます。上限は管理者が解除できます',
  },
  'error.budget.network': {
    en: 'The new accounts of your network have sent as much as they can in one day. You can send again within {hours} h. SOS alerts can always be sent. An administrator can lift the limit',
    ja: '同じネットワークの新しいアカウントが、1日に送れる量の上限に達しました。{hours}時間以内にまた送れるようになります。SOSはいつでも送れます。上限は管理者が解除できます',
  },
  'error.budget.radio': {
    en: 'You have reached the limit for recordings of one day. An administrator can lift it',
    ja: '1日に録音できる量の上限に達しました。上限は管理者が解除できます',
  },
})
