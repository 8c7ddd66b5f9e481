import { z } from 'zod'
import type { RollCallForViewer } from '@noroshi/contract/roll-calls/roll-calls'
import { rollCallRoutes } from '@noroshi/contract/roll-calls/roll-calls.http'
import { ApiError, OfflineError } from '../../platform/connection/http-errors.ts'
import { changeCache } from '../../platform/connection/query-cache.ts'
import { newId } from '../../platform/ids.ts'
import { text } from '../../platform/language/i18n.ts'
import { outbox } from '../../platform/outbox/outbox.ts'
import { sendEntry } from '../../platform/outbox/send-entry.ts'
import { sessionUserId } from '../../platform/session/session.ts'
import { toastError } from '../../ui/states/toast.tsx'
import { receiveRollCall } from './roll-call-cache.ts'
import { rollCallPhotoCommand } from './roll-calls.outbox.ts'

const Photo = z.object({ rollCallId: z.string() })

/** Whether the photo only waits for its answer, which may be unsent too. */
const isEarly = (error: unknown): boolean => error instanceof ApiError && error.code === 'rollCall.noAnswer'

const photos = outbox.register<z.infer<typeof Photo>, RollCallForViewer>({
  ...rollCallPhotoCommand,
  payload: Photo,
  describe: () => ({ title: text('rollCalls.one'), text: text('rollCalls.photo') }),
  send: (entry, options) =>
    sendEntry(rollCallPhotoCommand, rollCallRoutes.addPhoto.reply, entry, options).catch((error: unknown) => {
      throw isEarly(error) ? new OfflineError(error) : error
    }),
  onSent: (rollCall) => changeCache((cache) => receiveRollCall(cache, rollCall)),
  onRefused: (error) => toastError(text('rollCalls.photoFailed'), error instanceof ApiError ? error.message : undefined),
})

/** Sends a photo for the user's newest answer to a roll-call, also later. It replaces an unsent one. */
export function sendAnswerPhoto(rollCallId: string, photo: File): void {
  const ownerId = sessionUserId()
  if (ownerId === null) return
  for (const { id, state, payload } of photos.entries())
    if (payload.rollCallId === rollCallId && state !== 'sending') outbox.discard(id)
  void photos.enqueue({ id: newId(), lane: `roll-call photo ${rollCallId}`, ownerId, payload: { rollCallId }, files: [photo] })
}
