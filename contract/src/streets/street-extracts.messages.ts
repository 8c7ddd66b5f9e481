import { defineMessages } from '../i18n.ts'

/** Texts of /admin/map about streets that the server downloads. */
export const streetExtractMessages = defineMessages({
  'streets.get': { en: 'Get streets from the internet', ja: 'インターネットから道路を取得する' },
  'streets.getNote': {
    en: 'Move the map until your region is in the frame. The server then gets its streets from {host}. Before you press a button, it sends nothing there.',
    ja: '地図を動かして、地域を枠の中に入れてください。サーバーが{host}からその範囲の道路を取得します。ボタンを押すまでは、何も送信しません。',
  },
  'streets.frameMap': { en: 'Map with a frame for your region', ja: '地域を囲む枠のある地図' },
  'streets.framed': { en: 'In the frame', ja: '枠の中の範囲' },
  'streets.zoomIn': { en: 'The area is too large. Zoom in', ja: '範囲が広すぎます。地図を拡大してください' },
  'streets.measure': { en: 'Show the size', ja: '容量を確認' },
  'streets.measured': { en: 'The streets in the frame take {size}.', ja: '枠の中の道路の容量は{size}です。' },
  'streets.getNow': { en: 'Get streets', ja: '道路を取得' },
  'streets.reading': { en: 'Looking for the streets of the area', ja: '範囲の道路を確認中' },
  'streets.downloading': { en: 'Downloading the streets', ja: '道路をダウンロード中' },
  'streets.downloaded': { en: '{done} of {size}', ja: '{size}中{done}' },
  'streets.storing': { en: 'Checking and storing the street map', ja: '道路地図を確認・保存中' },
  'streets.runsOn': {
    en: 'You can leave this page. The server continues, also after a restart.',
    ja: 'このページを閉じても、サーバーは取得を続けます。再起動しても続きから再開します。',
  },
  'streets.getFailed': { en: 'The streets were not downloaded', ja: '道路を取得できませんでした' },
  'streets.retry': { en: 'Try again', ja: 'もう一度試す' },
  'streets.otherArea': { en: 'Choose another area', ja: '別の範囲を選ぶ' },
  'streets.getLoadFailed': { en: 'Couldn’t load the state of the download', ja: '取得の状況を読み込めませんでした' },
  'error.streets.running': { en: 'Streets are being downloaded already', ja: '道路地図をすでに取得しています' },
  'error.streets.notFailed': {
    en: 'This download is running or has ended',
    ja: 'この取得は実行中か、すでに終わっています',
  },
  'error.streets.areaTooLarge': {
    en: 'The area is too large. Choose a smaller one',
    ja: '範囲が広すぎます。もっと狭い範囲を選んでください',
  },
  'error.streets.areaEmpty': {
    en: 'There are no streets in this area. Choose another one',
    ja: 'この範囲の道路データはありません。別の範囲を選んでください',
  },
  'error.streets.extractTooLarge': {
    en: 'The streets of this area are larger than this server allows. Choose a smaller area',
    ja: 'この範囲の道路地図は、このサーバーの上限を超えています。もっと狭い範囲を選んでください',
  },
  'error.streets.noSpace': {
    en: 'The server has too little free disk space. The map is unchanged',
    ja: 'サーバーの空き容量が足りません。地図は変更していません',
  },
  'error.streets.sourceUnreachable': {
    en: '{host} does not answer. The server needs the internet for this. The map is unchanged',
    ja: '{host}につながりません。取得にはサーバーのインターネット接続が必要です。地図は変更していません',
  },
  'error.streets.sourceMissing': {
    en: '{host} has no map at the moment. The map is unchanged',
    ja: '{host}に地図が見つかりません。地図は変更していません',
  },
  'error.streets.sourceRefused': {
    en: '{host} does not send parts of its map. The map is unchanged',
    ja: '{host}は地図の一部だけを送れません。地図は変更していません',
  },
  'error.streets.sourceMoved': {
    en: '{host} refers to another address. The operator of the server can enter that one. The map is unchanged',
    ja: '{host}の地図は別のアドレスに移っています。サーバーの担当者に設定の変更を依頼してください。地図は変更していません',
  },
  'error.streets.sourceBroken': {
    en: '{host} sent something else than it had announced. The map is unchanged',
    ja: '{host}から届いたデータが、予告された内容と違います。地図は変更していません',
  },
  'error.streets.sourceChanged': {
    en: '{host} is replacing its map. Try again later. The map is unchanged',
    ja: '{host}の地図が更新されている途中です。しばらくしてからもう一度お試しください。地図は変更していません',
  },
  'error.streets.sourceUnfit': {
    en: 'What {host} sends is no street map that this server can show. The map is unchanged',
    ja: '{host}の地図は、このサーバーで表示できる道路地図ではありません。地図は変更していません',
  },
  'error.streets.diskFailed': {
    en: 'The server cannot write to its disk. The map is unchanged',
    ja: 'サーバーのディスクに書き込めません。地図は変更していません',
  },
  'error.streets.unexpected': {
    en: 'Something went wrong on the server. Its log has the reason. The map is unchanged',
    ja: 'サーバーで問題が発生しました。原因はサーバーのログにあります。地図は変更していません',
  },
})
