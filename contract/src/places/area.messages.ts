import { defineMessages } from '../i18n.ts'

/** Texts of drawing an area on the map. */
export const areaMessages = defineMessages({
  'area.draw': { en: 'Draw an area', ja: '範囲を描く' },
  'area.hint': {
    en: 'Tap the map to add a corner, and drag a corner to move it. With a keyboard, move the map with the arrow keys and press Enter.',
    ja: '地図に触れると角が増えます。角はドラッグで動かせます。キーボードでは矢印キーで地図を動かし、Enterキーで中央に角を置きます。',
  },
  'area.tap': { en: 'Tap to add a corner', ja: '地図に触れて角を追加' },
  'area.addAtCentre': { en: 'Add a corner at the centre', ja: '中央に角を置く' },
  'area.undo': { en: 'Undo', ja: '1つ戻す' },
  'area.clear': { en: 'Clear', ja: 'すべて消す' },
  'area.corner': { en: 'Corner {number}', ja: '角{number}' },
  'area.corners': { en: { one: '1 corner', other: '{count} corners' }, ja: '角{count}個' },
  'area.size': { en: '{size} km²', ja: '{size} km²' },
  'area.tooFewPoints': { en: 'An area needs at least 3 corners', ja: '範囲には角が3個以上必要です' },
  'area.tooManyPoints': { en: 'An area can have at most 50 corners', ja: '範囲の角は50個までです' },
  'area.crossing': {
    en: 'The line of the area crosses itself. Move or remove a corner',
    ja: '範囲の線が交差しています。角を動かすか、取り消してください',
  },
  'area.tooLarge': { en: 'The area is too large: at most 20,000 km²', ja: '範囲が広すぎます。20,000 km²までです' },
  'area.acrossMeridian': {
    en: 'An area cannot cross the 180th meridian',
    ja: '範囲は経度180度の線をまたげません',
  },
  'area.latitude': {
    en: 'An area cannot reach beyond 85 degrees north or south',
    ja: '範囲は北緯・南緯85度までです',
  },
})
