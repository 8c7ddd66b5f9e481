import { z } from 'zod'

/** Max characters of the path of a folder. */
const FOLDER_MAX = 500
/** Max characters of the label of a disk. Those of all file systems are shorter. */
const DISK_MAX = 255

/** The fields of a form that chooses a folder of the server, or a mounted disk by its label. */
export const folderFields = {
  /** The absolute path of the folder on the server. Empty unless it is the target. */
  folder: z.string('common.wrongType').max(FOLDER_MAX, 'common.tooLong'),
  /** The label of the disk. Empty unless it is the target. */
  disk: z.string('common.wrongType').max(DISK_MAX, 'common.tooLong'),
}

interface FolderFields {
  readonly target: string
  readonly folder: string
  readonly disk: string
}

/** Whether the folder is an absolute path without steps to a parent folder, if it is the target. */
export const hasFolder = ({ target, folder }: FolderFields): boolean =>
  target !== 'folder' || (/^\/[^\0]+$/.test(folder) && !folder.split('/').includes('..'))
export const folderIssue = { path: ['folder'], message: 'backup.folderInvalid' }

/** Whether the disk is a label, if it is the target. */
export const hasDisk = ({ target, disk }: FolderFields): boolean => target !== 'disk' || (disk !== '' && !/[/\0]/.test(disk))
export const diskIssue = { path: ['disk'], message: 'backup.diskRequired' }
