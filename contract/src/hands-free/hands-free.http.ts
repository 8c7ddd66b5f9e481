import { z } from 'zod'
import { defineRoutes, Uuid } from '../define.ts'
import { LANGUAGES } from '../i18n.ts'
import { COMMAND_TEXT_MAX } from '../limits.ts'
import { LatitudeText, LongitudeText } from '../location.ts'
import { COMMAND_KINDS } from './phrases.ts'

/** A person or a group that a command may mean. */
export const CommandRecipient = z.object({
  name: z.string(),
  /** The person; null for a group. */
  recipientUserId: Uuid.nullable(),
  /** The group, or the thread with the person; null if the two have none. */
  messageThreadId: Uuid.nullable(),
})
export type CommandRecipient = z.infer<typeof CommandRecipient>

/** A command as the server understood it (specification, section 7). Nothing has been done yet. */
export const SpokenCommand = z
  .object({
    command: z.enum(COMMAND_KINDS),
    recipientUserId: Uuid.nullable(),
    messageThreadId: Uuid.nullable(),
    /** The text of a message; null if the command has none. */
    message: z.string().nullable(),
    /** Always null: the page raises the SOS after its countdown, like every SOS (decisions/0094). */
    alertId: Uuid.nullable(),
    /** The name of the recipient; null without one. */
    recipientName: z.string().nullable(),
    /** Several contacts have the name: the user chooses. Then the recipient is null. */
    choices: z.array(CommandRecipient),
  })
  .meta({ id: 'SpokenCommand' })
export type SpokenCommand = z.infer<typeof SpokenCommand>

export const handsFreeRoutes = defineRoutes({
  understand: {
    method: 'POST',
    path: '/speech-recognition/send-command-to-nlp-server',
    access: 'member',
    body: z.object({
      /** Field of the specification. If present, it must be the user of the session. */
      UserId: Uuid.optional(),
      language: z.enum(LANGUAGES, 'common.wrongType'),
      text: z.string('common.wrongType').trim().min(1, 'common.required').max(COMMAND_TEXT_MAX, 'common.tooLong'),
      /** Field of the specification. If present, it must be the token of the session. It is stored nowhere. */
      accessToken: z.string().max(200, 'common.tooLong').optional(),
      /** Accepted and not stored: an SOS has the location of the moment in which it is sent. */
      latitude: LatitudeText,
      longitude: LongitudeText,
    }),
    errors: ['forbidden', 'tooManyRequests', 'command.notUnderstood', 'command.nameNotFound', 'command.noRadio'],
    reply: SpokenCommand,
    summary: 'Understand a spoken or typed command. The page asks the user to confirm it, and runs it.',
  },
})
