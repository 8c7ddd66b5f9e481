import { answerCommand, seenCommand, sosCommand } from '../src/features/alerts/alerts.outbox.ts'
import { commentCommand } from '../src/features/comments/comments.outbox.ts'
import { likeCommand, postCommand } from '../src/features/feeds/feeds.outbox.ts'
import { marksCommand, messageCommand } from '../src/features/messaging/messaging.outbox.ts'
import { draftCommand } from '../src/features/pages/pages.outbox.ts'
import type { SharedCommand } from '../src/platform/outbox/shared-command.ts'

/** All commands of the outbox, in the form that the service worker needs. */
export const outboxCommands: readonly SharedCommand<never>[] = [
  sosCommand,
  seenCommand,
  answerCommand,
  messageCommand,
  marksCommand,
  commentCommand,
  postCommand,
  likeCommand,
  draftCommand,
]
