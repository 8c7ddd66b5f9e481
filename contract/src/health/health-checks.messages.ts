import { defineMessages } from '../i18n.ts'

/** Texts of the checks of the computer and its database. */
export const healthCheckMessages = defineMessages({
  'health.check.disk': { en: 'Disk', ja: 'ディスク' },
  'health.fact.diskFree': { en: 'Free', ja: '空き容量' },
  'health.fact.diskTotal': { en: 'Total', ja: '全容量' },
  'health.fact.diskFullIn': { en: 'Full in (forecast)', ja: '満杯になるまで（予測）' },
  'health.advice.diskLow': {
    en: 'The disk is nearly full, and files are refused soon: delete what is not needed, or use a larger disk.',
    ja: 'ディスクの空きが少なく、まもなくファイルを受け付けられなくなります。不要なデータを削除するか、より大きいディスクに替えてください。',
  },
  'health.advice.diskFull': {
    en: 'The disk is full, and the server accepts little more than SOS: free space now.',
    ja: 'ディスクがいっぱいで、SOSなど一部しか受け付けられません。すぐに空きを増やしてください。',
  },
  'health.advice.diskFilling': {
    en: 'At this rate the disk is full within two weeks: delete what is not needed, or use a larger disk.',
    ja: 'このままでは2週間以内にディスクがいっぱいになります。不要なデータを削除するか、より大きいディスクに替えてください。',
  },

  'health.check.database': { en: 'Database', ja: 'データベース' },
  'health.fact.answerTime': { en: 'Answers within', ja: '応答時間' },
  'health.fact.connections': { en: 'Connections', ja: '接続数' },
  'health.fact.connectionsMax': { en: 'Connections at most', ja: '接続数の上限' },
  'health.fact.oldestTransaction': { en: 'Longest running transaction', ja: '最も長いトランザクション' },
  'health.advice.databaseSlow': {
    en: 'The database answers slowly: look for other programs that use this computer or its disk.',
    ja: 'データベースの応答が遅くなっています。このコンピューターやディスクをほかのプログラムが使っていないか確認してください。',
  },
  'health.advice.connectionsUsed': {
    en: 'The database has few connections left: stop other programs that use it, or raise max_connections.',
    ja: 'データベースの接続の残りがわずかです。ほかのプログラムを止めるか、max_connectionsを増やしてください。',
  },
  'health.advice.transactionOld': {
    en: 'A transaction has run for long and keeps deleted data on the disk: end the program that began it.',
    ja: '長く続くトランザクションがあり、削除したデータがディスクに残っています。開始したプログラムを終了してください。',
  },

  'health.check.storage': { en: 'Stored data', ja: '保存データ' },
  'health.fact.databaseSize': { en: 'Database', ja: 'データベース' },
  'health.fact.fileSize': { en: 'Uploaded files', ja: '添付ファイル' },
  'health.fact.files': { en: 'Number of files', ja: 'ファイル数' },

  'health.check.backup': { en: 'Backup', ja: 'バックアップ' },
  'health.fact.lastBackup': { en: 'Last complete backup', ja: '最後に完了したバックアップ' },
  'health.fact.backupSize': { en: 'Size', ja: '容量' },
  'health.fact.lastRehearsal': { en: 'Last restored as a test', ja: '最後に成功した復元テスト' },
  'health.advice.backupNone': {
    en: 'The server has made no backup by itself. If this computer breaks, all data is lost unless you keep a copy elsewhere.',
    ja: 'サーバーが自動で作成したバックアップはありません。ほかに控えがない場合、このコンピューターが壊れるとすべてのデータが失われます。',
  },
  'health.advice.backupFailed': {
    en: 'The last backup failed: check that its target is connected, writable and has room, then back up again.',
    ja: '最後のバックアップに失敗しました。保存先の接続、書き込みの許可、空き容量を確認し、もう一度バックアップしてください。',
  },
  'health.advice.backupOld': {
    en: 'The last complete backup is old, and newer data would be lost: check the schedule and the target.',
    ja: '完了したバックアップが古く、それ以降のデータは失われるおそれがあります。予定と保存先を確認してください。',
  },
  'health.advice.rehearsalDamaged': {
    en: 'The last backup is damaged and cannot be trusted: replace its disk, then back up again.',
    ja: '最後のバックアップが破損しており、信頼できません。保存先のディスクを交換し、もう一度バックアップしてください。',
  },
  'health.advice.rehearsalNoRoom': {
    en: 'The last backup was not restored as a test: there is no room. Free space on the disk of the database, then back up again.',
    ja: '空きがなく、最後のバックアップの復元テストをしていません。データベースのディスクの空きを増やし、もう一度バックアップしてください。',
  },
  'health.advice.rehearsalNoRight': {
    en: 'The last backup was not restored as a test: give the user of the database the right to create databases (CREATEDB).',
    ja: '権限がなく、最後のバックアップの復元テストをしていません。データベースのユーザーにデータベースを作成する権限（CREATEDB）を与えてください。',
  },
  'health.advice.rehearsalNoKey': {
    en: 'The last backup was not checked: this computer does not have its key. Save a new passphrase, then back up again.',
    ja: 'このコンピューターに鍵がなく、最後のバックアップを確認していません。新しいパスフレーズを保存し、もう一度バックアップしてください。',
  },
  'health.advice.rehearsalLaterVersion': {
    en: 'The last backup was not restored as a test: a later version has updated the database. Install that version.',
    ja: '新しいバージョンがデータベースを更新したため、最後のバックアップの復元テストをしていません。そのバージョンをインストールしてください。',
  },
  'health.advice.rehearsalNone': {
    en: 'The last backup was not restored as a test, and it is unknown whether it can be restored: back up again.',
    ja: '最後のバックアップの復元テストをしておらず、復元できるかわかりません。もう一度バックアップしてください。',
  },

  'health.check.temperature': { en: 'Temperature', ja: '温度' },
  'health.fact.temperature': { en: 'Hottest sensor', ja: '最も高い温度' },
  'health.advice.temperatureHigh': {
    en: 'The computer is too hot and becomes slow or stops: give it air and shade, and clean its fan.',
    ja: 'コンピューターが熱くなりすぎています。動作が遅くなったり止まったりします。風通しのよい日陰に置き、ファンを掃除してください。',
  },
  'health.advice.temperatureUnknown': {
    en: 'The system does not tell the temperature of this computer.',
    ja: 'このコンピューターの温度は取得できません。',
  },

  'health.check.power': { en: 'Power', ja: '電源' },
  'health.fact.onBattery': { en: 'On battery', ja: 'バッテリーで動作中' },
  'health.fact.battery': { en: 'Battery', ja: 'バッテリー残量' },
  'health.fact.underVoltage': { en: 'Voltage too low', ja: '電圧不足' },
  'health.advice.onBattery': {
    en: 'The mains have failed and the computer runs on its battery: restore the power.',
    ja: '電源が切れ、バッテリーで動いています。電源を復旧してください。',
  },
  'health.advice.batteryLow': {
    en: 'The battery is nearly empty and the server stops soon: restore the power now.',
    ja: 'バッテリーの残量が少なく、まもなくサーバーが止まります。すぐに電源を復旧してください。',
  },
  'health.advice.voltageLow': {
    en: 'The voltage is too low, which damages data: use the official power supply and a short cable.',
    ja: '電圧が不足しており、データが壊れるおそれがあります。純正の電源と短いケーブルを使ってください。',
  },
  'health.advice.powerUnknown': {
    en: 'The system does not tell how this computer is powered.',
    ja: 'このコンピューターの電源の状態は取得できません。',
  },

  'health.check.versions': { en: 'Versions', ja: 'バージョン' },
  'health.fact.noroshi': { en: 'Noroshi', ja: 'Noroshi' },
  'health.fact.node': { en: 'Node', ja: 'Node' },
  'health.fact.postgresql': { en: 'PostgreSQL', ja: 'PostgreSQL' },
  'health.fact.migrations': { en: 'Migrations', ja: 'マイグレーション' },
  'health.fact.newestMigration': { en: 'Newest migration', ja: '最新のマイグレーション' },
  'health.fact.startedAt': { en: 'Running since', ja: '起動日時' },
})
