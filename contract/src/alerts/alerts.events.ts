import { z } from 'zod'
import { defineCommands, defineEvents, Instant, Uuid, Version } from '../define.ts'
import { ALERT_REPEATS_MAX, DELIVERED_MAX } from '../limits.ts'
import { Person } from '../accounts/accounts.http.ts'
import { Alert, AlertAnswer, AlertCounts } from './alerts.http.ts'

export const alertEvents = defineEvents({
  /** To the audience: opens the emergency dialog. */
  'alert:new_alert': Alert,
  /** To everyone who may read it: the alert changed (words, media, place, reopened). */
  'alert:existing_alert': Alert,
  'alert:resolved': Alert,
  /** To everyone who may read it, at most once a second. `responders`: who goes, latest answer first, at most ten. */
  'alert:ledger': z.object({ alertId: Uuid, version: Version, counts: AlertCounts, responders: z.array(Person) }),
  /** To the person's own devices: answered on one, quiet on all. */
  'alert:answered': z.object({ alertId: Uuid, seenAt: Instant.nullable(), answer: AlertAnswer.nullable() }),
  /** To those of the audience alone who have not seen these active alerts 2, 5 and 15 minutes after they were raised: ring again, once. */
  'alert:repeat': z.object({ alertIds: z.array(Uuid).min(1).max(ALERT_REPEATS_MAX) }),
})

const AlertPage = z.object({ alertId: Uuid })

export const alertCommands = defineCommands({
  'alert:join_alert_page': AlertPage,
  'alert:leave_alert_page': AlertPage,
  /** The device holds these alerts; acknowledged once that is durable. */
  'alert:delivered': z.object({ alertIds: z.array(Uuid).min(1).max(DELIVERED_MAX) }),
})
