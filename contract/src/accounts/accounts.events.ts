import { z } from 'zod'
import { defineCommand, defineEvents, Uuid, Version } from '../define.ts'
import { Person, PersonPosition } from './accounts.http.ts'

export const accountEvents = defineEvents({
  /** Emitted to the sockets of a session that the user or the server ended, also from another device. */
  'session:ended': z.object({ reason: z.enum(['logout', 'revoked', 'deactivated', 'deleted']) }),
  /** Emitted to every page, also to pages of visitors. The client refetches the public facts of the server. */
  'unit:changed': z.object({}),
  /** Emitted to the user: the client refetches all data that depends on memberships. */
  'membership:changed': z.object({}),
  /** Emitted to the members of the user's alert groups. `position` is null when the user stops sharing the location. */
  'users:updated': z.object({ userId: Uuid, position: PersonPosition.nullable() }),
  /**
   * Emitted to the user and the members of their alert groups when the name or picture changed. Clients ignore older
   * versions.
   */
  'users:profile': z.object({ user: Person, version: Version }),
  /** Emitted to the user when their quiet hours changed. The client refetches the user. */
  'users:quiet_hours': z.object({}),
  /** Emitted to the user when they changed whether they share when they were last here. The client refetches the user. */
  'users:last_seen_sharing': z.object({}),
})

export const accountCommands = {
  /**
   * Kept for compatibility: the server already joins the socket to its user's room. The id of another user is refused.
   */
  'users:join_room': defineCommand({ payload: z.object({ userId: Uuid }), allowsRestricted: true, errors: ['forbidden'] }),
  /** The app is on the screen of this page. Pages of users who share it send it each minute. */
  'users:seen': defineCommand({ payload: z.object({}) }),
  /** Emitted without a payload after a 401: the socket leaves the rooms of the session. */
  'users:unauthorized': defineCommand({ payload: z.object({}).optional(), allowsRestricted: true }),
}
