import { defineMessages } from '../i18n.ts'

/** Texts of the picture of a group. */
export const groupPictureMessages = defineMessages({
  'messages.group.picture': { en: 'Group picture', ja: 'グループの画像' },
  'messages.group.pictureChoose': { en: 'Choose picture', ja: '画像を選ぶ' },
  'messages.group.pictureReplace': { en: 'Change picture', ja: '画像を変更' },
  'messages.group.pictureRemove': { en: 'Remove picture', ja: '画像を削除' },
})
