import pg from 'pg'
import type { BackupProblem } from '@noroshi/contract/backups/backups.http'
import { DiskFull, StorageUnavailable } from '#/ports/storage.ts'
import { DamagedError } from './manifest.ts'
import { TargetGone } from './target/backup-store.ts'
import { TargetOfOther, TargetUnclaimed } from './target/backup-target.ts'
import { DiskReserved } from './target/folder-store.ts'
import { DiskAbsent, InDataDir, NoS3 } from './target/open-target.ts'

/** A problem of a backup, for administrators. `detail` is a file or a line in English. */
export interface Problem {
  readonly problem: BackupProblem
  readonly detail: string | null
}

/** Errors of backups and their problems. */
const BY_CLASS: readonly (readonly [new (...parameters: never[]) => Error, BackupProblem])[] = [
  [TargetGone, 'targetGone'],
  [TargetUnclaimed, 'targetGone'],
  [TargetOfOther, 'otherServer'],
  [DiskAbsent, 'diskAbsent'],
  [InDataDir, 'inDataDir'],
  [NoS3, 'noS3'],
  [DiskReserved, 'reserved'],
  [DiskFull, 'full'],
  [StorageUnavailable, 's3Unavailable'],
]
/** Codes of the file system and their problems. */
const BY_CODE: Readonly<Record<string, BackupProblem>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EROFS: 'readOnly',
  EACCES: 'notAllowed',
  EPERM: 'notAllowed',
  EIO: 'diskFailed',
  EUCLEAN: 'diskFailed',
  ENODEV: 'targetGone',
  ENXIO: 'targetGone',
  ENOTCONN: 'targetGone',
  ESTALE: 'targetGone',
  EHOSTDOWN: 'targetGone',
  ENOENT: 'targetGone',
}

/** Returns the problem of an error. */
export function problemOf(error: unknown): Problem {
  if (error instanceof DamagedError) return { problem: 'damaged', detail: error.file }
  for (const [kind, problem] of BY_CLASS)
    if (error instanceof kind) return { problem, detail: problem === 's3Unavailable' ? lineOf(error) : null }
  const { code = '', path: file, syscall } = error as NodeJS.ErrnoException
  const problem = syscall === undefined ? undefined : BY_CODE[code]
  if (problem !== undefined) return { problem, detail: file ?? null }
  return { problem: 'unexpected', detail: lineOf(error) }
}

function lineOf(error: unknown): string {
  const prefix = error instanceof pg.DatabaseError ? 'PostgreSQL: ' : ''
  return `${prefix}${error instanceof Error ? error.message : String(error)}`.replaceAll('\n', ' ').slice(0, 500)
}
