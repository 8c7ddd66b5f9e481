import { defineMessages } from '../i18n.ts'

/** Texts of the set-up checklist that administrators see on home. */
export const setupMessages = defineMessages({
  'setup.title': { en: 'Set up this server', ja: 'サーバーの準備' },
  'setup.progress': { en: '{done} of {count} done', ja: '{count}件中{done}件が完了' },
  'setup.done': { en: 'Done', ja: '完了' },
  'setup.open': { en: 'Not done yet', ja: '未完了' },
  'setup.unitName': { en: 'Name the server', ja: 'サーバーに名前を付ける' },
  'setup.unitName.note': { en: 'It shows people which server they are using.', ja: 'どこのサーバーかが利用者に伝わります。' },
  'setup.people': { en: 'Invite people', ja: 'メンバーを招待する' },
  'setup.people.note': {
    en: 'Send them a link, or let them create an account here.',
    ja: '招待リンクを渡すか、ここで新規登録してもらいます。',
  },
  'setup.alertGroups': { en: 'Check the alert groups', ja: 'アラートグループを確認する' },
  'setup.alertGroups.note': { en: 'They decide who receives an SOS.', ja: 'SOSが誰に届くかを決めます。' },
  'setup.map': { en: 'Add streets to the map', ja: '地図に道路を追加する' },
  'setup.map.note': {
    en: 'Add a file with the streets of your region.',
    ja: '地域の道路のファイルを追加します。',
  },
  'setup.confirm': { en: 'Looks good', ja: 'このままでよい' },
  'setup.confirmOf': { en: 'Looks good: {item}', ja: 'このままでよい：{item}' },
  'setup.dismiss': { en: 'Hide this list', ja: 'この一覧を隠す' },
  'setup.dismissConfirm': { en: 'Hide the list for all administrators?', ja: 'すべての管理者の画面でこの一覧を隠しますか？' },
  'setup.dismissNote': {
    en: 'Everything on it can still be changed under Administration.',
    ja: '内容は「管理」からいつでも変更できます。',
  },
})
