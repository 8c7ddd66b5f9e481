import type { Message } from '@noroshi/contract/messaging/messaging.http'
import { radioRoutes } from '@noroshi/contract/radio/radio.http'
import { call } from '../../../platform/connection/http.ts'
import { onEvent } from '../../../platform/connection/live.ts'

/** Milliseconds in which the message of a posted talk follows its last part. */
const STORED_WITHIN_MS = 10_000

/** Resolves with the message that a posted talk became; null: it contained no speech. Rejects if that is unknown. */
export async function findStored(threadId: string, messageId: string): Promise<Message | null> {
  const received = await new Promise<Message | null>((resolve) => {
    const end = (message: Message | null) => {
      clearTimeout(timer)
      stop()
      resolve(message)
    }
    const timer = setTimeout(() => end(null), STORED_WITHIN_MS)
    const stop = onEvent('messages:new_message', (message) => {
      if (message.id === messageId) end(message)
    })
  })
  if (received) return received
  const { items } = await call(radioRoutes.history, { params: { id: threadId } })
  return items.find(({ id }) => id === messageId) ?? null
}
