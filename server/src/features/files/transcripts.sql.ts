import { sql } from 'kysely'
import type { Db } from '#/db/pool.ts'

/** A transcript from the JSON column of a query of files. */
export interface TranscriptColumns {
  readonly language: string
  readonly state: string
  readonly text: string
  readonly is_corrected: boolean
}

/** SQL of the transcript of a file as JSON, or null. @param file Alias of the row of `files`. */
export const transcriptOf = (file: string) => sql`
  (SELECT json_build_object('language', x.language, 'state', x.state, 'text', x.text, 'is_corrected', x.corrected_at IS NOT NULL)
    FROM file_transcripts x WHERE x.file_id = ${sql.ref(`${file}.id`)})`

export const insertTranscripts = (
  tx: Db,
  rows: readonly { readonly file_id: string; readonly language: string; readonly state: string }[],
) => tx.insertInto('file_transcripts').values(rows).execute()

/** A voice note whose recognition is due. */
export interface ClaimedNote {
  readonly file_id: string
  readonly language: string
  readonly storage_key: string
  /** Attempts, with this one. */
  readonly attempts: number
}

/** The next voice note of a source. */
export interface WaitingNote {
  readonly file_id: string
  /** The user who recorded it, or the source of a caller without a session. */
  readonly source: string
  readonly size: number
}

const isDue = sql<boolean>`x.state = 'pending' AND (x.claimed_until IS NULL OR x.claimed_until < clock_timestamp())`

/**
 * The voice notes with their senders. `source` is that of the anonymous alert (decisions/0116), and the alert itself where it has
 * none.
 */
const notesWithSource = sql`
  SELECT x.file_id, f.size, m.sender_id IS NULL AND d.uploaded_by IS NULL AS is_anonymous,
    COALESCE(m.sender_id, d.uploaded_by, a.source, f.parent_id) AS source
  FROM file_transcripts x JOIN files f ON f.id = x.file_id
  LEFT JOIN messages m ON f.parent_kind = 'message' AND m.id = f.parent_id
  LEFT JOIN alert_medias d ON f.parent_kind = 'alert' AND d.file_id = f.id
  LEFT JOIN alerts a ON a.id = d.alert_id`

/** Returns the smallest voice note of each source that no process recognises. @param isAnonymous those of callers without a session */
export async function waitingNotes(db: Db, isAnonymous: boolean): Promise<WaitingNote[]> {
  const { rows } = await sql<WaitingNote>`
    SELECT DISTINCT ON (source) file_id, source, size FROM (${notesWithSource} WHERE ${isDue}) AS notes
    WHERE is_anonymous = ${isAnonymous}
    ORDER BY source, size, file_id`.execute(db)
  return rows
}

/** Claims a voice note that no process recognises. @param claimedMs milliseconds until another process may claim it */
export async function claimNote(db: Db, fileId: string, claimedMs: number): Promise<ClaimedNote | undefined> {
  const { rows } = await sql<ClaimedNote>`
    UPDATE file_transcripts x SET claimed_until = clock_timestamp() + make_interval(secs => ${claimedMs / 1000}), attempts = attempts + 1
    FROM files f
    WHERE x.file_id = ${fileId}::uuid AND f.id = x.file_id AND ${isDue}
    RETURNING x.file_id, x.language, f.storage_key, x.attempts`.execute(db)
  return rows[0]
}

/** Returns the number of voice notes without a transcript that callers without a session sent from the source of an alert. */
export async function countAnonymousNotes(db: Db, alertId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM (${notesWithSource} WHERE x.state = 'pending') AS notes
    WHERE is_anonymous AND source = (SELECT COALESCE(source, id) FROM alerts WHERE id = ${alertId}::uuid)`.execute(db)
  return rows[0]?.count ?? 0
}

/** Returns the number of voice notes without a transcript, also of those that are being recognised. */
export async function countPendingNotes(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM file_transcripts WHERE state = 'pending'`.execute(db)
  return rows[0]?.count ?? 0
}

/** Lets the next attempt begin after some milliseconds. */
export async function postponeNote(db: Db, fileId: string, retryMs: number): Promise<void> {
  await sql`UPDATE file_transcripts SET claimed_until = clock_timestamp() + make_interval(secs => ${retryMs / 1000})
    WHERE file_id = ${fileId}::uuid`.execute(db)
}

/** Sets the result of the recognition. @returns false if there is one, or a correction, or the file was deleted */
export async function setResult(tx: Db, fileId: string, state: 'complete' | 'unavailable', text: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('file_transcripts')
    .set({ state, text })
    .where('file_id', '=', fileId)
    .where('state', '=', 'pending')
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** The text of the speaker. */
export interface Correction {
  readonly text: string
  /** It is the draft of a recogniser on the speaker's device. */
  readonly isDraft: boolean
}

/** @returns false if the text is the same already, and for a draft where there is a text */
export async function setCorrection(tx: Db, fileId: string, { text, isDraft }: Correction, at: Date): Promise<boolean> {
  const { rows } = await sql`
    UPDATE file_transcripts SET state = 'complete', text = ${text}, corrected_at = ${isDraft ? null : at}
    WHERE file_id = ${fileId}::uuid AND ${isDraft ? sql`text = ''` : sql`(text <> ${text} OR corrected_at IS NULL)`}
    RETURNING file_id`.execute(tx)
  return rows.length > 0
}

/** Returns the transcripts of a message's voice notes, one a line; null without any text. */
export async function transcriptOfMessage(tx: Db, messageId: string): Promise<string | null> {
  const { rows } = await sql<{ text: string | null }>`
    SELECT string_agg(x.text, E'\n' ORDER BY f.id) FILTER (WHERE x.text <> '') AS text
    FROM files f JOIN file_transcripts x ON x.file_id = f.id
    WHERE f.parent_kind = 'message' AND f.parent_id = ${messageId}::uuid`.execute(tx)
  return rows[0]?.text ?? null
}

/** A recording with the message or alert that it belongs to. */
export interface RecordingFile {
  readonly file_id: string
  readonly parent_kind: string
  readonly parent_id: string
  readonly is_radio: boolean
  /** The user who recorded it; null for an alert's file that was sent without a session. */
  readonly speaker_id: string | null
  readonly thread_id: string | null
  readonly message_type: string | null
}

/** Returns the recording with this id of a file, or of a file of an alert; undefined for any other file. */
export async function recordingById(db: Db, id: string): Promise<RecordingFile | undefined> {
  const { rows } = await sql<RecordingFile>`
    SELECT f.id AS file_id, f.parent_kind, f.parent_id, r.message_id IS NOT NULL AS is_radio,
      COALESCE(m.sender_id, d.uploaded_by) AS speaker_id, m.thread_id, m.message_type
    FROM files f
    LEFT JOIN alert_medias d ON f.parent_kind = 'alert' AND d.file_id = f.id
    LEFT JOIN messages m ON f.parent_kind = 'message' AND m.id = f.parent_id
    LEFT JOIN radio_recordings r ON r.message_id = m.id
    LEFT JOIN file_transcripts x ON x.file_id = f.id
    WHERE (f.id = ${id}::uuid OR f.id = (SELECT file_id FROM alert_medias WHERE id = ${id}::uuid))
      AND (x.file_id IS NOT NULL OR r.message_id IS NOT NULL)`.execute(db)
  return rows[0]
}
