import { defineMessages } from '../i18n.ts'

/** Texts of the checks of the server itself. Features have those of their own checks. */
export const healthCheckMessages = defineMessages({
  'health.check.disk': { en: 'Disk', ja: 'ディスク' },
  'health.fact.diskFree': { en: 'Free', ja: '空き容量' },
  'health.fact.diskTotal': { en: 'Total', ja: '全容量' },
  'health.advice.diskLow': {
    en: 'The disk is nearly full, and files are refused soon: delete what is not needed, or use a larger disk.',
    ja: 'ディスクの空きが少なく、まもなくファイルを受け付けられなくなります。不要なデータを削除するか、より大きいディスクに替えてください。',
  },
  'health.advice.diskFull': {
    en: 'The disk is full, and the server accepts little more than SOS: free space now.',
    ja: 'ディスクがいっぱいで、SOSなど一部しか受け付けられません。すぐに空きを増やしてください。',
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
    en: 'A transaction runs for long and keeps deleted data on the disk: end the program that began it.',
    ja: '長く続くトランザクションがあり、削除したデータがディスクに残っています。開始したプログラムを終了してください。',
  },

  'health.check.versions': { en: 'Versions', ja: 'バージョン' },
  'health.fact.noroshi': { en: 'Noroshi', ja: 'Noroshi' },
  'health.fact.node': { en: 'Node', ja: 'Node' },
  'health.fact.postgresql': { en: 'PostgreSQL', ja: 'PostgreSQL' },
  'health.fact.migrations': { en: 'Migrations', ja: 'マイグレーション' },
  'health.fact.startedAt': { en: 'Running since', ja: '起動日時' },
  'health.fact.newestMigration': { en: 'Newest migration', ja: '最新のマイグレーション' },
})
