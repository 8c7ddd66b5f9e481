import { type Media, Transcript } from '@noroshi/contract/files'
import { knownLanguage } from '@noroshi/contract/i18n'
import { UPLOADS_BASE } from '@noroshi/contract/routes'
import type { FileRow } from './files.sql.ts'
import type { TranscriptColumns } from './transcripts.sql.ts'

/** The columns of a file that its readers see. */
export type FileColumns = Omit<FileRow, 'created_at' | 'parent_id' | 'parent_kind' | 'storage_key'> & {
  /** Only of voice notes in messages and alerts. */
  readonly transcript?: TranscriptColumns | null
}

export const presentMedia = (row: FileColumns): Media => ({
  id: row.id,
  type: row.type,
  mediaUrl: `${UPLOADS_BASE}/${row.id}`,
  previewUrl: row.preview_key === null ? null : `${UPLOADS_BASE}/${row.id}/preview`,
  width: row.width,
  height: row.height,
  size: row.size,
  previewName: row.name,
  ...(row.transcript && { transcript: presentTranscript(row.transcript) }),
})

const presentTranscript = ({ language, state, text, is_corrected }: TranscriptColumns): Transcript =>
  Transcript.parse({ language: knownLanguage(language), state, text, isCorrected: is_corrected })
