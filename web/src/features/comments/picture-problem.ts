import { BYTES_PER_MB } from '@noroshi/contract/limits'
import type { Text } from '../../platform/i18n.ts'

/** Returns the reason why these files cannot be the picture of a comment, in the user's language; null if they can. */
export function pictureProblemOf(files: readonly File[], maxMb: number, text: Text): string | null {
  if (files.length > 1) return text('comments.onePicture')
  const [file] = files
  if (!file) return null
  if (!file.type.startsWith('image/')) return text('comments.notPicture', { name: file.name })
  if (file.size <= maxMb * BYTES_PER_MB) return null
  const size = (file.size / BYTES_PER_MB).toFixed(1).replace(/\.0$/, '')
  return `${text('media.tooLarge', { size })}. ${text('media.limit', { max: maxMb })}`
}
