import { defineMessages } from '../i18n.ts'

/** Texts of the administration of shelters: who has a role in them. */
export const adminReceptionMessages = defineMessages({
  'shelterStaff.title': { en: 'Shelter staff', ja: '避難所の担当者' },
  'admin.area.shelterStaff': { en: 'Who receives people at shelters', ja: '避難所で受付をする人' },
  'shelterStaff.note': {
    en: 'Only the staff of a shelter reads its register. Managers also remove the data of a person.',
    ja: '名簿を見られるのは、その避難所の担当者だけです。避難所責任者は個人のデータを削除することもできます。',
  },
  'shelterStaff.noShelters': { en: 'No shelters yet', ja: '避難所はまだありません' },
  'shelterStaff.noSheltersHint': { en: 'Add a shelter to the places first.', ja: '先に「場所」で避難所を追加してください。' },
  'shelterStaff.loadFailed': { en: 'Couldn’t load the staff', ja: '担当者を読み込めませんでした' },
  'shelterStaff.none': { en: 'No staff yet', ja: '担当者はまだいません' },
  'shelterStaff.add': { en: 'Add staff', ja: '担当者を追加' },
  'shelterStaff.addTo': { en: 'Add staff to {name}', ja: '{name}に担当者を追加' },
  'shelterStaff.roleOf': { en: 'Role of {name}', ja: '{name}さんの役割' },
  'shelterStaff.remove': { en: 'Remove {name}', ja: '{name}さんを外す' },
  'shelterStaff.removeConfirm': { en: 'Remove the role of {name}?', ja: '{name}さんを担当から外しますか？' },
  'shelterStaff.removeNote': { en: 'They can no longer read the register.', ja: '名簿を見られなくなります。' },
})
