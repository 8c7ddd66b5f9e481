import type { BackupSettings } from '@noroshi/contract/backups/backups.http'
import type { Config } from '#/config.ts'

/** Name of the setting in the database. */
export const BACKUP_SETTING = 'backup'
/** Name of the setting with the id of this server in its targets. A restore deletes it: the restored server is another. */
export const BACKUP_OWNER = 'backupOwner'

/** The key to which backups are encrypted, in the format of age. */
export interface BackupKey {
  /** The public key. */
  readonly recipient: string
  /** The secret key, encrypted with the passphrase. Each backup contains it. */
  readonly locked: string
}

/** The setting in the database. */
export interface StoredBackupSettings extends Omit<BackupSettings, 'isEncrypted'> {
  /** null: backups are not encrypted. */
  readonly key: BackupKey | null
}

export type TargetSetting = Pick<StoredBackupSettings, 'target' | 'folder' | 'disk'>

/** Returns the name of a target for the list of runs. */
export function titleOf({ target, folder, disk }: TargetSetting, { backupS3 }: Pick<Config, 'backupS3'>): string {
  if (target === 'folder') return folder
  return target === 'disk' ? disk : backupS3 === null ? 'S3' : `S3 ${backupS3.endpoint}/${backupS3.prefix}`
}
