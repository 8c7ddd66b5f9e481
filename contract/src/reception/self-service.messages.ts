import { defineMessages } from '../i18n.ts'

/** Texts of the self-service reception by the QR code at the entrance of a shelter. */
export const selfServiceMessages = defineMessages({
  'selfService.title': { en: 'Self check-in', ja: 'セルフ受付' },
  'selfService.at': { en: 'Self check-in: {place}', ja: 'セルフ受付：{place}' },
  'selfService.offNote': {
    en: 'People receive themselves with their own phone: they scan a QR code at the entrance.',
    ja: '入口のQRコードを自分のスマートフォンで読み取って、本人が受付できるようにします。',
  },
  'selfService.onNote': {
    en: 'Print the QR code and hang it up at the entrance. If a photo of it is passed on, make a new one: the one before ends.',
    ja: 'QRコードを印刷して入口に掲示してください。写真が出回った場合は新しいコードに替えてください。以前のコードは使えなくなります。',
  },
  'selfService.managerOnly': { en: 'A manager turns it on.', ja: '避難所責任者が有効にします。' },
  'selfService.turnOn': { en: 'Turn on', ja: '有効にする' },
  'selfService.turnOff': { en: 'Turn off', ja: '無効にする' },
  'selfService.renew': { en: 'New QR code', ja: '新しいQRコード' },
  'selfService.renewConfirm': { en: 'Make a new QR code?', ja: '新しいQRコードに替えますか？' },
  'selfService.renewNote': {
    en: 'The printed one ends. Print the new one and hang it up.',
    ja: '印刷済みのコードは使えなくなります。新しいコードを印刷して掲示してください。',
  },
  'selfService.print': { en: 'Print the QR code', ja: 'QRコードを印刷' },
  'selfService.sheetEnter': {
    en: 'Scan this code when you come in and when you leave.',
    ja: '入所・退所のときに、このコードを読み取ってください。',
  },
  'selfService.qr': { en: 'QR code for self check-in', ja: 'セルフ受付のQRコード' },
  'selfService.saved': { en: 'Saved', ja: '保存しました' },
  'selfService.loadFailed': { en: 'Couldn’t load the self check-in', ja: 'セルフ受付を読み込めませんでした' },
  'selfService.signInTitle': { en: 'Sign in first', ja: '先にログインしてください' },
  'selfService.signInNote': {
    en: 'This page opens after that. Without an account, go to the desk.',
    ja: 'ログインすると、この画面が開きます。アカウントがない人は受付へお越しください。',
  },
  'selfService.endedTitle': { en: 'This QR code does not work', ja: 'このQRコードは使えません' },
  'selfService.endedNote': {
    en: 'Scan the one at the entrance, or go to the desk.',
    ja: '入口のコードを読み取るか、受付へお越しください。',
  },
  'selfService.people': { en: 'Who is with you?', ja: '一緒にいる人' },
  'selfService.you': { en: '{name} (you)', ja: '{name}（あなた）' },
  'selfService.enter': {
    en: { one: 'I am here (1 person)', other: 'We are here ({count} people)' },
    ja: '入所する（{count}人）',
  },
  'selfService.leave': { en: { one: 'I leave (1 person)', other: 'We leave ({count} people)' }, ja: '退所する（{count}人）' },
  'selfService.entered': { en: 'Received. Welcome.', ja: '受け付けました' },
  'selfService.left': { en: 'Recorded that you left', ja: '退所を記録しました' },
  'selfService.failed': { en: 'Couldn’t record it. Go to the desk.', ja: '記録できませんでした。受付へお越しください。' },

  'error.selfService.ended': { en: 'This QR code does not work any more.', ja: 'このQRコードは使えません。' },
})
