import { z } from 'zod'
import { defineCommands, defineEvents, Uuid, Version } from '../define.ts'
import { Person, PersonPosition } from './accounts.http.ts'

export const accountEvents = defineEvents({
  /** To the sockets of a session that ended: by logout, deactivation or a reset. */
  'session:ended': z.object({ reason: z.enum(['logout', 'revoked', 'deactivated']) }),
  /** To the person alone: what hangs on memberships must be asked for again. */
  'membership:changed': z.object({}),
  /** To the members of the person's alert groups. `position` null: it is shared no more. */
  'users:updated': z.object({ userId: Uuid, position: PersonPosition.nullable() }),
  /** To the person and the members of their alert groups: another name or picture. Older versions change nothing. */
  'users:profile': z.object({ user: Person, version: Version }),
})

export const accountCommands = defineCommands({
  /** Join one's own room. Kept for compatibility: the server joins it by session; another's id is refused. */
  'users:join_room': z.object({ userId: Uuid }),
  /** The client got a 401: its socket gives up the session's rooms. */
  'users:unauthorized': z.object({}).optional(),
})
