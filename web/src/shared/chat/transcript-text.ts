import type { Transcript } from '@noroshi/contract/files'
import type { Text } from '../../platform/language/i18n.ts'

/** Returns the text of a transcript, or why there is none. */
export function transcriptText({ text: body, state }: Pick<Transcript, 'text' | 'state'>, text: Text): string {
  if (body !== '') return body
  return text(`transcript.${state === 'complete' ? 'empty' : state}`)
}
