import type { Media } from '@noroshi/contract/files'
import { type Message, type MessageStatus, MessageType } from '@noroshi/contract/messaging/messaging.http'
import { presentPerson } from '#/features/accounts/people.service.ts'
import { presentMedia } from '#/features/files/files.service.ts'
import type { MessageRow, NewRow } from './messaging.sql.ts'

export const presentMessage = (row: MessageRow): Message => ({
  ...presentNewMessage(row, row.medias.map(presentMedia)),
  seq: row.seq,
  version: row.version,
  status: statusOf(row),
  alertId: row.alert_id,
  ...readersOf(row.recipient_id),
})

/** Returns the wire fields of the readers: the recipient of a personal thread, or all members of a group. */
export const readersOf = (recipientId: string | null) => ({
  isGroupMessage: recipientId === null,
  userId: recipientId === null ? [] : [recipientId],
})

/** Presents a message before it has a `seq`, as a group message. */
export const presentNewMessage = (row: Omit<NewRow, 'grams'>, messageMedias: Media[]): Omit<Message, 'seq'> => ({
  id: row.id,
  MessageThreadId: row.thread_id,
  text: row.text,
  SenderId: row.sender_id,
  sender: presentPerson({ ...row, id: row.sender_id }),
  messageType: MessageType.parse(row.message_type),
  status: 'sent',
  messageMedias,
  latitude: row.latitude,
  longitude: row.longitude,
  alertId: null,
  isGroupMessage: true,
  userId: [],
  createdAt: row.created_at.toISOString(),
  messageAt: row.message_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  version: 1,
  clientId: row.client_id,
})

/** Derives the status from the watermarks of all members. An alert's thread has none; its ledger replaces them. */
function statusOf({ seq, all_delivered_seq, all_seen_seq }: MessageRow): MessageStatus {
  if (seq <= (all_seen_seq ?? 0)) return 'seen'
  return seq <= (all_delivered_seq ?? 0) ? 'delivered' : 'sent'
}
