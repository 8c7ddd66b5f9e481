import type { Deps } from '#/deps.ts'
import { mayReadAlertFiles } from '#/features/alerts/alerts.service.ts'
import { type Correction, type RecordingFile, recordingById, setCorrection } from '#/features/files/transcripts.service.ts'
import { messageFileReader } from '#/features/messaging/messages.service.ts'
import { correctRadioMessage } from '#/features/messaging/radio-messages/radio-messages.service.ts'
import { assertMayWrite } from '#/features/messaging/threads.service.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { authorize } from '#/http/authorize.ts'
import { AppError } from '#/http/errors.ts'
import { threadRoom } from '#/features/messaging/messaging.rooms.ts'
import { emitTranscript } from './voice-notes.service.ts'

/**
 * Replaces the transcript of an own recording by the text of its speaker, or a missing one by the draft of the speaker's device.
 * @param id of the file, or of the file of an alert
 * @throws notFound (404) for a recording that the viewer may not read; forbidden (403) for that of another user; thread.blocked
 * (403); tooManyRequests (429) for a speaker whose texts have become too many bytes at their receivers.
 */
export async function correctTranscript(deps: Deps, viewer: SignedIn, id: string, correction: Correction): Promise<void> {
  const recording = await recordingById(deps.db, id)
  if (!recording || !(await mayRead(deps, viewer, recording))) throw new AppError('notFound')
  authorize(viewer, 'transcript:correct', { speakerId: recording.speaker_id })
  if (recording.message_type === 'normalChat' || recording.is_radio)
    await assertMayWrite(deps.db, viewer, recording.thread_id ?? '')
  const receivers = recording.thread_id === null ? 1 : deps.realtime.localSocketCount([threadRoom(recording.thread_id)])
  if (!deps.realtime.fanOut.take(viewer.id, Buffer.byteLength(correction.text), receivers)) throw new AppError('tooManyRequests')
  await deps.transaction(async (tx) => {
    if (recording.is_radio) await correctRadioMessage(deps, tx, recording.parent_id, correction)
    else if (await setCorrection(tx, recording.file_id, correction, deps.now())) await emitTranscript(tx, deps, recording)
  })
}

function mayRead(deps: Deps, viewer: SignedIn, { parent_kind, parent_id }: RecordingFile): Promise<boolean> {
  const reads = parent_kind === 'alert' ? mayReadAlertFiles : messageFileReader(mayReadAlertFiles)
  return reads(deps, { viewer, alertIds: [] }, parent_id)
}
