import { defineMessages } from '../i18n.ts'

/** Texts of the administration of places. */
export const adminPlacesMessages = defineMessages({
  'places.kindInvalid': { en: 'Choose what it is', ja: '種類を選んでください' },
  'places.nameRequired': { en: 'Please enter a name', ja: '名称を入力してください' },
  'places.nameTooLong': { en: 'A name can have at most 100 characters', ja: '名称は100文字までです' },
  'places.stateInvalid': { en: 'Choose open, full or closed', ja: '受入中、満員、閉鎖のいずれかを選んでください' },
  'places.capacityInvalid': { en: 'Enter a whole number from 1 to 100,000', ja: '1から100,000までの整数を入力してください' },
  'error.place.notFound': {
    en: 'This place was not found. It may have been deleted',
    ja: '場所が見つかりません。削除された可能性があります',
  },
  'error.place.tooMany': {
    en: 'There are {max} places. Delete one first',
    ja: '登録できる場所は{max}件までです。先に1件を削除してください',
  },
  'error.place.noState': {
    en: 'Only shelters and halls have a state and a capacity',
    ja: '状態と定員を設定できるのは、避難所と集会所だけです',
  },
})
