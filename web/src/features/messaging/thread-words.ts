import type { Language } from '@noroshi/contract/i18n'
import type { Message, Watermarks } from '@noroshi/contract/messaging/messaging.http'
import type { MessageThread } from '@noroshi/contract/messaging/threads.http'
import type { Text } from '../../platform/i18n.ts'
import { clockTime, dayKey, dayLabel } from '../../platform/time.ts'
import type { Receipt } from '../../ui/chat-bubble.tsx'
import type { Face } from '../../ui/person-face.ts'

/** The group's name, or that of the other person. */
export const threadName = ({ group, recipient }: Pick<MessageThread, 'group' | 'recipient'>): string =>
  group?.name ?? recipient?.fullName ?? ''

/** What stands for a thread: the other's face, or the group's picture or initial. */
export const threadFace = ({ id, group, recipient }: Pick<MessageThread, 'id' | 'group' | 'recipient'>): Face =>
  recipient ?? { id, firstName: group?.name ?? '', lastName: '', avatarUrl: group?.imageUrl ?? null }

/** A message in one line: its words, or what stands for them. */
export function summaryOf({ text: words, messageMedias, latitude }: Message, text: Text): string {
  if (words !== '') return words
  return text(messageMedias.length === 0 && latitude !== null ? 'messages.sentPlace' : 'messages.sentFile')
}

/** Whether a message is something new for the reader of this chat. */
export const isNewsIn = (threadId: string, { MessageThreadId, messageType, SenderId }: Message, myId: string | undefined) =>
  MessageThreadId === threadId && messageType === 'normalChat' && SenderId !== myId

/** A message as it is read out. */
export const spokenOf = (message: Message, text: Text): string =>
  text('messages.by', { name: message.sender.firstName || message.sender.fullName, text: summaryOf(message, text) })

/** The line under a thread's name. */
export function lastLine({ latestMessage, isGroup, hasAccepted }: MessageThread, myId: string | undefined, text: Text): string {
  if (hasAccepted === false) return text('messages.blocked')
  if (!latestMessage) return text(hasAccepted === null ? 'messages.wantsToTalk' : 'messages.begin')
  const summary = summaryOf(latestMessage, text)
  if (latestMessage.SenderId === myId) return text('messages.you', { text: summary })
  return isGroup ? spokenOf(latestMessage, text) : summary
}

/** Today its time, before that its day. */
export function listTime(at: string, now: Date, language: Language, text: Text): string {
  if (dayKey(at) === dayKey(now)) return clockTime(at)
  return dayLabel(at, now, language, { today: text('chrome.today'), yesterday: text('chrome.yesterday') })
}

/** How far one's own message came, by what all the others got and saw. */
export function receiptOf({ seq, status }: Message, { deliveredSeq, seenSeq }: Watermarks): Receipt {
  if (seq <= seenSeq || status === 'seen') return 'seen'
  return seq <= deliveredSeq || status === 'delivered' ? 'delivered' : 'sent'
}
