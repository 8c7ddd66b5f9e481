import type { Person } from '@noroshi/contract/accounts/accounts.http'
import type { Message } from '@noroshi/contract/messaging/messaging.http'
import type { MessageThread, SharedThread } from '@noroshi/contract/messaging/threads.http'

const idOf = (kind: number, number: number) =>
  `0199${String(kind).padStart(4, '0')}-0000-7000-8000-${String(number).padStart(12, '0')}`
const minute = (number: number) => new Date(Date.UTC(2026, 10, 21, 9, number)).toISOString()

export const person = (firstName: string): Person => ({
  id: idOf(1, firstName.charCodeAt(0)),
  firstName,
  lastName: '',
  fullName: firstName,
  avatarUrl: null,
})

/** Returns a thread of Ben: a personal one with Aiko, or a group. Higher numbers are newer. */
export function aThread(number: number, changes: Partial<MessageThread> = {}): MessageThread {
  const isGroup = changes.isGroup ?? false
  const group = { name: `Group ${number}`, description: '', imageUrl: null, createdAt: minute(number), updatedAt: minute(number) }
  return {
    id: idOf(3, number),
    isGroup,
    group: isGroup ? group : null,
    members: isGroup ? [] : [person('Aiko'), person('Ben')],
    memberCount: 2,
    blockedBy: [],
    latestMessage: null,
    watermarks: { deliveredSeq: 0, seenSeq: 0 },
    createdAt: minute(number),
    updatedAt: minute(number),
    version: 1,
    recipient: isGroup ? null : person('Aiko'),
    hasAccepted: true,
    hasRecipientBlocked: false,
    unreadMessagesCount: 0,
    deliveredSeq: 0,
    seenSeq: 0,
    ...changes,
  }
}

/** Returns the fields of a thread that are the same for all members. */
export function sharedThread(thread: MessageThread): SharedThread {
  const {
    recipient: _r,
    hasAccepted: _a,
    hasRecipientBlocked: _b,
    unreadMessagesCount: _u,
    deliveredSeq: _d,
    seenSeq: _s,
    ...all
  } = thread
  return all
}

export const aMessage = (thread: MessageThread, seq: number, from = person('Aiko'), changes: Partial<Message> = {}): Message => ({
  id: idOf(4, seq),
  MessageThreadId: thread.id,
  seq,
  text: `message ${seq}`,
  SenderId: from.id,
  sender: from,
  messageType: 'normalChat',
  status: 'sent',
  messageMedias: [],
  latitude: null,
  longitude: null,
  alertId: null,
  isGroupMessage: thread.isGroup,
  userId: [],
  createdAt: minute(100 + seq),
  messageAt: minute(100 + seq),
  updatedAt: minute(100 + seq),
  version: 1,
  clientId: null,
  ...changes,
})
