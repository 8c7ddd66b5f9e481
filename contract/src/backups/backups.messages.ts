import { defineMessages } from '../i18n.ts'

/** Texts of /admin/backup, and what can go wrong with a backup. */
export const backupMessages = defineMessages({
  'backup.title': { en: 'Backup', ja: 'バックアップ' },
  'admin.area.backup': { en: 'When and where, and the last results', ja: '日時、保存先、最近の結果' },
  'audit.backup.changed': { en: 'Changed the settings of backups', ja: 'バックアップの設定を変更しました' },
  'backup.intro': {
    en: 'Each backup has the whole database, the uploaded files and the certificates. After each one, the server restores it for a test and compares everything.',
    ja: 'データベース全体、アップロードされたファイル、証明書を保存します。保存するたびに復元テストを行い、すべての内容を照合します。',
  },
  'backup.filesInS3': {
    en: 'The uploaded files are in S3 (S3_URL) and in no backup. Keep versions of that bucket or copy it.',
    ja: 'アップロードされたファイルはS3（S3_URL）にあり、バックアップには含まれません。バケットの世代管理やコピーで守ってください。',
  },
  'backup.schedule': { en: 'Schedule', ja: '予定' },
  'backup.isOn': { en: 'Back up each day', ja: '毎日バックアップする' },
  'backup.time': { en: 'Time of day', ja: '時刻' },
  'backup.timeZone': { en: 'In the time zone {zone}', ja: 'タイムゾーン：{zone}' },
  'backup.target': { en: 'Target', ja: '保存先' },
  'backup.target.folder': { en: 'A folder', ja: 'フォルダー' },
  'backup.target.disk': { en: 'A disk', ja: 'ディスク' },
  'backup.target.s3': { en: 'S3', ja: 'S3' },
  'backup.folder': { en: 'Folder', ja: 'フォルダー' },
  'backup.folderHint': {
    en: 'The absolute path of an existing folder on the server, best on another disk, such as /media/usb/noroshi',
    ja: 'サーバーにあるフォルダーの絶対パス。別のディスクをお勧めします（例：/media/usb/noroshi）',
  },
  'backup.disk': { en: 'Label of the disk', ja: 'ディスクのラベル' },
  'backup.diskHint': {
    en: 'The server finds a mounted disk by its label. It mounts none itself. Backups are in its folder noroshi-backups.',
    ja: 'マウント済みのディスクをラベルで探します。サーバーはマウントしません。保存先はディスクのフォルダーnoroshi-backupsです。',
  },
  'backup.noDisks': { en: 'No mounted disk has a label.', ja: 'ラベルのあるディスクはマウントされていません。' },
  'backup.s3Hint': {
    en: 'The bucket is set by BACKUP_S3_URL in the settings of the server.',
    ja: 'バケットはサーバーの設定BACKUP_S3_URLで指定します。',
  },
  'backup.s3Missing': {
    en: 'BACKUP_S3_URL is not set. Write it to the settings of the server and start the server again.',
    ja: 'BACKUP_S3_URLが設定されていません。サーバーの設定に書いて、サーバーを再起動してください。',
  },
  'backup.keep': { en: 'Backups that are kept', ja: '残す数' },
  'backup.keepInvalid': { en: 'Please enter a number from 1 to 365', ja: '1から365までの数を入力してください' },
  'backup.folderInvalid': {
    en: 'Please enter an absolute path, such as /mnt/backup',
    ja: '絶対パスを入力してください（例：/mnt/backup）',
  },
  'backup.diskRequired': { en: 'Please choose a disk', ja: 'ディスクを選んでください' },
  'backup.isEncrypted': { en: 'Encrypt with a passphrase', ja: 'パスフレーズで暗号化する' },
  'backup.encryptedHint': {
    en: 'Without the passphrase, the backup cannot be restored. Write it down and keep it apart from the disk. The server does not know it.',
    ja: 'パスフレーズがないと復元できません。書き留めて、ディスクとは別の場所に保管してください。サーバーには保存されません。',
  },
  'backup.plainHint': {
    en: 'The backup contains all messages, password hashes and private keys. Encrypt it, or keep the disk in a safe place.',
    ja: 'バックアップにはすべてのメッセージ、パスワードのハッシュ、秘密鍵が含まれます。暗号化するか、ディスクを安全な場所に保管してください。',
  },
  'backup.passphrase': { en: 'Passphrase', ja: 'パスフレーズ' },
  'backup.newPassphrase': { en: 'New passphrase (leave empty to keep it)', ja: '新しいパスフレーズ（変えない場合は空欄）' },
  'backup.passphraseShort': { en: 'Please use at least 10 characters', ja: '10文字以上にしてください' },
  'backup.now': { en: 'Back up now', ja: '今すぐバックアップ' },
  'backup.started': { en: 'The backup runs', ja: 'バックアップを開始しました' },
  'backup.runs': { en: 'Last backups', ja: '最近のバックアップ' },
  'backup.noRuns': { en: 'No backup was made yet.', ja: 'バックアップはまだありません。' },
  'backup.running': { en: 'Running', ja: '実行中' },
  'backup.testing': { en: 'Restore test is running', ja: '復元テスト中' },
  'backup.outcome.failed': { en: 'Failed', ja: '失敗' },
  'backup.outcome.interrupted': { en: 'Interrupted', ja: '中断' },
  'backup.outcome.rehearsed': { en: 'Complete, restore tested', ja: '完了・復元テスト済み' },
  'backup.outcome.verified': { en: 'Complete, not restored for a test', ja: '完了・復元テストなし' },
  'backup.outcome.unchecked': { en: 'Complete, not checked', ja: '完了・未確認' },
  'backup.loadFailed': { en: 'The settings of backups could not be loaded', ja: 'バックアップの設定を読み込めませんでした' },
  'backup.kind': { en: 'Kind', ja: '種類' },
  'backup.kind.scheduled': { en: 'Scheduled', ja: '予定' },
  'backup.kind.manual': { en: 'By hand', ja: '手動' },
  'backup.kind.migration': { en: 'Before an update', ja: '更新前' },
  'backup.moreDamaged': {
    en: { one: '{count} more file is damaged.', other: '{count} more files are damaged.' },
    ja: 'ほかに{count}個のファイルが壊れています。',
  },
  'backup.moreDamagedAtLeast': {
    en: { one: 'At least {count} more file is damaged.', other: 'At least {count} more files are damaged.' },
    ja: 'ほかに少なくとも{count}個のファイルが壊れています。',
  },
  'backup.size': { en: '{size}, of which {new} new', ja: '{size}（うち新規 {new}）' },
  'error.backup.running': { en: 'A backup runs already', ja: 'すでにバックアップ中です' },
  'error.backup.noTarget': { en: 'Please save the settings first', ja: '先に設定を保存してください' },
  'error.backup.targetGone': {
    en: 'The target is not there. Connect and mount its disk, or create the folder. If it was moved, save the settings again.',
    ja: '保存先が見つかりません。ディスクを接続してマウントするか、フォルダーを作成してください。移動した場合は設定を保存し直してください。',
  },
  'error.backup.diskAbsent': {
    en: 'No mounted disk has this label. Connect and mount the disk.',
    ja: 'このラベルのディスクはマウントされていません。ディスクを接続してマウントしてください。',
  },
  'error.backup.readOnly': {
    en: 'The target can only be read. The service may write below /media, /mnt and /run/media. For another folder, see "Backup" in docs/operations.md.',
    ja: '保存先は読み取り専用です。サービスが書き込めるのは/media、/mnt、/run/mediaの中だけです。他のフォルダーについてはdocs/operations.mdの「Backup」をご覧ください。',
  },
  'error.backup.notAllowed': {
    en: 'The user who runs the server may not write to the target. Give that user the folder.',
    ja: 'サーバーを実行するユーザーに、保存先へ書き込む権限がありません。フォルダーの所有者を変更してください。',
  },
  'error.backup.full': {
    en: 'The disk of the target is full. Nothing was kept of this attempt. Earlier backups are unchanged.',
    ja: '保存先に空きがありません。今回の分は残っていません。以前のバックアップはそのままです。',
  },
  'error.backup.reserved': {
    en: 'The rest of the disk is reserved for the server. Use another disk.',
    ja: 'ディスクの残りはサーバー用です。別のディスクを使ってください。',
  },
  'error.backup.inDataDir': {
    en: 'The target must be outside of the data directory of the server.',
    ja: '保存先はサーバーのデータフォルダーの外にしてください。',
  },
  'error.backup.otherServer': {
    en: 'The target has the backups of another server. Choose another folder. If that server never runs again, delete the file noroshi-owner in it.',
    ja: '保存先には別のサーバーのバックアップがあります。別のフォルダーを選んでください。そのサーバーをもう使わない場合は、中のファイルnoroshi-ownerを削除してください。',
  },
  'error.backup.noS3': { en: 'BACKUP_S3_URL is not set.', ja: 'BACKUP_S3_URLが設定されていません。' },
  'error.backup.s3Unavailable': { en: 'The S3 store cannot be used: {detail}', ja: 'S3を利用できません：{detail}' },
  'error.backup.diskFailed': {
    en: 'The disk of the target reports errors or does not answer. Use another one.',
    ja: '保存先のディスクに異常があるか、応答がありません。別のディスクを使ってください。',
  },
  'error.backup.unexpected': { en: 'An unexpected error: {detail}', ja: '予期しないエラー：{detail}' },
  'error.backup.damaged': { en: 'These files of the backup are damaged: {detail}', ja: '壊れているファイル：{detail}' },
  'error.backup.noRoom': {
    en: 'All files are right. There was no room on the disk of the database for a restore test.',
    ja: 'ファイルはすべて正常です。データベースのディスクに空きがなく、復元テストはしていません。',
  },
  'error.backup.noRight': {
    en: 'All files are right. The user of the database may not create a database for a restore test.',
    ja: 'ファイルはすべて正常です。データベースのユーザーにデータベースを作成する権限がなく、復元テストはしていません。',
  },
  'error.backup.filesMissing': {
    en: 'Uploaded files of the server are missing, so the backup lacks them. Is their disk mounted?',
    ja: 'サーバーのアップロード済みファイルが見つからず、バックアップに含まれていません。ディスクが接続されているか確認してください。',
  },
  'error.backup.noKey': {
    en: 'Not checked: this computer does not have the key. Save a new passphrase to create one.',
    ja: '未確認：このコンピューターに鍵がありません。新しいパスフレーズを保存すると作成されます。',
  },
  'error.backup.laterVersion': {
    en: 'All files are right. A later version has updated the database, so this version cannot restore it for a test.',
    ja: 'ファイルはすべて正常です。新しいバージョンがデータベースを更新したため、このバージョンでは復元テストができません。',
  },
  'error.backup.tooSlow': {
    en: 'It took too long, and the server started without it, so that an SOS can be sent.',
    ja: '時間がかかりすぎたため、SOSを優先し、バックアップなしで起動しました。',
  },
})
