import { defineMessages } from '../i18n.ts'

/** Texts of a desk that works without a connection. */
export const offlineDeskMessages = defineMessages({
  'reception.offline.title': { en: 'Work without a connection', ja: 'オフラインでの受付' },
  'reception.offline.notSecure': {
    en: 'This desk does not work without a connection, because this page is not secure. Open it with https.',
    ja: 'このページは安全な接続（https）ではないため、オフラインでは受付できません。httpsで開いてください。',
  },
  'reception.offline.offNote': {
    en: 'With a PIN, this device receives people while the server cannot be reached. It keeps the list of the people in the shelter, encrypted.',
    ja: 'PINを設定すると、サーバーに接続できない間もこの端末で受付できます。避難者の一覧は暗号化して端末に保存されます。',
  },
  'reception.offline.needsServer': {
    en: 'A PIN can only be set with a connection. Until then, this desk receives no people.',
    ja: 'PINの設定には接続が必要です。接続するまで、この端末では受付できません。',
  },
  'reception.offline.setPin': { en: 'Set a PIN', ja: 'PINを設定' },
  'reception.offline.changePin': { en: 'Change the PIN', ja: 'PINを変更' },
  'reception.offline.turnOff': { en: 'Turn off', ja: '無効にする' },
  'reception.offline.turnOffNote': {
    en: 'The list that this device keeps is deleted.',
    ja: 'この端末に保存した一覧を削除します。',
  },
  'reception.offline.turnOffLoses': {
    en: {
      one: '1 entry that the server refused can then not be read any more.',
      other: '{count} entries that the server refused can then not be read any more.',
    },
    ja: 'サーバーが受け付けなかった{count}件の記録は、読めなくなります。',
  },
  'reception.offline.onNote': {
    en: 'This desk goes on while the server cannot be reached. It asks for the PIN after 5 minutes without use.',
    ja: 'サーバーに接続できない間も受付できます。5分間操作がないと、PINの入力が必要になります。',
  },
  'reception.offline.isOpen': {
    en: 'No connection. What you record is kept on this device and sent later.',
    ja: '接続がありません。記録は端末に保存し、後で送信します。',
  },
  'reception.offline.isLocked': {
    en: 'No connection. Enter the PIN to go on.',
    ja: '接続がありません。続けるにはPINを入力してください。',
  },
  'reception.offline.lock': { en: 'Lock', ja: 'ロックする' },
  'reception.offline.unlock': { en: 'Unlock', ja: 'ロックを解除' },
  'reception.offline.pin': { en: 'PIN', ja: 'PIN' },
  'reception.offline.pinHint': {
    en: 'At least 6 digits. Without it and without a connection, what this device has not sent cannot be opened.',
    ja: '6桁以上の数字。PINを忘れると、接続するまで未送信の記録を開けません。',
  },
  'reception.offline.pinAgain': { en: 'PIN again', ja: 'PIN（確認）' },
  'reception.offline.pinInvalid': { en: 'Enter at least 6 digits', ja: '6桁以上の数字を入力してください' },
  'reception.offline.pinDiffers': { en: 'The PINs differ', ja: 'PINが一致しません' },
  'reception.offline.pinWrong': { en: 'This PIN is wrong', ja: 'PINが違います' },
  'reception.offline.pinWait': {
    en: { one: 'Too many wrong PINs. Try again in 1 second.', other: 'Too many wrong PINs. Try again in {count} seconds.' },
    ja: 'PINを続けて間違えました。{count}秒後にもう一度お試しください。',
  },
  'reception.offline.pinFailed': { en: 'Couldn’t set the PIN', ja: 'PINを設定できませんでした' },
  'reception.offline.serverKey': {
    en: 'Unlock the desk by its PIN first: the key of the server has changed.',
    ja: 'サーバーの鍵が変わりました。先に現在のPINでロックを解除してください。',
  },
  'reception.offline.pinSet': { en: 'PIN set', ja: 'PINを設定しました' },
  'reception.offline.openFailed': { en: 'Couldn’t unlock the desk', ja: 'ロックを解除できませんでした' },
  'reception.offline.kept': {
    en: 'Kept on this device. It is sent with the connection.',
    ja: 'この端末に保存しました。接続すると送信されます。',
  },
  'reception.offline.keepFailed': { en: 'Couldn’t keep it on this device', ja: '端末に保存できませんでした' },
  'reception.offline.unsent': {
    en: { one: '1 entry not sent', other: '{count} entries not sent' },
    ja: '未送信：{count}件',
  },
  'reception.offline.unsentTitle': { en: 'Entry of a desk', ja: '避難所受付の記録' },
  'reception.offline.unsentLocked': {
    en: 'Encrypted. Unlock the desk to read it.',
    ja: '暗号化されています。ロックを解除すると表示されます。',
  },
  'reception.offline.unreadable': {
    en: 'This device has no key for it any more.',
    ja: 'この端末には、これを開く鍵がありません。',
  },
  'reception.offline.showUnsent': { en: 'Show what was not sent', ja: '未送信の記録を表示' },
  'reception.offline.receive': { en: 'Received', ja: '受付' },
  'reception.offline.leave': { en: 'Left', ja: '退所' },
  'reception.offline.code': { en: 'Code {code}, named when connected', ja: 'コード{code}（接続後に氏名を表示）' },
  'reception.offline.byName': { en: 'Find in the list of this device', ja: 'この端末の一覧から探す' },
  'reception.offline.noCopy': {
    en: 'This device has no list of the shelter. People can be added and codes be read.',
    ja: 'この端末に避難者の一覧がありません。人の追加とコードの読み取りはできます。',
  },
  'reception.offline.add': { en: 'Add {name}', ja: '{name}さんを追加' },
  'reception.offline.addShort': { en: 'Add', ja: '追加' },
  'reception.offline.asOf': { en: 'As of {time}, {count} not sent', ja: '{time}現在、未送信{count}件' },
})
