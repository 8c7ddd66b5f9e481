import { BYTES_PER_MB, FILES_MAX } from '@noroshi/contract/limits'
import { text as translate } from '../../platform/language/i18n.ts'
import { toastInvalid } from '../states/toast.tsx'

/** Returns the files within the size limit and shows a toast about the others (specification, section 5). */
export function withoutTooLarge(files: readonly File[], maxMb: number): File[] {
  const tooLarge = files.filter(({ size }) => size > maxMb * BYTES_PER_MB)
  const [first] = tooLarge
  if (first) {
    const largest = Math.max(...tooLarge.map(({ size }) => size))
    toastInvalid(
      'media.tooLarge',
      { size: (largest / BYTES_PER_MB).toFixed(1).replace(/\.0$/, '') },
      { description: translate('media.limit', { max: maxMb }) },
    )
  }
  return files.filter((file) => !tooLarge.includes(file))
}

/** Returns at most `max` files and shows a toast if there are more. */
export function withoutTooMany(files: readonly File[], max = FILES_MAX): readonly File[] {
  if (files.length > max) toastInvalid('media.tooMany', { max: FILES_MAX })
  return files.slice(0, max)
}
