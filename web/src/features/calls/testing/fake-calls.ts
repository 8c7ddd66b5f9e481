import type { CallSession, SharedCall } from '@noroshi/contract/calls/calls.http'

const at = '2026-11-21T09:00:00.000Z'

/** A person of a call whose name is their id. */
const aPerson = (id: string) => ({ id, firstName: id, lastName: '', fullName: id, avatarUrl: null })

/** A session that rings. */
export const aSession = (
  ids: Pick<CallSession, 'id' | 'CallId' | 'CallerId' | 'ReceiverId'>,
  changes: Partial<CallSession> = {},
): CallSession => ({
  ...ids,
  createdAt: at,
  acknowledgedAt: null,
  joinedAt: null,
  disconnectedAt: null,
  hasMissed: false,
  hasRejected: false,
  isUnreachable: false,
  isBusy: false,
  ...changes,
})

/** A call of the host to the others that rings and that no page has joined. */
export const aCall = (
  ids: Pick<SharedCall, 'id' | 'HostUserId'>,
  others: readonly string[],
  changes: Partial<SharedCall> = {},
): SharedCall => ({
  ...ids,
  createdAt: at,
  isGroupCall: others.length > 1,
  MessageGroupId: null,
  messageGroup: null,
  people: [ids.HostUserId, ...others].map(aPerson),
  sessions: others.map((ReceiverId) => aSession({ id: ReceiverId, CallId: ids.id, CallerId: ids.HostUserId, ReceiverId })),
  participants: [],
  endedAt: null,
  version: 1,
  ...changes,
})
