import { StreetExtractProblem } from '@noroshi/contract/streets/street-extracts.http'
import { isDiskFull } from '#/db/pool.ts'
import { AppError } from '#/http/errors.ts'
import { SourceFailed } from '#/ports/range-source.ts'
import { DiskFull, StorageUnavailable } from '#/ports/storage.ts'
import { DamagedArchive, NotArchive } from '../pmtiles-archive.ts'

const PREFIX = 'streets.'

/** Returns what ended a download, or a look at the source; 'unexpected' for a defect of the server. */
export function problemOf(error: unknown): StreetExtractProblem {
  if (error instanceof SourceFailed) return error.problem
  if (error instanceof DiskFull || isDiskFull(error)) return 'noSpace'
  if (error instanceof StorageUnavailable) return 'diskFailed'
  if (error instanceof NotArchive || error instanceof DamagedArchive) return 'sourceUnfit'
  if (error instanceof AppError && error.code.startsWith(PREFIX)) {
    const { data } = StreetExtractProblem.safeParse(error.code.slice(PREFIX.length))
    return data ?? 'sourceUnfit' // the reasons for which an upload is refused
  }
  if (error instanceof Error && 'syscall' in error && 'code' in error)
    return ['ENOSPC', 'EDQUOT'].includes(String(error.code)) ? 'noSpace' : 'diskFailed'
  return 'unexpected'
}
