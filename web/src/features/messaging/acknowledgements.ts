import { z } from 'zod'
import { STATUS_UPDATES_MAX } from '@noroshi/contract/limits'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { newId } from '../../platform/ids.ts'
import { outbox } from '../../platform/outbox/outbox.ts'
import { sendEntry } from '../../platform/outbox/send-entry.ts'
import { sessionUserId } from '../../platform/session/session.ts'
import { type Acknowledgement, createAcknowledgements, highestOf } from './create-acknowledgements.ts'
import { marksCommand } from './messaging.outbox.ts'

const Marks = z.object({
  updates: z.array(
    z.object({
      messageThreadId: z.string(),
      status: z.enum(['delivered', 'seen']),
      seq: z.int(),
      messageType: z.enum(['normalChat', 'asrChat']).exactOptional(),
    }) satisfies z.ZodType<Acknowledgement>,
  ),
})

const marks = outbox.register({
  ...marksCommand,
  payload: Marks,
  send: (entry, options) => sendEntry(marksCommand, messageRoutes.setStatuses.reply, entry, options),
})

/**
 * Puts the updates into the outbox, together with those that wait there: watermarks never fall, so the highest is
 * enough.
 */
function store(updates: readonly Acknowledgement[]): boolean {
  const ownerId = sessionUserId()
  if (ownerId === null) return false
  const waiting = marks.entries().filter(({ state }) => state !== 'sending')
  const highest = highestOf([...waiting.flatMap(({ payload }) => payload.updates), ...updates])
  for (let start = 0; start < highest.length; start += STATUS_UPDATES_MAX)
    void marks.enqueue({
      id: newId(),
      lane: 'marks',
      ownerId,
      payload: { updates: highest.slice(start, start + STATUS_UPDATES_MAX) },
    })
  for (const { id } of waiting) outbox.discard(id)
  return true
}

/** The acknowledgements of this page. The outbox sends them, also after a lost connection or a reload. */
export const acknowledgements = createAcknowledgements(store)

if (typeof window !== 'undefined') window.addEventListener('pagehide', acknowledgements.flush)
