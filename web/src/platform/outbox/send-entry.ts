import type { z } from 'zod'
import { newestAlertToken } from '../session/alert-tokens.ts'
import { sendRequest } from '../connection/http.ts'
import type { SendOptions } from './command.ts'
import type { SendContext, SentEntry, SharedCommand } from './shared-command.ts'

/**
 * Sends an entry once with the session of this page.
 * @param reply validates the reply, because a captive portal answers any request with 200
 */
export async function sendEntry<Payload, Reply>(
  { requestOf, isUrgent = false, timeoutMs }: SharedCommand<Payload>,
  reply: z.ZodType<Reply>,
  entry: SentEntry<Payload>,
  { location = null, ...options }: SendOptions & Pick<SendContext, 'location'>,
): Promise<Reply> {
  const request = requestOf(entry, { now: Date.now(), alertToken: newestAlertToken(), location })
  const timeout = timeoutMs === undefined ? {} : { timeoutMs }
  return reply.parse(await sendRequest(request, { ...options, ...timeout, keepalive: isUrgent }))
}
