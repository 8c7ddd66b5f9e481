import { defineMessages } from '../i18n.ts'

/** Texts of the administration of places. */
export const adminPlacesMessages = defineMessages({
  'places.title': { en: 'Places', ja: '場所' },
  'admin.area.places': { en: 'Shelters, water, dangers and other places', ja: '避難所・給水所・危険箇所などの場所' },
  'places.note': {
    en: 'All signed-in users can read these places.',
    ja: 'これらの場所は、ログインしたすべてのユーザーが見られます。',
  },
  'places.empty': { en: 'No places yet', ja: '場所はまだありません' },
  'places.loadFailed': { en: 'Couldn’t load the places', ja: '場所を読み込めませんでした' },
  'places.create': { en: 'New place', ja: '場所を追加' },
  'places.edit': { en: 'Edit place', ja: '場所を編集' },
  'places.kind': { en: 'Kind', ja: '種類' },
  'places.state': { en: 'State', ja: '状態' },
  'places.stateOf': { en: 'State of {name}', ja: '{name}の状態' },
  'places.capacityHint': {
    en: 'People. Leave it empty if it is not known.',
    ja: '人数です。わからない場合は空欄のままにしてください。',
  },
  'places.location': { en: 'Choose the location on the map', ja: '地図で位置を選ぶ' },
  'places.locationRequired': { en: 'Choose the location on the map', ja: '地図で位置を選んでください' },
  'places.useLocation': { en: 'Use this location', ja: 'この位置にする' },
  'places.deleteConfirm': { en: 'Delete the place {name}?', ja: '場所「{name}」を削除しますか？' },
  'places.deleteNote': { en: 'It disappears for all users.', ja: 'すべてのユーザーの画面から消えます。' },
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
    en: 'Only shelters and halls have a state, a capacity and facilities',
    ja: '状態、定員、設備を設定できるのは、避難所と集会所だけです',
  },
})
