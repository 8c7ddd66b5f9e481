import type { Person } from '@noroshi/contract/accounts/accounts.http'
import type { Db } from '#/db/pool.ts'
import { readShared } from './calls.service.ts'
import { callOfSession } from './calls.sql.ts'

/** A call as it rings for the receiver of one of its sessions. */
export interface Ringing {
  readonly callId: string
  readonly isGroupCall: boolean
  readonly isRinging: boolean
  /** Whether it ended without an answer of the receiver. */
  readonly isMissed: boolean
  readonly caller: Person
  /** The group chat of the call; null without one. */
  readonly groupName: string | null
}

/** Returns the call of a session; null if the user is not its receiver. */
export async function ringingOf(db: Db, sessionId: string, userId: string): Promise<Ringing | null> {
  const callId = await callOfSession(db, sessionId)
  const [call] = callId === null ? [] : await readShared(db, [callId])
  const session = call?.sessions.find(({ id }) => id === sessionId)
  const caller = call?.people.find(({ id }) => id === session?.CallerId)
  if (!call || session?.ReceiverId !== userId || !caller) return null
  return {
    callId: call.id,
    isGroupCall: call.isGroupCall,
    isRinging: session.joinedAt === null && session.disconnectedAt === null,
    isMissed: session.hasMissed || session.isUnreachable,
    caller,
    groupName: call.messageGroup?.name ?? null,
  }
}
