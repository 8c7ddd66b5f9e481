import type { Person } from '@noroshi/contract/accounts/accounts.http'
import type { Db } from '#/db/pool.ts'
import { peopleById } from '#/features/accounts/people/people-by-id.service.ts'
import { type HealthCheck, numberFact, problemIf, readingOf } from '#/features/health/health-check.service.ts'
import { defineConsumer } from '#/realtime/consumers.ts'
import { alertHeads, deliveryTimes, storeReceivers, unreachedAlarms } from './alarm-health.sql.ts'

const DAY_MS = 86_400_000
/** Milliseconds in which a device acknowledges an alarm. */
const REACHED_WITHIN_MS = 60_000
/** Max unreached alarms that are counted, and that are named. */
const COUNTED_MAX = 100
const NAMED_MAX = 5
/** Days and max number of the newest SOS whose times are measured. */
const MEASURED_DAYS = 7
const MEASURED_MAX = 500
/** Seconds of a good delivery: to a phone with an open page it takes less than one, by push some. */
const SLOW_P50 = 15
const SLOW_P99 = 120

/** An alert in a list of problems. */
export interface AlertHead {
  readonly id: string
  readonly messageThreadId: string
  readonly raisedAt: string
  /** null: it was raised anonymously. */
  readonly raisedBy: Person | null
}

/** Returns alerts by id. Deleted alerts are missing in the map. */
export async function alertHeadsById(db: Db, ids: readonly string[]): Promise<Map<string, AlertHead>> {
  if (ids.length === 0) return new Map()
  const rows = await alertHeads(db, ids)
  const people = await peopleById(
    db,
    rows.flatMap(({ raised_by: userId }) => userId ?? []),
  )
  return new Map(
    rows.map(({ id, thread_id: messageThreadId, raised_by: userId, created_at }) => [
      id,
      { id, messageThreadId, raisedAt: created_at.toISOString(), raisedBy: people.get(userId ?? '') ?? null },
    ]),
  )
}

/** Active alarms that no device has acknowledged. */
export const unreachedAlarmsCheck: HealthCheck = {
  name: 'unreachedAlarms',
  async read({ db, now }) {
    const ids = await unreachedAlarms(db, new Date(now().getTime() - REACHED_WITHIN_MS), COUNTED_MAX)
    const facts = [
      numberFact('count', 'unreachedAlarms', ids.length),
      ...ids.slice(0, NAMED_MAX).map((id) => ({ kind: 'alert' as const, name: 'unreachedAlarm' as const, id })),
    ]
    return readingOf(facts, [problemIf(ids.length > 0, 'failure', 'alarmsUnreached')])
  },
}

/** Max new alerts of one run whose receivers are looked for: the newest ones. More than these are a flood. */
const RECEIVERS_MAX = 50

/**
 * Stores whether a device could receive a new alert, unless it is read late, as after a restart. Without one, its delivery says when a person came back, not how long an SOS takes:
 * it belongs to {@link unreachedAlarmsCheck}.
 */
export const alarmReceiversConsumer = () =>
  defineConsumer({
    name: 'alerts.receivers',
    events: ['alert:new_alert'],
    async handle(tx, events) {
      await storeReceivers(
        tx,
        events.slice(-RECEIVERS_MAX).map(({ payload }) => payload.id),
      )
    },
  })

/** How long an SOS takes to the first device, of the last days. Drills do not count, nor does an SOS without a receiver. */
export const sosDeliveryCheck: HealthCheck = {
  name: 'sosDelivery',
  every: 60_000,
  async read({ db, now }) {
    const { count, p50, p99 } = await deliveryTimes(db, new Date(now().getTime() - MEASURED_DAYS * DAY_MS), MEASURED_MAX)
    const measured = numberFact('count', 'deliveredSos', count)
    if (p50 === null || p99 === null) return { level: 'unknown', advice: 'sosNone', facts: [measured] }
    return readingOf(
      [measured, numberFact('seconds', 'sosP50', p50), numberFact('seconds', 'sosP99', p99)],
      [problemIf(p50 > SLOW_P50 || p99 > SLOW_P99, 'warning', 'sosSlow')],
    )
  },
}
