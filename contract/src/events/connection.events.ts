import { z } from 'zod'
import { defineCommand } from '../define.ts'

/** Max milliseconds that a client may announce until its next `connection:check`. */
export const CHECK_WITHIN_MAX_MS = 60_000

export const connectionCommands = {
  /**
   * Proves to both sides that the connection works. `withinMs` announces the next check in milliseconds: the server
   * closes a connection on which nothing arrives for that time and a margin. null: the client announces none, and only
   * the pings of the server prove that it is connected.
   */
  'connection:check': defineCommand({
    payload: z.object({ withinMs: z.int().min(1_000).max(CHECK_WITHIN_MAX_MS).nullable() }),
    topic: 'unordered',
    allowsRestricted: true,
  }),
}
