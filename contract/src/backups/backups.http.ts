import { z } from 'zod'
import { defineRoutes, EmptyReply, Timestamp, Uuid } from '../define.ts'
import { diskIssue, folderFields, folderIssue, hasDisk, hasFolder } from '../text/server-folder.ts'
import { TimeOfDay, TimeZone } from '../text/time-of-day.ts'

/** Characters of a passphrase. */
const PASSPHRASE_MIN = 10
const PASSPHRASE_MAX = 200
/** Max number of backups that are kept. */
const KEEP_MAX = 365

/** Where backups are written: a folder, a mounted disk with a label, or the bucket of BACKUP_S3_URL. */
export const BackupTargetKind = z.enum(['folder', 'disk', 's3'], 'common.wrongType')
export type BackupTargetKind = z.infer<typeof BackupTargetKind>

const settings = {
  /** Whether a backup is made each day. */
  isOn: z.boolean('common.wrongType'),
  target: BackupTargetKind,
  ...folderFields,
  /** The time of day. */
  time: TimeOfDay,
  timeZone: TimeZone,
  /** How many backups the target keeps. */
  keep: z.int('common.wrongType').min(1, 'backup.keepInvalid').max(KEEP_MAX, 'backup.keepInvalid'),
}

export const BackupSettings = z
  .object({ ...settings, /** Whether backups can be read with a passphrase only. */ isEncrypted: z.boolean() })
  .meta({ id: 'BackupSettings' })
export type BackupSettings = z.infer<typeof BackupSettings>

export const BackupSettingsForm = z
  .object({
    ...settings,
    /** A new passphrase; null: backups are not encrypted any more; absent: as before. The server does not store it. */
    passphrase: z
      .string('common.wrongType')
      .min(PASSPHRASE_MIN, 'backup.passphraseShort')
      .max(PASSPHRASE_MAX, 'common.tooLong')
      .nullable()
      .optional(),
  })
  .refine(hasFolder, folderIssue)
  .refine(hasDisk, diskIssue)
export type BackupSettingsForm = z.infer<typeof BackupSettingsForm>

/** The problem of a backup, or the reason for which it was verified only. */
export const BackupProblem = z.enum([
  'targetGone',
  'diskAbsent',
  'readOnly',
  'notAllowed',
  'full',
  'reserved',
  'inDataDir',
  'otherServer',
  'noS3',
  's3Unavailable',
  'diskFailed',
  'unexpected',
  /** A file of the backup is not as it was written. */
  'damaged',
  /** Uploaded files are not there, as where their disk is not mounted. */
  'filesMissing',
  /**
   * It was not restored for a test: too little room, no right to create a database, no key on this computer, or a schema
   * that a later version has expanded.
   */
  'noRoom',
  'noRight',
  'noKey',
  'laterVersion',
  /** The backup before a migration took too long. */
  'tooSlow',
])
export type BackupProblem = z.infer<typeof BackupProblem>

/** Max damaged files of a backup that a run names, and that a rehearsal looks for. */
export const DAMAGED_NAMED_MAX = 20
export const DAMAGED_MAX = 1000

export const BackupRun = z
  .object({
    id: Uuid,
    /** `migration`: the tables, before a new version changed them. */
    kind: z.enum(['scheduled', 'manual', 'migration']),
    /** The folder, the disk or the bucket. */
    target: z.string(),
    /** The folder of the backup in the target; null: none was begun. */
    name: z.string().nullable(),
    startedAt: Timestamp,
    endedAt: Timestamp.nullable(),
    /** All bytes of the backup, and those that the target did not have before; null until they are written. */
    bytes: z.int().nullable(),
    newBytes: z.int().nullable(),
    /** null: it runs. */
    outcome: z.enum(['complete', 'failed', 'interrupted']).nullable(),
    /** `rehearsed`: restored and compared. `verified`: each file was compared with its hash. null: neither. */
    rehearsal: z.enum(['rehearsed', 'verified', 'damaged']).nullable(),
    problem: BackupProblem.nullable(),
    /** The damaged files, or the line of an error in English. */
    detail: z.string().nullable(),
    /** How many damaged files `detail` does not name; absent: none. There may be more if {@link DAMAGED_MAX} are damaged. */
    moreDamaged: z.int().positive().optional(),
  })
  .meta({ id: 'BackupRun' })
export type BackupRun = z.infer<typeof BackupRun>

export const BackupState = z
  .object({
    /** null: no administrator has chosen a target. */
    settings: BackupSettings.nullable(),
    /** The labels of the mounted disks. */
    disks: z.array(z.string()),
    /** Whether BACKUP_S3_URL is set. */
    hasS3: z.boolean(),
    /** Whether uploaded files are in S3 and so in no backup. */
    hasFilesInS3: z.boolean(),
    /** The last runs, newest first. */
    runs: z.array(BackupRun),
  })
  .meta({ id: 'BackupState' })
export type BackupState = z.infer<typeof BackupState>

const targetErrors = [
  'backup.running',
  'backup.targetGone',
  'backup.diskAbsent',
  'backup.readOnly',
  'backup.notAllowed',
  'backup.full',
  'backup.reserved',
  'backup.inDataDir',
  'backup.otherServer',
  'backup.noS3',
  'backup.s3Unavailable',
  'backup.diskFailed',
  'backup.unexpected',
] as const

export const backupRoutes = defineRoutes({
  read: {
    method: 'GET',
    path: '/admin/backup',
    access: 'admin',
    reply: BackupState,
    summary: 'The settings of scheduled backups, and the last runs.',
  },
  change: {
    method: 'PUT',
    path: '/admin/backup',
    access: 'admin',
    body: BackupSettingsForm,
    errors: targetErrors,
    reply: BackupSettings,
    summary: 'Change the settings of scheduled backups. The target must be writable.',
  },
  start: {
    method: 'POST',
    path: '/admin/backup/runs',
    access: 'admin',
    errors: ['backup.running', 'backup.noTarget', 'backup.unexpected'],
    reply: EmptyReply,
    summary: 'Begin a backup now. Its result is in the list of runs.',
  },
})
