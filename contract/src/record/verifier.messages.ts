import { defineMessages } from '../i18n.ts'

/** Texts of the verifier, a page apart from the app (web/verifier). */
export const verifierMessages = defineMessages({
  'verifier.title': { en: 'Verify a record', ja: '記録の検証' },
  'verifier.about': {
    en: 'This page checks an exported record in your browser. It needs no connection and sends nothing.',
    ja: '書き出した記録をこのブラウザーの中で検証します。接続は不要で、何も送信しません。',
  },
  'verifier.file': { en: 'Record (JSON file)', ja: '記録（JSONファイル）' },
  'verifier.heads': { en: 'Proofs of devices (files, optional)', ja: '端末の証明（ファイル・任意）' },
  'verifier.printedSeq': { en: 'From a printed export: last entry (optional)', ja: '印刷された「最後の番号」（任意）' },
  'verifier.printedHash': { en: 'From a printed export: hash (optional)', ja: '印刷された「ハッシュ」（任意）' },
  'verifier.printedWrong': {
    en: 'Enter the number and at least {min} characters of the hash',
    ja: '番号と、ハッシュの先頭{min}文字以上を入力してください',
  },
  'verifier.headsWrong': { en: 'A file has no proofs: {name}', ja: '証明が入っていないファイルです: {name}' },
  'verifier.checking': { en: 'Checking', ja: '検証しています' },
  'verifier.noCrypto': {
    en: 'This browser cannot verify a record here. Save this page as a file, or use a newer browser.',
    ja: 'このブラウザーでは検証できません。このページをファイルに保存して開くか、新しいブラウザーを使ってください。',
  },
  'verifier.intact': { en: 'No change was found', ja: '変更は見つかりませんでした' },
  'verifier.broken': { en: 'This record was changed', ja: 'この記録は変更されています' },
  'verifier.findings': { en: 'What was found', ja: '見つかったこと' },
  'verifier.changed': { en: 'Entry {seq} was changed', ja: '記録{seq}が変更されています' },
  'verifier.unreadable': { en: 'Entry {seq} cannot be read', ja: '記録{seq}を読み取れません' },
  'verifier.inserted': { en: 'Entry {seq} was inserted', ja: '記録{seq}が挿入されています' },
  'verifier.removedOne': { en: 'Entry {from} was removed', ja: '記録{from}が削除されています' },
  'verifier.removedMany': { en: 'Entries {from} to {to} were removed', ja: '記録{from}〜{to}が削除されています' },
  'verifier.fileBeginning': { en: 'The first line of the file was changed', ja: 'ファイルの最初の行が変更されています' },
  'verifier.fileEnd': {
    en: 'The signed state at the end of the file was changed or is missing',
    ja: 'ファイルの末尾にある署名が変更されているか、ありません',
  },
  'verifier.cut': {
    en: 'The end is missing: entries {from} to {to} were cut off',
    ja: '末尾がありません: 記録{from}〜{to}が切り取られています',
  },
  'verifier.rewritten': {
    en: 'Entries were rewritten between {after} and {to}: they do not match a proof',
    ja: '記録{after}〜{to}の間が書き換えられています。証明と一致しません',
  },
  'verifier.headForged': { en: 'A proof of entry {seq} has no valid signature', ja: '記録{seq}の証明の署名が正しくありません' },
  'verifier.otherKey': {
    en: 'A proof of entry {seq} is signed by another key than this file',
    ja: '記録{seq}の証明とこのファイルの署名の鍵が異なります',
  },
  'verifier.checked': { en: 'What was checked', ja: '検証したこと' },
  'verifier.contents': {
    en: { one: 'The content of 1 entry', other: 'The contents of {count} entries' },
    ja: '記録{count}件の内容',
  },
  'verifier.links': {
    en: { one: 'The order of 1 entry', other: 'The order of {count} entries' },
    ja: '記録{count}件の順序',
  },
  'verifier.signature': { en: 'The signature of the server, key {key}', ja: 'サーバーの署名（鍵 {key}）' },
  'verifier.compared': {
    en: { one: 'Compared with 1 proof', other: 'Compared with {count} proofs' },
    ja: '証明{count}件との比較',
  },
  'verifier.unchecked': { en: 'What could not be checked', ja: '検証できなかったこと' },
  'verifier.redacted': {
    en: { one: 'The content of 1 erased entry', other: 'The contents of {count} erased entries' },
    ja: '削除された内容{count}件',
  },
  'verifier.unlinked': { en: 'Whether entry {seq} continues the one before', ja: '記録{seq}と直前の記録とのつながり' },
  'verifier.signatureUnsupported': {
    en: 'The signature: this browser does not know Ed25519',
    ja: '署名（このブラウザーはEd25519に対応していません）',
  },
  'verifier.noProof': {
    en: 'Whether the server itself rewrote the record or cut its end: choose proofs of a device, or enter the hash of a printed export',
    ja: 'サーバー自身による書き換えや末尾の切り取り（端末の証明を選ぶか、印刷されたハッシュを入力してください）',
  },
  'verifier.key': {
    en: 'Whether the key is that of your server: compare it with a printed export',
    ja: '鍵がお使いのサーバーのものかどうか（印刷された鍵と比べてください）',
  },
  'verifier.otherHeads': {
    en: { one: '1 proof of another record', other: '{count} proofs of other records' },
    ja: '他の記録の証明{count}件',
  },
  'verifier.entries': { en: 'Entries', ja: '記録' },
  'verifier.more': { en: 'Show more', ja: '続きを表示' },
  'verifier.state.intact': { en: 'Unchanged', ja: '変更なし' },
  'verifier.state.redacted': { en: 'Erased', ja: '削除済み' },
  'verifier.state.broken': { en: 'Changed', ja: '変更あり' },
  'verifier.number': { en: 'No.', ja: '番号' },
  'verifier.time': { en: 'Time', ja: '日時' },
  'verifier.event': { en: 'Event', ja: '出来事' },
  'verifier.person': { en: 'Person', ja: '人' },
  'verifier.content': { en: 'Content', ja: '内容' },
  'verifier.state': { en: 'State', ja: '状態' },
  'verifier.audit': { en: 'Audit entry', ja: '操作履歴' },
})
