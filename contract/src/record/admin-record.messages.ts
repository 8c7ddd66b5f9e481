import { defineMessages } from '../i18n.ts'

/** Texts of the export, which only administrators see. */
export const adminRecordMessages = defineMessages({
  'recordExport.title': { en: 'Chronology', ja: 'クロノロジー' },
  'recordExport.load': { en: 'Create the export', ja: '書き出しを作成' },
  'recordExport.about': {
    en: 'The export has all entries of this alert with names and messages. It is noted in the audit log.',
    ja: 'このアラートのすべての記録を、名前とメッセージを含めて書き出します。操作履歴に残ります。',
  },
  'recordExport.progress': { en: { one: '1 entry', other: '{count} entries' }, ja: '{count}件' },
  'recordExport.failed': { en: 'The record was not exported', ja: '記録を書き出せませんでした' },
  'recordExport.none': {
    en: 'This alert has no record yet',
    ja: 'このアラートの記録はまだありません',
  },
  'recordExport.print': { en: 'Print', ja: '印刷' },
  'recordExport.json': { en: 'Download as JSON', ja: 'JSONをダウンロード' },
  'recordExport.geojson': { en: 'Download locations as GeoJSON', ja: '位置をGeoJSONでダウンロード' },
  'recordExport.verifier': { en: 'Download the verifier', ja: '検証ツールをダウンロード' },
  'recordExport.verifierAbout': {
    en: 'Open the verifier in a browser, also without a connection, and choose the JSON file.',
    ja: '検証ツールはブラウザーで開きます。接続は不要です。JSONファイルを選んでください。',
  },
  'recordExport.number': { en: 'No.', ja: '番号' },
  'recordExport.time': { en: 'Time', ja: '日時' },
  'recordExport.person': { en: 'Person', ja: '人' },
  'recordExport.event': { en: 'Event', ja: '出来事' },
  'recordExport.content': { en: 'Content', ja: '内容' },
  'recordExport.head': { en: 'State of the record', ja: '記録の状態' },
  'recordExport.headSeq': { en: 'Last entry', ja: '最後の番号' },
  'recordExport.headHash': { en: 'Hash', ja: 'ハッシュ' },
  'recordExport.headAt': { en: 'Signed', ja: '署名日時' },
  'recordExport.headKey': { en: 'Key of the server', ja: 'サーバーの鍵' },
  'recordExport.headSignature': { en: 'Signature', ja: '署名' },
  'recordExport.audit': { en: 'Export the record of the audit log', ja: '操作履歴の記録を書き出す' },
  'recordHeads.title': { en: 'Proofs on this device', ja: 'この端末にある証明' },
  'recordHeads.about': {
    en: 'Each hour the server sends the signed states of its records to the devices of administrators. A later change of a record does not match them.',
    ja: 'サーバーは1時間ごとに、署名した記録の状態を管理者の端末に送ります。後から記録を変えると、これと一致しなくなります。',
  },
  'recordHeads.count': { en: { one: '1 proof', other: '{count} proofs' }, ja: '{count}件の証明' },
  'recordHeads.newest': { en: 'Newest: {time}', ja: '最新: {time}' },
  'recordHeads.none': { en: 'No proofs yet', ja: '証明はまだありません' },
  'recordHeads.download': { en: 'Download the proofs', ja: '証明をダウンロード' },
  'recordHeads.conflict': {
    en: 'A record of the server does not match the proofs on this device. A restored backup is one cause. Without one, the record was rewritten: download the proofs and check an export with the verifier.',
    ja: 'サーバーの記録がこの端末の証明と一致しません。バックアップから復元した場合にも起こります。復元していなければ、記録が書き換えられています。証明をダウンロードし、書き出した記録を検証ツールで確認してください。',
  },
  'error.record.notFound': { en: 'There is no record yet', ja: '記録はまだありません' },
  'audit.record.exported': { en: 'Exported a record', ja: '記録を書き出しました' },
})
