import { z } from 'zod'
import { defineRoutes, Timestamp } from '../define.ts'

/** A jump of the server's clock that no administrator has confirmed yet. */
export const ClockJump = z
  .object({
    /** When it was detected, by the clock after the jump. */
    at: Timestamp,
    /** Seconds of the jump; negative: the clock went back. */
    seconds: z.int(),
    /** It was found at the start: the server was off for so long, or its clock is wrong. */
    isSinceStop: z.literal(true).optional(),
  })
  .meta({ id: 'ClockJump' })
export type ClockJump = z.infer<typeof ClockJump>

/** The state of the server's clock. */
export const ClockState = z
  .object({
    /** The server's time when it sends the reply. */
    now: Timestamp,
    /** null: no jump was detected, or an administrator confirmed the clock after it. */
    jump: ClockJump.nullable(),
  })
  .meta({ id: 'ClockState' })
export type ClockState = z.infer<typeof ClockState>

export const clockRoutes = defineRoutes({
  read: {
    method: 'GET',
    path: '/admin/clock',
    access: 'admin',
    reply: ClockState,
    summary: "The server's time, and a jump of its clock by more than a minute, or at the start by more than a week.",
  },
  confirm: {
    method: 'PUT',
    path: '/admin/clock/confirm',
    access: 'admin',
    reply: ClockState,
    summary: "Confirm that the server's clock is right; the warning about its jump disappears for all administrators.",
  },
})
