import type { Quote, Reaction } from '@noroshi/contract/messaging/message-parts'
import { QUOTE_MAX, REACTIONS_LISTED_MAX } from '@noroshi/contract/limits'
import { type Message, type MessageStatus, MessageType } from '@noroshi/contract/messaging/messaging.http'
import { cutText } from '@noroshi/contract/text/graphemes'
import { presentPerson } from '#/features/accounts/people/people.service.ts'
import { presentMedia } from '#/features/files/files.service.ts'
import { presentPoll } from './polls/polls.present.ts'
import type { MessageRow, QuoteColumns } from './messaging.sql.ts'

export const presentMessage = (row: MessageRow): Message => ({
  id: row.id,
  MessageThreadId: row.thread_id,
  seq: row.seq,
  text: row.text,
  SenderId: row.sender_id,
  sender: presentPerson({ ...row, id: row.sender_id }),
  messageType: MessageType.parse(row.message_type),
  status: statusOf(row),
  messageMedias: row.medias.map(presentMedia),
  latitude: row.latitude,
  longitude: row.longitude,
  alertId: row.alert_id,
  // The insert of a message assigns these two by SQL (`send.sql.ts`).
  isGroupMessage: row.recipient_id === null,
  userId: row.recipient_id === null ? [] : [row.recipient_id],
  createdAt: row.created_at.toISOString(),
  messageAt: row.message_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  version: row.version,
  clientId: row.client_id,
  ...(row.mentions && { mentions: row.mentions }),
  ...(row.quote && { quote: presentQuote(row.quote) }),
  ...(row.is_forwarded === true && { isForwarded: true as const }),
  ...(row.pinned_at && { pinnedAt: row.pinned_at.toISOString() }),
  ...(row.edited_at && { editedAt: row.edited_at.toISOString() }),
  ...(row.deletion && { deletion: { at: new Date(row.deletion.at).toISOString(), by: presentPerson(row.deletion.by) } }),
  ...(row.reactions && { reactions: presentReactions(row.reactions) }),
  ...(row.poll && { poll: presentPoll(row.poll, row.poll_closed_at, row.poll_votes ?? []) }),
})

const presentQuote = ({ sender, medias, is_deleted, text, ...quote }: QuoteColumns): Quote => ({
  ...quote,
  text: cutText(text, QUOTE_MAX),
  SenderId: sender.id,
  sender: presentPerson(sender),
  messageMedias: medias.map(presentMedia),
  isDeleted: is_deleted,
})

function presentReactions(rows: NonNullable<MessageRow['reactions']>): Reaction[] {
  const userIds = Map.groupBy(rows.slice(0, REACTIONS_LISTED_MAX), ({ emoji }) => emoji)
  return [...Map.groupBy(rows, ({ emoji }) => emoji)].map(([emoji, { length: count }]) => ({
    emoji,
    count,
    userIds: userIds.get(emoji)?.map(({ user_id }) => user_id) ?? [],
  }))
}

/** Derives the status from the watermarks of all members. An alert's thread has none; its ledger replaces them. */
function statusOf({ seq, all_delivered_seq, all_seen_seq }: MessageRow): MessageStatus {
  if (seq <= (all_seen_seq ?? 0)) return 'seen'
  return seq <= (all_delivered_seq ?? 0) ? 'delivered' : 'sent'
}
