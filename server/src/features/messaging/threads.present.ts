import type { Message } from '@noroshi/contract/messaging/messaging.http'
import type { MessageThread, SharedThread, ThreadMember } from '@noroshi/contract/messaging/threads.http'
import { presentPerson } from '#/features/accounts/people.service.ts'
import type { MemberRow } from './members.sql.ts'
import type { OwnThreadRow, ThreadRow } from './threads.sql.ts'

/** What all members see, and goes out as an event. */
export const presentShared = (row: ThreadRow, latestMessage: Message | null): SharedThread => ({
  id: row.id,
  isGroup: row.kind === 'group',
  group:
    row.name === null
      ? null
      : {
          name: row.name,
          description: row.description ?? '',
          imageUrl: null,
          createdAt: row.created_at.toISOString(),
          updatedAt: row.updated_at.toISOString(),
        },
  members: row.people.map(presentPerson),
  memberCount: row.member_count,
  blockedBy: [...row.blocked_by],
  latestMessage,
  watermarks: { deliveredSeq: row.all_delivered_seq, seenSeq: row.all_seen_seq },
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  version: row.version,
})

export function presentThread(row: OwnThreadRow, latestMessage: Message | null, viewerId: string): MessageThread {
  const shared = presentShared(row, latestMessage)
  return {
    ...shared,
    recipient: shared.members.find(({ id }) => id !== viewerId) ?? null,
    hasAccepted: row.has_accepted,
    hasRecipientBlocked: row.blocked_by.some((id) => id !== viewerId),
    unreadMessagesCount: row.unread,
    deliveredSeq: row.delivered_seq,
    seenSeq: row.seen_seq,
  }
}

export const presentMember = (row: MemberRow): ThreadMember => ({
  id: row.id,
  MessageThreadId: row.thread_id,
  UserId: row.user_id,
  user: presentPerson({ ...row, id: row.user_id }),
  isAdmin: row.is_admin,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
})
