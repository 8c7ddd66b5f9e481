import { z } from 'zod'
import { Timestamp } from '../define.ts'
import { diskIssue, folderFields, folderIssue, hasDisk, hasFolder } from '../text/server-folder.ts'

/** Where files are exchanged with other units: nowhere, in a folder of the server, or on a mounted disk with a label. */
export const UnitFolderKind = z.enum(['off', 'folder', 'disk'], 'common.wrongType')

export const UnitFolderSettings = z.object({ target: UnitFolderKind, ...folderFields })
export type UnitFolderSettings = z.infer<typeof UnitFolderSettings>

export const UnitFolderForm = UnitFolderSettings.refine(hasFolder, folderIssue).refine(hasDisk, diskIssue)
export type UnitFolderForm = z.infer<typeof UnitFolderForm>

/** Why files could not be exchanged in the folder. `serverFull`: this server has too little space to store what it reads. */
export const UnitFolderProblem = z.enum([
  'folderGone',
  'diskAbsent',
  'folderReadOnly',
  'folderNotAllowed',
  'folderFull',
  'folderInDataDir',
  'folderFailed',
  'folderUnexpected',
  'serverFull',
])
export type UnitFolderProblem = z.infer<typeof UnitFolderProblem>

/** The folder and its last results. */
export const UnitFolderState = z.object({
  settings: UnitFolderSettings,
  /** The labels of the mounted disks. */
  disks: z.array(z.string()),
  /** When a file of another unit was read there, and one was written. null: none yet. */
  readAt: Timestamp.nullable(),
  writtenAt: Timestamp.nullable(),
  /** null: the last attempt had none. */
  problem: UnitFolderProblem.nullable(),
  /** A file or a line in English about the problem; null: none. */
  detail: z.string().nullable(),
  /** The names of files there that are damaged, cannot be read, or are not for this server. */
  refused: z.array(z.string()),
  /** The number of files for this server beyond those that it reads: 1,000. */
  unread: z.int(),
})
export type UnitFolderState = z.infer<typeof UnitFolderState>
