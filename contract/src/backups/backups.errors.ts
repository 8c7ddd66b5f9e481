/**
 * The HTTP status of each error code. A run of a backup records the same codes without `backup.`, also those that no
 * request gets.
 */
export const backupErrors = {
  /** A backup runs already. */
  'backup.running': 409,
  /** No administrator has chosen a target. */
  'backup.noTarget': 409,
  /** The folder does not exist, or its disk is not mounted. */
  'backup.targetGone': 409,
  /** No mounted disk has this label. */
  'backup.diskAbsent': 409,
  /** The file system can only be read, also because the service may not write there. */
  'backup.readOnly': 409,
  /** The user of the server has no right to write. */
  'backup.notAllowed': 409,
  'backup.full': 409,
  /** The rest of the disk is reserved for the server. */
  'backup.reserved': 409,
  'backup.inDataDir': 409,
  /** Another server writes its backups there. */
  'backup.otherServer': 409,
  /** BACKUP_S3_URL is not set. */
  'backup.noS3': 409,
  'backup.s3Unavailable': 409,
  /** The disk reports errors. */
  'backup.diskFailed': 409,
  'backup.unexpected': 409,
} as const
