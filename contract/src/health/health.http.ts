import { z } from 'zod'
import { Person } from '../accounts/accounts.http.ts'
import { defineRoutes, Timestamp, Uuid } from '../define.ts'

/** `warning`: an administrator should act soon; `failure`: now; `unknown`: it could not be read. */
export const HealthLevel = z.enum(['good', 'warning', 'failure', 'unknown'])
export type HealthLevel = z.infer<typeof HealthLevel>

/** The units of numbers. Each unit is a metric of its own. */
export const HEALTH_UNITS = ['bytes', 'count', 'seconds', 'percent', 'celsius'] as const
export type HealthUnit = (typeof HEALTH_UNITS)[number]

/** The text of a fact has the message key `health.fact.<name>`. */
const name = z.string()

const NumberFact = z.object({
  kind: z.enum(HEALTH_UNITS),
  name,
  /** null: unknown. */
  value: z.number().nullable(),
  /** The subject of the number if there are several, such as a push service. */
  of: z.string().optional(),
})
const TimeFact = z.object({
  kind: z.literal('time'),
  name,
  /** null: it has not happened, or is unknown. */
  value: Timestamp.nullable(),
})
const TextFact = z.object({ kind: z.literal('text'), name, value: z.string().nullable() })
const FlagFact = z.object({ kind: z.literal('flag'), name, value: z.boolean().nullable() })
const AlertFact = z.object({
  kind: z.literal('alert'),
  name,
  alert: z.object({
    id: Uuid,
    messageThreadId: Uuid,
    raisedAt: Timestamp,
    /** null: it was raised anonymously. */
    raisedBy: Person.nullable(),
  }),
})
const SenderFact = z.object({
  kind: z.literal('sender'),
  name,
  user: Person,
  bytes: z.int().nonnegative(),
})

/** A fact of a check. */
export const HealthFact = z.discriminatedUnion('kind', [NumberFact, TimeFact, TextFact, FlagFact, AlertFact, SenderFact])
export type HealthFact = z.infer<typeof HealthFact>

/** A check and what it read last. */
export const HealthReading = z
  .object({
    /** The text of its name has the message key `health.check.<name>`. */
    name: z.string(),
    /** The host name of the computer that it is about; null if the server has one computer, or all share it. */
    machine: z.string().nullable(),
    level: HealthLevel,
    /** The text of what this means and what to do has the message key `health.advice.<advice>`; null: nothing to do. */
    advice: z.string().nullable(),
    facts: z.array(HealthFact),
    /** When it was read; null: not since the start of the server. */
    readAt: Timestamp.nullable(),
    /** When its level was first read; null if it was not read. */
    since: Timestamp.nullable(),
  })
  .meta({ id: 'HealthReading' })
export type HealthReading = z.infer<typeof HealthReading>

export const healthRoutes = defineRoutes({
  read: {
    method: 'GET',
    path: '/admin/health',
    access: 'admin',
    reply: z.object({
      /** The server's time. */
      now: Timestamp,
      /** Failures first, then warnings, then what is unknown. */
      checks: z.array(HealthReading),
    }),
    summary: 'The health checks of the server with what they read last. The server reads them every 20 seconds.',
  },
})
