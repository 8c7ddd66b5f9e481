import { BYTES_PER_MB } from '@noroshi/contract/limits'

/** Returns megabytes, with one decimal below ten. */
export function megabytes(bytes: number): string {
  const mb = bytes / BYTES_PER_MB
  return mb < 10 ? String(Math.ceil(mb * 10) / 10) : String(Math.round(mb))
}
