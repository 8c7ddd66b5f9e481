import { STALLED_ALERTS_MAX } from '@noroshi/contract/limits'
import { ALERT_STAGES, type AlertStage, stageOf } from '@noroshi/contract/alerts/handling'
import type { Job } from '#/db/jobs.ts'
import type { Tx } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import { userRoom } from '#/realtime/rooms.ts'
import { ADMINISTRATORS } from '../alerts.rooms.ts'
import { markReminded, type StandingAlert, standingAlerts, tryLockReminders } from './stalled.sql.ts'

/** Minutes after which an alert that stands still in a state is announced to its assigned users and administrators. */
const STALLED_MINUTES: Readonly<Record<AlertStage, number>> = {
  unattended: 10,
  attended: 20,
  onTheWay: 45,
  arrived: 120,
  done: 60,
}
const MINUTE = 60_000
const LEAST_MINUTES = Math.min(...Object.values(STALLED_MINUTES))
/** Milliseconds between two queries. The state is in the database only, so that it survives a restart. */
const POLL_MS = 30_000

/** Reminds of alerts that stand still while the server runs. */
export const stalledAlertsJob = (deps: Deps): Job => ({
  name: 'stalled alerts',
  every: POLL_MS,
  run: () => remindOfStalled(deps),
})

const stageOfRow = (row: StandingAlert): AlertStage =>
  stageOf({
    resolvedAt: null,
    counts: { responding: row.responding, onTheWay: row.on_the_way, arrived: row.arrived, finished: row.finished },
    handling: { reportedStage: row.reported_stage, assignee: row.is_assigned || null },
  })

/**
 * Returns the oldest alerts that stand still for too long in their state, at most STALLED_ALERTS_MAX. It reads on while older alerts
 * may stand still for longer.
 */
async function stalledAlerts(tx: Tx, now: number): Promise<StandingAlert[]> {
  const since = new Date(now - LEAST_MINUTES * MINUTE)
  const stalled: StandingAlert[] = []
  let after: string | null = null
  do {
    const page: StandingAlert[] = await standingAlerts(tx, { since, after, limit: STALLED_ALERTS_MAX })
    stalled.push(...page.filter((row) => now - row.moved_at.getTime() >= STALLED_MINUTES[stageOfRow(row)] * MINUTE))
    after = page.length < STALLED_ALERTS_MAX ? null : (page.at(-1)?.id ?? null)
  } while (after !== null && stalled.length < STALLED_ALERTS_MAX)
  return stalled.slice(0, STALLED_ALERTS_MAX)
}

/** Reminds once of each alert that stands still for too long, until it moves: unattended alerts first. Muted alerts, drills and duplicates of active alerts are left out. */
export async function remindOfStalled(deps: Deps): Promise<void> {
  await deps.transaction(async (tx) => {
    if (!(await tryLockReminders(tx))) return
    const now = deps.now().getTime()
    const stalled = (await stalledAlerts(tx, now)).toSorted(
      (a, b) => ALERT_STAGES.indexOf(stageOfRow(a)) - ALERT_STAGES.indexOf(stageOfRow(b)),
    )
    if (stalled.length === 0) return
    await markReminded(
      tx,
      stalled.map(({ id }) => id),
      new Date(now),
    )
    for (const [rooms, alerts] of Map.groupBy(stalled, roomsOf))
      tx.emit('alert:stalled', rooms.split(' '), { alertIds: alerts.map(({ id }) => id) })
  })
}

/** Returns the rooms of the users who are reminded, as one text, so that alerts of the same users share an event. */
const roomsOf = ({ assigned_users: users }: StandingAlert): string => [ADMINISTRATORS, ...users.map(userRoom)].join(' ')
