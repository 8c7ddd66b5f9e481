import type { Person } from '@noroshi/contract/accounts/accounts.http'
import type { CallSession, SharedCall } from '@noroshi/contract/calls/calls.http'
import type { GroupFace } from '#/features/messaging/relations.service.ts'
import type { CallState } from './call-state.ts'
import type { SessionRow } from './calls.sql.ts'

const timeOf = (at: Date | null): string | null => at?.toISOString() ?? null

export const presentSession = (row: SessionRow): CallSession => ({
  id: row.id,
  CallId: row.call_id,
  CallerId: row.caller_id,
  ReceiverId: row.receiver_id,
  createdAt: row.created_at.toISOString(),
  acknowledgedAt: timeOf(row.acknowledged_at),
  joinedAt: timeOf(row.joined_at),
  disconnectedAt: timeOf(row.disconnected_at),
  hasMissed: row.has_missed,
  hasRejected: row.has_rejected,
  isUnreachable: row.is_unreachable,
  isBusy: row.is_busy,
})

/** @param group the group chat that the call belongs to; null without one */
export const presentCall = (
  { call, sessions, participants }: CallState,
  people: Person[],
  group: GroupFace | null,
): SharedCall => ({
  id: call.id,
  createdAt: call.created_at.toISOString(),
  isGroupCall: call.is_group,
  HostUserId: call.host_id,
  MessageGroupId: call.thread_id,
  messageGroup: call.thread_id === null || group === null ? null : { ...group, MessageThreadId: call.thread_id },
  people,
  sessions: sessions.map(presentSession),
  participants: participants.map((row) => ({ userId: row.user_id, deviceId: row.device_id, endpointId: row.endpoint_id })),
  endedAt: timeOf(call.ended_at),
  version: call.version,
})
