import type { Language } from '@noroshi/contract/i18n'
import type { Message, Watermarks } from '@noroshi/contract/messaging/messaging.http'
import type { MessageThread } from '@noroshi/contract/messaging/threads.http'
import { isFoundIn } from '@noroshi/contract/text/fold-text'
import type { Text } from '../../platform/language/i18n.ts'
import { nameOf } from '../../platform/language/person-name.ts'
import { clockTime, dayKey, dayLabel } from '../../platform/language/time.ts'
import type { Receipt } from '../../shared/chat/chat-bubble.tsx'
import type { AvatarPerson } from '../../shared/people/avatar-person.ts'

/** Returns the group's name or the name of the other member. */
export const threadName = ({ group, recipient }: Pick<MessageThread, 'group' | 'recipient'>): string =>
  group?.name ?? nameOf(recipient)

/**
 * Whether the thread's name contains every term of a search. First and last name match in both orders, as on the
 * server.
 */
export function matchesName({ group, recipient }: Pick<MessageThread, 'group' | 'recipient'>, query: string): boolean {
  const names = recipient
    ? [recipient.firstName + recipient.lastName, recipient.lastName + recipient.firstName]
    : [group?.name ?? '']
  return isFoundIn(names, query)
}

/** Returns the avatar of a thread: the other member's, or the group's picture or initial. */
export const threadAvatar = ({ id, group, recipient }: Pick<MessageThread, 'id' | 'group' | 'recipient'>): AvatarPerson =>
  recipient ?? { id, firstName: group?.name ?? '', lastName: '', avatarUrl: group?.imageUrl ?? null }

type Summarised = Pick<Message, 'text' | 'messageMedias' | 'latitude' | 'deletion'>

/** Returns a message in one line: its text, or a description of what was sent. */
export function summaryOf({ text: body, messageMedias, latitude, deletion }: Summarised, text: Text): string {
  if (deletion) return text('messages.deleted')
  if (body !== '') return body
  const said = messageMedias.find(({ transcript }) => transcript !== undefined && transcript.text !== '')?.transcript?.text
  if (said !== undefined) return text('messages.sentVoice', { text: said })
  return text(messageMedias.length === 0 && latitude !== null ? 'messages.sentLocation' : 'messages.sentFile')
}

/** Returns what is shown in the place of a deleted message. */
export const deletionText = ({ by }: NonNullable<Message['deletion']>, viewerId: string | null, text: Text): string =>
  by.id === viewerId ? text('messages.deletedByMe') : text('messages.deletedBy', { name: nameOf(by) })

/** Whether a message belongs to this chat and was written by another user. */
export const isNewMessageIn = (threadId: string, { MessageThreadId, messageType, SenderId }: Message, myId: string | undefined) =>
  MessageThreadId === threadId && messageType !== 'asrChat' && SenderId !== myId

/** Returns the text that announces a message to screen readers. */
export const announcementOf = (message: Message, text: Text): string =>
  text('messages.by', { name: message.sender.firstName || nameOf(message.sender), text: summaryOf(message, text) })

/**
 * Whether the list shows a thread. A personal thread that the user started without writing to it is shown only while it
 * is open, and while it has a draft or an unsent message. The radio channel of an alert is in the list of radio chats only.
 */
export const isShownInList = (thread: MessageThread, isOpen: boolean, hasUnsent: boolean): boolean =>
  thread.alert === undefined &&
  (isOpen || hasUnsent || thread.isGroup || thread.latestMessage !== null || thread.hasAccepted !== true)

/** Returns the line below a thread's name. */
export function lastLine({ latestMessage, isGroup, hasAccepted }: MessageThread, myId: string | undefined, text: Text): string {
  if (hasAccepted === false) return text('messages.blocked')
  if (!latestMessage) return text(hasAccepted === null ? 'messages.wantsToTalk' : 'messages.begin')
  const summary = summaryOf(latestMessage, text)
  if (latestMessage.SenderId === myId) return text('messages.you', { text: summary })
  return isGroup ? announcementOf(latestMessage, text) : summary
}

/** Returns the time for today, otherwise the day. */
export function listTime(at: string, now: Date, language: Language, text: Text): string {
  if (dayKey(at) === dayKey(now)) return clockTime(at)
  return dayLabel(at, now, language, { today: text('chrome.today'), yesterday: text('chrome.yesterday') })
}

/** Returns the status of an own message from the watermarks of all other members. */
export function receiptOf({ seq, status }: Message, { deliveredSeq, seenSeq }: Watermarks): Receipt {
  if (seq <= seenSeq || status === 'seen') return 'seen'
  return seq <= deliveredSeq || status === 'delivered' ? 'delivered' : 'sent'
}
