import type { Message } from '@noroshi/contract/messaging/messaging.http'
import type { ThreadSettings } from '@noroshi/contract/messaging/thread-settings'
import type { MessageThread, SharedThread, ThreadMember } from '@noroshi/contract/messaging/threads.http'
import { avatarUrlOf, type PersonRow, personOf, presentPerson } from '#/features/accounts/people/people.service.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { presentMessage } from './messaging.present.ts'
import type { MemberRow } from './groups/members.sql.ts'
import type { SettingsRow } from './thread-settings.sql.ts'
import { latestMessageOf, type OwnThreadRow, type ThreadColumns, type ThreadRow } from './threads.sql.ts'

function latestOf(row: ThreadColumns): Message | null {
  const latest = latestMessageOf(row)
  return latest && presentMessage(latest)
}

const present = (row: ThreadColumns, people: readonly PersonRow[], blockedBy: readonly string[]): SharedThread => ({
  id: row.id,
  isGroup: row.kind === 'group',
  group:
    row.name === null
      ? null
      : {
          name: row.name,
          description: row.description ?? '',
          imageUrl: avatarUrlOf(row.picture_file_id),
          ...(row.hides_seen && { hidesSeen: true }),
          createdAt: row.created_at.toISOString(),
          updatedAt: row.updated_at.toISOString(),
        },
  ...(row.channel_alert_id !== null &&
    row.channel_alert_thread_id !== null && {
      alert: { id: row.channel_alert_id, messageThreadId: row.channel_alert_thread_id },
    }),
  members: people.map(presentPerson),
  memberCount: row.member_count,
  blockedBy: [...blockedBy],
  latestMessage: latestOf(row),
  watermarks: { deliveredSeq: row.all_delivered_seq, seenSeq: row.all_seen_seq },
  ...(row.removed_seq > 0 && { removedSeq: row.removed_seq }),
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  version: row.version,
})

/** Presents the fields that are equal for all members; also the payload of the events. */
export const presentShared = (row: ThreadRow): SharedThread => present(row, row.people, row.blocked_by)

/** Returns the members of a personal thread, its creator first. */
function pairOf(row: OwnThreadRow, me: PersonRow): { other: PersonRow | null; people: PersonRow[] } {
  if (row.other_id === null) return { other: null, people: [] }
  const other = {
    id: row.other_id,
    first_name: row.other_first_name,
    last_name: row.other_last_name,
    avatar_file_id: row.other_avatar_file_id,
  }
  return { other, people: row.membership_id < row.other_membership_id ? [me, other] : [other, me] }
}

export function presentThread(row: OwnThreadRow, viewer: SignedIn): MessageThread {
  const { other, people } = pairOf(row, personOf(viewer))
  const hasBlocked = new Map([
    [viewer.id, row.has_accepted === false],
    [other?.id, row.other_has_accepted === false],
  ])
  const blockedBy = people.map(({ id }) => id).filter((id) => hasBlocked.get(id))
  return {
    ...present(row, people, blockedBy.toSorted()),
    recipient: other && presentPerson(other),
    hasAccepted: row.has_accepted,
    hasRecipientBlocked: row.other_has_accepted === false,
    unreadMessagesCount: row.unread,
    deliveredSeq: row.delivered_seq,
    seenSeq: row.seen_seq,
    ...(row.mention_seq !== null && { mentionSeq: row.mention_seq }),
    ...(row.settings && { settings: presentSettings(row.settings) }),
  }
}

export const presentSettings = (row: SettingsRow): ThreadSettings => ({
  mutedUntil: row.is_muted_forever ? 'forever' : row.muted_until === null ? null : new Date(row.muted_until).toISOString(),
  isPinned: row.is_pinned,
  archivedSeq: row.archived_seq,
  isMarkedUnread: row.is_marked_unread,
  version: row.version,
})

export const presentMember = (row: MemberRow): ThreadMember => ({
  id: row.id,
  MessageThreadId: row.thread_id,
  UserId: row.user_id,
  user: presentPerson({ ...row, id: row.user_id }),
  isAdmin: row.is_admin,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
})
