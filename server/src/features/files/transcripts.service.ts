import type { Language } from '@noroshi/contract/i18n'
import type { Transcript } from '@noroshi/contract/files'
import { VOICE_NOTE_BYTES_MAX } from '@noroshi/contract/limits'
import type { Tx } from '#/db/transaction.ts'
import type { Db } from '#/db/pool.ts'
import type { FileColumns } from './files.present.ts'
import type { FileRow } from './files.sql.ts'
import { insertTranscripts, transcriptOfMessage } from './transcripts.sql.ts'

// Other features may import only the service of a feature, so that it re-exports what they need.
export {
  type ClaimedNote,
  claimNote,
  type Correction,
  countAnonymousNotes,
  countPendingNotes,
  postponeNote,
  type RecordingFile,
  recordingById,
  setCorrection,
  setResult,
  type TranscriptColumns,
  transcriptOf,
  type WaitingNote,
  waitingNotes,
} from './transcripts.sql.ts'

/** The types of recordings that the recogniser reads. */
const RECORDINGS: ReadonlySet<string> = new Set(['audio/webm', 'audio/ogg', 'audio/mp4'])

/**
 * Requests a transcript of each voice note among new files of a message or an alert.
 * @param max of the notes, the first ones get a transcript; the others keep their recording
 * @returns the rows with their transcripts
 */
export async function requestTranscripts(
  tx: Db,
  rows: readonly FileRow[],
  language: Language,
  max = Infinity,
): Promise<FileColumns[]> {
  const notes = new Map(
    rows
      .filter(({ type }) => RECORDINGS.has(type))
      .map((row, index) => [
        row.id,
        { language, state: index < max ? stateOf(row) : 'unavailable', text: '', is_corrected: false },
      ]),
  )
  if (notes.size > 0)
    await insertTranscripts(
      tx,
      [...notes].map(([file_id, { state }]) => ({ file_id, language, state })),
    )
  return rows.map((row) => ({ ...row, transcript: notes.get(row.id) ?? null }))
}

const stateOf = ({ size }: FileRow): Transcript['state'] => (size > VOICE_NOTE_BYTES_MAX ? 'unavailable' : 'pending')

/** Returns the text by which the voice notes of a message are found; null without any. */
export const searchTextOf = (tx: Tx, messageId: string): Promise<string | null> => transcriptOfMessage(tx, messageId)
