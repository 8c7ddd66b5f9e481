import { z } from 'zod'
import type { RollCallForViewer } from '@noroshi/contract/roll-calls/roll-calls'
import { rollCallRoutes } from '@noroshi/contract/roll-calls/roll-calls.http'
import { ApiError } from '../../platform/connection/http-errors.ts'
import { changeCache } from '../../platform/connection/query-cache.ts'
import { newId } from '../../platform/ids.ts'
import { text } from '../../platform/language/i18n.ts'
import { outbox } from '../../platform/outbox/outbox.ts'
import { sendEntry } from '../../platform/outbox/send-entry.ts'
import { sessionUserId } from '../../platform/session/session.ts'
import { toastError } from '../../ui/states/toast.tsx'
import { receiveRollCall } from './roll-call-cache.ts'
import { rollCallPhotoCommand, type UnsentPhoto } from './roll-calls.outbox.ts'

const photos = outbox.register<UnsentPhoto, RollCallForViewer>({
  ...rollCallPhotoCommand,
  payload: z.object({ rollCallId: z.string(), answerId: z.string().optional() }),
  describe: () => ({ title: text('rollCalls.one'), text: text('rollCalls.photo') }),
  send: (entry, options) => sendEntry(rollCallPhotoCommand, rollCallRoutes.addPhoto.reply, entry, options),
  onSent: (rollCall) => changeCache((cache) => receiveRollCall(cache, rollCall)),
  onRefused: (error) => toastError(text('rollCalls.photoFailed'), error instanceof ApiError ? error.message : undefined),
})

const enqueue = (payload: UnsentPhoto, ownerId: string, files: readonly File[]) =>
  void photos.enqueue({ id: newId(), lane: `roll-call photo ${payload.rollCallId}`, ownerId, payload, files: [...files] })

/**
 * Sends a photo for an answer of the user to a roll-call, also later. It replaces an unsent one.
 * @param answerId the id of the answer, which may be unsent
 */
export function sendAnswerPhoto(rollCallId: string, answerId: string, photo: File): void {
  const ownerId = sessionUserId()
  if (ownerId === null) return
  for (const { id, state, payload } of photos.entries())
    if (payload.rollCallId === rollCallId && state !== 'sending') outbox.discard(id)
  enqueue({ rollCallId, answerId }, ownerId, [photo])
}

/** Moves unsent photos of answers that another answer replaced before they were sent. */
export function movePhotos(replacedIds: readonly string[], answerId: string): void {
  for (const { id, ownerId, files, payload } of photos.entries())
    if (ownerId !== null && payload.answerId !== undefined && replacedIds.includes(payload.answerId)) {
      outbox.discard(id)
      enqueue({ ...payload, answerId }, ownerId, files)
    }
}
