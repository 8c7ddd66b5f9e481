import type { Call } from '@noroshi/contract/calls/calls.http'
import { nameOf } from '../../platform/person-name.ts'
import type { AvatarPerson } from '../../ui/avatar-person.ts'

/** Returns the name of the group, or the names of the others. */
export const callName = ({ messageGroup, otherUsers }: Pick<Call, 'messageGroup' | 'otherUsers'>): string =>
  messageGroup?.name ?? otherUsers.map(nameOf).join(', ')

/** Returns the picture of a call: the picture of the other user or of the group. */
export function callAvatar(call: Call): AvatarPerson {
  const other = call.otherUser && call.people.find(({ id }) => id === call.otherUser?.id)
  return other ?? { id: call.id, firstName: callName(call), lastName: '', avatarUrl: call.imageUrl }
}

/** Returns '04:32', or '1:04:32' after an hour. */
export function elapsedText(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000))
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60].map((part) => String(part).padStart(2, '0'))
  const hours = Math.floor(seconds / 3600)
  return [...(hours > 0 ? [String(hours)] : []), ...parts].join(':')
}
