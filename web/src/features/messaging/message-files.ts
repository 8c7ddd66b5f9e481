import { BYTES_PER_MB } from '@noroshi/contract/limits'
import { text } from '../../platform/language/i18n.ts'
import { toastWarning } from '../../ui/states/toast.tsx'

/** Milliseconds for which the toast about too large files is shown (specification, section 5). */
const TOO_LARGE_MS = 7_000

/** Drops files over the limit and shows a toast with their number and the limit (specification, section 5). */
export function withoutTooLarge(files: readonly File[], maxMb: number): File[] {
  const fitting = files.filter(({ size }) => size <= maxMb * BYTES_PER_MB)
  const count = files.length - fitting.length
  if (count > 0) {
    toastWarning(
      'messages.tooLarge',
      { count },
      { description: text('messages.limit', { max: maxMb }), durationMs: TOO_LARGE_MS },
    )
  }
  return fitting
}
