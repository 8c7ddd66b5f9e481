import { z } from 'zod'
import { defineCommand, defineEvents, Timestamp, Uuid } from '../define.ts'

export const handsFreeEvents = defineEvents({
  /**
   * A hint to the pages of the user that joined by `hfo:join`: what a spoken command is so far. The last one of a recording has
   * `isFinal`.
   */
  'hfo:message': z.object({
    /** Always null: a command belongs to no thread. */
    messageThreadId: Uuid.nullable(),
    /** The `messageId` in the replies of `POST /audio-stream`. */
    transmissionId: Uuid,
    userId: Uuid,
    text: z.string(),
    timestamp: Timestamp,
    isEndOfUtteranceDetected: z.boolean(),
    isFinal: z.boolean(),
    /** The text is one of the commands that the caller may say. Any other text waits in the dialog. */
    isCommand: z.boolean(),
  }),
})

const OfUser = z.object({
  /** It must be the user of the socket. */
  userId: Uuid,
})

export const handsFreeCommands = {
  /** The page receives `hfo:message` until it leaves. */
  'hfo:join': defineCommand({ payload: OfUser, topic: () => 'hfo', errors: ['forbidden'] }),
  'hfo:leave': defineCommand({ payload: OfUser, topic: () => 'hfo', errors: ['forbidden'] }),
}
