import type { Db } from '#/db/pool.ts'
import { deliveriesInTime, type EndedAlarm, markEndedAlarms } from './alarm-outcomes.sql.ts'
import { audienceKey } from './repeats.service.ts'
import { usersReached } from './repeats.sql.ts'

/** The outcome of an alarm or a drill: the users it was for, and whether it reached them. */
export interface AlarmOutcome {
  readonly alertId: string
  readonly alarmedAt: Date
  readonly isDrill: boolean
  /** Time at which it was resolved; null if it was active for ALARM_DELIVERY_MINUTES. */
  readonly endedEarlyAt: Date | null
  readonly users: readonly {
    readonly userId: string
    /** Time at which the first device acknowledged it; null: no device did in time. */
    readonly deliveredAt: Date | null
  }[]
}

/** Max alerts that one transaction marks. Their row locks delay acknowledgements. */
const MARKED_AT_ONCE = 1000

/** Whether the alarm is a test of a user's own device. It has no outcome, because this user is awake. */
const isOwnTest = ({ is_drill, group_ids }: EndedAlarm) => is_drill && group_ids.length === 0

/**
 * Marks ended alarms as recorded and returns their outcomes. Alerts with the same audience, as in a flood, have one
 * outcome: that of the newest complete alert, or else of the newest. `isLast`: no further alarm has ended.
 */
export async function takeAlarmOutcomes(tx: Db, now: Date): Promise<{ outcomes: AlarmOutcome[]; isLast: boolean }> {
  const marked = await markEndedAlarms(tx, now, MARKED_AT_ONCE)
  const ended = marked.filter((alarm) => !isOwnTest(alarm))
  const outcomes: AlarmOutcome[] = []
  for (const alarms of Map.groupBy(ended, audienceKey).values()) {
    const recorded = alarms.find((alarm) => alarm.is_complete) ?? alarms[0]
    if (recorded) outcomes.push(await outcomeOf(tx, recorded))
  }
  return { outcomes, isLast: marked.length < MARKED_AT_ONCE }
}

async function outcomeOf(tx: Db, alarm: EndedAlarm): Promise<AlarmOutcome> {
  const [reached, deliveries] = [await usersReached(tx, alarm), await deliveriesInTime(tx, alarm)]
  const users = reached
    .filter((userId) => userId !== alarm.raised_by)
    .map((userId) => ({ userId, deliveredAt: deliveries.get(userId) ?? null }))
    .filter(({ deliveredAt }) => alarm.is_complete || deliveredAt !== null)
  const { id: alertId, alarmed_at: alarmedAt, is_drill: isDrill, ended_early_at: endedEarlyAt } = alarm
  return { alertId, alarmedAt, isDrill, endedEarlyAt, users }
}
