import { defineMessages } from '../i18n.ts'

/** Texts of places on the map, also on that of home. */
export const placeFirstMessages = defineMessages({
  'places.kind.shelter': { en: 'Shelter', ja: '避難所' },
  'places.kind.hall': { en: 'Hall', ja: '集会所' },
  'places.kind.water': { en: 'Water', ja: '給水所' },
  'places.kind.toilet': { en: 'Toilet', ja: 'トイレ' },
  'places.kind.aed': { en: 'AED', ja: 'AED' },
  'places.kind.hospital': { en: 'Hospital', ja: '病院' },
  'places.kind.meetingPoint': { en: 'Meeting point', ja: '集合場所' },
  'places.kind.danger': { en: 'Danger', ja: '危険箇所' },
  'places.kind.closedRoad': { en: 'Closed road', ja: '通行止め' },
  'places.state.open': { en: 'Open', ja: '受入中' },
  'places.state.full': { en: 'Full', ja: '満員' },
  'places.state.closed': { en: 'Closed', ja: '閉鎖' },
  'places.capacity': { en: 'Capacity', ja: '定員' },
  'places.remark': { en: 'Note', ja: '備考' },
  'places.capacityUnknown': { en: 'Not known', ja: '不明' },
  'places.people': { en: { one: '1 person', other: '{count} people' }, ja: '{count}人' },
  'places.close': { en: 'Close {name}', ja: '{name}を閉じる' },
})
