import { type SessionState, sessionStateOf } from '@noroshi/contract/calls/call-status'
import type { Call } from '@noroshi/contract/calls/calls.http'
import { nameOf } from '../../platform/language/person-name.ts'
import type { AvatarPerson } from '../../shared/people/avatar-person.ts'

/** Returns the name of the group, or the names of the others. */
export const callName = ({ messageGroup, otherUsers }: Pick<Call, 'messageGroup' | 'otherUsers'>): string =>
  messageGroup?.name ?? otherUsers.map(nameOf).join(', ')

/** Returns the picture of a call: the picture of the other user or of the group. */
export function callAvatar(call: Call): AvatarPerson {
  const other = call.otherUser && call.people.find(({ id }) => id === call.otherUser?.id)
  return other ?? { id: call.id, firstName: callName(call), lastName: '', avatarUrl: call.imageUrl }
}

/**
 * Seconds for which a call that is over was connected: from the first answer to its end. null if it was not, or still
 * runs.
 */
export function connectedSeconds({ sessions, endedAt }: Pick<Call, 'sessions' | 'endedAt'>): number | null {
  const joined = sessions.flatMap(({ joinedAt }) => (joinedAt === null ? [] : [Date.parse(joinedAt)]))
  if (joined.length === 0 || endedAt === null) return null
  return Math.max(0, Math.round((Date.parse(endedAt) - Math.min(...joined)) / 1000))
}

/**
 * Whether a call was for the user, who did not answer it: missed, unreachable, or cancelled while it rang. A rejection
 * is an answer.
 */
export function isUnanswered(call: Pick<Call, 'HostUserId' | 'sessions'>, userId: string): boolean {
  const states = call.sessions.filter(({ ReceiverId }) => ReceiverId === userId).map(sessionStateOf)
  const last = states.at(-1)
  return call.HostUserId !== userId && last !== undefined && UNANSWERED.includes(last) && !states.includes('left')
}
const UNANSWERED: readonly SessionState[] = ['missed', 'busy', 'unreachable', 'cancelled']

/** Returns '04:32', or '1:04:32' after an hour. */
export function elapsedText(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000))
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60].map((part) => String(part).padStart(2, '0'))
  const hours = Math.floor(seconds / 3600)
  return [...(hours > 0 ? [String(hours)] : []), ...parts].join(':')
}
