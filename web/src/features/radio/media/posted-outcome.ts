import { radioRoutes } from '@noroshi/contract/radio/radio.http'
import { call } from '../../../platform/http.ts'
import { onEvent } from '../../../platform/live.ts'

/** Milliseconds in which the message of a posted talk follows its last part. */
const STORED_WITHIN_MS = 10_000

/** Resolves with whether a posted talk became a message; false: it contained no speech. Rejects if that is unknown. */
export async function wasStored(threadId: string, messageId: string): Promise<boolean> {
  const isKnown = await new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => end(false), STORED_WITHIN_MS)
    const stop = onEvent('messages:new_message', ({ id }) => {
      if (id === messageId) end(true)
    })
    const end = (result: boolean) => {
      clearTimeout(timer)
      stop()
      resolve(result)
    }
  })
  if (isKnown) return true
  const { items } = await call(radioRoutes.history, { params: { id: threadId } })
  return items.some(({ id }) => id === messageId)
}
