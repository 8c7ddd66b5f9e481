import { defineMessages } from '../i18n.ts'

/** Texts of families. */
export const familyMessages = defineMessages({
  'family.title': { en: 'Family', ja: '家族' },
  'family.menu': { en: 'Family ({count})', ja: '家族（{count}件の招待）' },
  'family.note': {
    en: 'Relatives see each other’s last answer to a roll-call: the state, when, and who gave it. They do not see notes or locations.',
    ja: '家族どうしは、安否確認への最後の回答（状態、日時、回答した人）を確認できます。メモや位置情報は表示されません。',
  },
  'family.relatives': { en: 'Relatives', ja: '家族のメンバー' },
  'family.none': { en: 'No relatives yet', ja: '家族はまだ登録されていません' },
  'family.noAnswer': { en: 'No answer to a roll-call yet', ja: '安否確認への回答はまだありません' },
  'family.loadFailed': { en: 'Couldn’t load your family', ja: '家族を読み込めませんでした' },
  'family.received': { en: 'Invitations to you', ja: '届いた招待' },
  'family.sent': { en: 'Your invitations', ja: '送った招待' },
  'family.invite': { en: 'Invite a relative', ja: '家族を招待' },
  'family.send': { en: 'Invite', ja: '招待する' },
  'family.person': { en: 'Person', ja: '招待する人' },
  'family.inviteHint': {
    en: 'Once the person accepts, you see each other’s last answers.',
    ja: '相手が承認すると、お互いの最後の回答が表示されます。',
  },
  'family.accept': { en: 'Accept', ja: '承認する' },
  'family.acceptOf': { en: 'Accept the invitation of {name}', ja: '{name}さんの招待を承認する' },
  'family.decline': { en: 'Decline', ja: '断る' },
  'family.declineOf': { en: 'Decline the invitation of {name}', ja: '{name}さんの招待を断る' },
  'family.withdraw': { en: 'Withdraw', ja: '取り消す' },
  'family.withdrawOf': { en: 'Withdraw the invitation to {name}', ja: '{name}さんへの招待を取り消す' },
  'family.end': { en: 'Remove {name} from your family', ja: '{name}さんを家族から外す' },
  'family.endConfirm': { en: 'Remove {name} from your family?', ja: '{name}さんを家族から外しますか？' },
  'family.endNote': {
    en: 'You no longer see each other’s answers. Both of you can invite again.',
    ja: 'お互いの回答は表示されなくなります。もう一度招待することもできます。',
  },
  'family.endButton': { en: 'Remove', ja: '外す' },
  'family.dependants': { en: 'Your dependants', ja: 'あなたの家族（アカウントなし）' },
  'family.dependantsNote': {
    en: 'You and your relatives answer roll-calls for them.',
    ja: 'あなたと家族が、代わりに安否確認に回答できます。',
  },
  'family.dependantsOf': { en: 'Dependants of {name}', ja: '{name}さんの家族（アカウントなし）' },
  'family.changeDependants': { en: 'Add or change on your profile', ja: 'プロフィールで追加・変更' },
  'family.answered': { en: 'The answer is stored', ja: '回答を保存しました' },
  'family.saved': { en: 'Saved', ja: '保存しました' },

  'error.family.notFound': { en: 'This invitation or relative no longer exists.', ja: 'この招待または家族は存在しません。' },
  'error.family.self': { en: 'You cannot invite yourself.', ja: '自分を招待することはできません。' },
  'error.family.isBlocked': { en: 'You cannot invite this person.', ja: 'この人を招待することはできません。' },
  'error.family.tooMany': {
    en: 'A family has at most {max} relatives and sent invitations.',
    ja: '家族と送った招待は合わせて{max}件までです。',
  },
  'error.family.tooManyToday': {
    en: 'You have sent {max} invitations today. Try again tomorrow.',
    ja: '今日は{max}件の招待を送りました。明日もう一度お試しください。',
  },
})
