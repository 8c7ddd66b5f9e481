import { type Message, MessageType } from '@noroshi/contract/messaging/messaging.http'
import { presentPerson } from '#/features/accounts/people.service.ts'
import type { MessageRow } from './messaging.sql.ts'

export const presentMessage = (row: MessageRow): Message => ({ ...presentUnplaced(row), seq: row.seq })

/** A message before its thread gave it a place. */
export const presentUnplaced = (row: Omit<MessageRow, 'seq'>): Omit<Message, 'seq'> => ({
  id: row.id,
  MessageThreadId: row.thread_id,
  text: row.text,
  SenderId: row.sender_id,
  sender: presentPerson({ ...row, id: row.sender_id }),
  messageType: MessageType.parse(row.message_type),
  messageMedias: [],
  latitude: row.latitude,
  longitude: row.longitude,
  alertId: row.alert_id,
  isGroupMessage: true,
  userId: [],
  createdAt: row.created_at.toISOString(),
  messageAt: row.message_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  version: row.version,
  clientId: row.client_id,
})
