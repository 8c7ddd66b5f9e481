import { defineMessages } from '../i18n.ts'

/** Texts of the TAK server for users: its markers, and the consent that a location leaves to it. */
export const takMessages = defineMessages({
  'tak.legend': { en: 'Rescue teams', ja: '救助チーム' },
  'tak.layer': { en: 'Markers of rescue teams', ja: '救助チームの地点' },
  'tak.unnamed': { en: 'Marker without a name', ja: '名称のない地点' },
  'tak.stale': { en: 'No longer current', ja: '有効期限切れ' },
  'tak.exerciseMarker': { en: 'EXERCISE: {name}', ja: '訓練：{name}' },
  'tak.markerAge': { en: 'As of {age}', ja: '{age}の情報' },
  'tak.markerFrom': { en: 'From the TAK server of the rescue teams', ja: '救助チームのTAKサーバーから受信' },
  'tak.sharing': { en: 'Location for rescue teams', ja: '救助チームへの位置の提供' },
  'tak.sharingNote': {
    en: 'Your location then also leaves this server, to {recipient}. It does so only while it is shared here, by your choice above.',
    ja: '位置をこのサーバーの外の「{recipient}」にも提供します。提供するのは、上の設定によりここで位置を共有している間だけです。',
  },
  'tak.sharingNames': { en: 'Your name goes with it.', ja: '氏名も一緒に提供されます。' },
  'tak.sharingNoNames': { en: 'Your name does not go with it.', ja: '氏名は提供されません。' },
  'tak.sharingOn': { en: 'Pass my location on to {recipient}', ja: '自分の位置を「{recipient}」に提供する' },
  'tak.sharingIsOn': { en: 'On', ja: 'オン' },
  'tak.sharedNow': {
    en: 'While you share your location, it may also go to {recipient}',
    ja: '位置を共有している間は、「{recipient}」にも提供されることがあります',
  },
  'tak.sharingSaved': { en: 'Saved', ja: '保存しました' },
  'tak.sharingUnknown': {
    en: 'Couldn’t load whether your location leaves to rescue teams',
    ja: '救助チームへの位置の提供の状態を読み込めませんでした',
  },
  'error.tak.recipientChanged': {
    en: 'The recipient, or what leaves, has changed. Load the page and decide again',
    ja: '提供先または提供する内容が変わりました。ページを読み込み直して、もう一度選んでください',
  },
})
