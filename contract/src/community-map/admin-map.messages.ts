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
  'mapFiles.importAbout': {
    en: 'GeoJSON, KML or GPX, at most {max} MB. Nothing is added before you confirm it.',
    ja: 'GeoJSON、KML、GPX（{max} MBまで）を読み込めます。確認するまで追加されません。',
  },
  'mapFiles.choose': { en: 'Choose a file', ja: 'ファイルを選ぶ' },
  'mapFiles.unreadable': {
    en: 'This is no GeoJSON, KML or GPX file that can be read. Save KMZ as KML first.',
    ja: 'GeoJSON、KML、GPXとして読み込めません。KMZはKMLに変換してください。',
  },
  'mapFiles.tooLarge': { en: 'The file is too large', ja: 'ファイルが大きすぎます' },
  'mapFiles.tooMany': {
    en: 'The file has more than {max} places, lines and areas',
    ja: 'ファイルに{max}件を超える場所・線・範囲があります',
  },
  'mapFiles.none': { en: 'The file has nothing for the map', ja: '地図に追加できるものがありません' },
  'mapFiles.foundPlaces': { en: { one: '1 place', other: '{count} places' }, ja: '場所{count}件' },
  'mapFiles.foundShapes': { en: { one: '1 line or area', other: '{count} lines and areas' }, ja: '線・範囲{count}件' },
  'mapFiles.skipped': {
    en: { one: '1 entry cannot be read', other: '{count} entries cannot be read' },
    ja: '読み込めない項目{count}件',
  },
  'mapFiles.reports': {
    en: { one: '1 report of a member is left out', other: '{count} reports of members are left out' },
    ja: '追加しない現地情報{count}件',
  },
  'mapFiles.thinned': {
    en: { one: '1 line is stored with fewer points', other: '{count} lines are stored with fewer points' },
    ja: '点を減らして保存する線{count}件',
  },
  'mapFiles.unnamed': { en: 'Without a name', ja: '名称なし' },
  'mapFiles.placeKind': { en: 'Kind of places without a known one', ja: '種類のない場所の種類' },
  'mapFiles.placeState': { en: 'State of shelters and halls without a known one', ja: '状態のない避難所・集会所の状態' },
  'mapFiles.placeStateUnknown': { en: 'Not chosen', ja: '未選択' },
  'mapFiles.placeStateRequired': {
    en: 'Choose whether these shelters and halls are open',
    ja: '避難所・集会所の状態を選んでください',
  },
  'mapFiles.shapeKind': { en: 'Kind of lines and areas without a known one', ja: '種類のない線・範囲の種類' },
  'mapFiles.add': { en: { one: 'Add 1 entry', other: 'Add {count} entries' }, ja: '{count}件を追加' },
  'mapFiles.adding': { en: '{done} of {count}', ja: '{count}件中{done}件' },
  'mapFiles.added': { en: { one: '1 entry added', other: '{count} entries added' }, ja: '{count}件を追加しました' },
  'mapFiles.stopped': {
    en: '{done} of {count} were added. Try again to go on.',
    ja: '{count}件中{done}件を追加しました。もう一度押すと続けます。',
  },
})
