import type { QuietHours } from '@noroshi/contract/accounts/quiet-hours'
import { mayNotify } from '@noroshi/contract/messaging/may-notify'
import { mentions } from '@noroshi/contract/messaging/mentions'
import type { Message } from '@noroshi/contract/messaging/messaging.http'
import { text } from '../../platform/language/i18n.ts'
import { nameOf } from '../../platform/language/person-name.ts'
import type { EntityStore } from '../../platform/store/entity-store.ts'
import { announcementOf, summaryOf, threadName } from './thread-texts.ts'
import { threadOf } from './thread-views.ts'

/** What a device shows of a message that arrived outside of the open thread. */
export interface MessageHint {
  readonly id: string
  readonly threadId: string
  /** The name of the group, or of the sender. */
  readonly title: string
  /** The first line of the message; in a group after the name of its sender. */
  readonly line: string
}

interface Reader {
  readonly myId: string
  readonly quietHours: QuietHours | null | undefined
  readonly now: Date
}

/** Returns the hint of a new message of another user; null if it may not notify the user of this page. */
export function hintOf(store: EntityStore, message: Message, { myId, quietHours, now }: Reader): MessageHint | null {
  const { id, MessageThreadId: threadId, isGroupMessage, sender } = message
  const thread = threadOf(store, threadId)
  const notified = { settings: thread?.settings, isMentioned: mentions(message, myId), quietHours }
  if (!mayNotify(notified, now) || thread?.hasAccepted === false) return null
  // A page fetches an unknown group first. The sender of a new personal chat is its name.
  if (!thread && isGroupMessage) return null
  const [line = ''] = (isGroupMessage ? announcementOf(message, text) : summaryOf(message, text)).split('\n')
  return { id, threadId, title: thread ? threadName(thread) : nameOf(sender), line }
}
