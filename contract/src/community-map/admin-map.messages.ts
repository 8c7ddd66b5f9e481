import { defineMessages } from '../i18n.ts'

/** Texts of the map for administrators. */
export const adminMapMessages = defineMessages({
  'mapShapes.new': { en: 'New line or area', ja: '線・範囲を追加' },
  'mapShapes.change': { en: 'Change the line or area', ja: '線・範囲を変更' },
  'mapShapes.kind': { en: 'Kind', ja: '種類' },
  'mapShapes.drawOnMap': { en: 'Draw on the map', ja: '地図に描く' },
  'mapShapes.color': { en: 'Colour', ja: '色' },
  'mapShapes.color.blue': { en: 'Blue', ja: '青' },
  'mapShapes.color.green': { en: 'Green', ja: '緑' },
  'mapShapes.color.amber': { en: 'Amber', ja: '琥珀色' },
  'mapShapes.color.purple': { en: 'Purple', ja: '紫' },
  'mapShapes.color.brown': { en: 'Brown', ja: '茶' },
  'mapShapes.color.grey': { en: 'Grey', ja: '灰色' },
})
