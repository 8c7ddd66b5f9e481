import { z } from 'zod'
import { Mention } from '@noroshi/contract/messaging/mentions'
import { NewPoll } from '@noroshi/contract/messaging/polls'

/** An unsent message as the outbox stores it. The service worker imports only the type, so nothing of a page is here. */
export const UnsentMessage = z.object({
  threadId: z.string(),
  /** Id of the alert whose chat it is. */
  alertId: z.string().nullable(),
  /** Time by this device's clock, as ISO 8601. */
  at: z.string(),
  text: z.string(),
  location: z.object({ latitude: z.number(), longitude: z.number() }).nullable(),
  /** Whether the author listens to the thread by read-aloud. */
  isReadAloud: z.boolean().default(false),
  /** The message to which this one replies. */
  replyToId: z.string().exactOptional(),
  mentions: z.array(Mention).exactOptional(),
  /** Its question is the text. */
  poll: NewPoll.exactOptional(),
})
export type UnsentMessage = z.infer<typeof UnsentMessage>

/** An unsent change of a message that the server has. */
export const UnsentChange = z.object({
  threadId: z.string(),
  messageId: z.string(),
  change: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('edit'), text: z.string(), mentions: z.array(Mention) }),
    z.object({ kind: z.literal('delete') }),
    /** Deletes a message that was discarded before its reply, if it has arrived. `messageId` is its clientId. */
    z.object({ kind: z.literal('deleteSent') }),
    z.object({ kind: z.literal('forward'), toThreadId: z.string() }),
    z.object({ kind: z.literal('hide'), isHidden: z.boolean() }),
    z.object({ kind: z.literal('pin'), isPinned: z.boolean() }),
    /** null takes the reaction back. */
    z.object({ kind: z.literal('react'), emoji: z.string().nullable() }),
    /** The chosen options of a poll; none takes the vote back. */
    z.object({ kind: z.literal('vote'), optionIds: z.array(z.number()) }),
    z.object({ kind: z.literal('closePoll') }),
  ]),
})
export type UnsentChange = z.infer<typeof UnsentChange>
