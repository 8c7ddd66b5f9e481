import type { Text } from '../../platform/language/i18n.ts'

/** Returns the reason why these files cannot be the picture of a comment, in the user's language; null if they can. */
export function pictureProblemOf(files: readonly File[], text: Text): string | null {
  if (files.length > 1) return text('comments.onePicture')
  const [file] = files
  return file && !file.type.startsWith('image/') ? text('comments.notPicture', { name: file.name }) : null
}
