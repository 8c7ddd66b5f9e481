import { ALERT_REPEATS_MAX } from '@noroshi/contract/limits'
import type { Job } from '#/db/jobs.ts'
import type { Db } from '#/db/pool.ts'
import type { Deps } from '#/deps.ts'
import { userRoom } from '#/realtime/rooms.ts'
import { type DueAlert, tryLockRepeats, usersReached, seenBy, markDueAlerts } from './repeats.sql.ts'

/**
 * Milliseconds between two queries for due alerts. The state is in the database only, so that it survives a restart.
 */
const POLL_MS = 10_000

/** Alerts whose alarm is repeated for the same users. */
interface Repetition {
  readonly alertIds: readonly string[]
  readonly userIds: readonly string[]
}

/** Repeats alarms while the server runs. */
export const alarmRepeatsJob = (deps: Deps): Job => ({ name: 'alarm repeats', every: POLL_MS, run: () => repeatDueAlarms(deps) })

/** Repeats the alarm of an active alert 2, 5 and 15 minutes after it was raised, for the users who have not seen it. */
export async function repeatDueAlarms(deps: Deps): Promise<void> {
  await deps.transaction(async (tx) => {
    if (!(await tryLockRepeats(tx))) return
    for (const { userIds, alertIds } of await repetitionsOf(tx, await markDueAlerts(tx, deps.now())))
      tx.emit('alert:repeat', userIds.map(userRoom), { alertIds: [...alertIds] })
  })
}

/**
 * Returns one repetition for all alerts of the same audience that no user of it saw or raised, as in a flood, and one
 * for each other alert.
 */
async function repetitionsOf(tx: Db, due: readonly DueAlert[]): Promise<Repetition[]> {
  if (due.length === 0) return []
  const informedUsers = new Map(
    due.map(({ id, raised_by, is_drill }) => [id, new Set(raised_by === null || is_drill ? [] : [raised_by])]),
  )
  const ids = due.map((alert) => alert.id)
  for (const { alert_id, user_id } of await seenBy(tx, ids)) informedUsers.get(alert_id)?.add(user_id)

  const repetitions: Repetition[] = []
  for (const alerts of Map.groupBy(due, audienceKey).values()) {
    const [first] = alerts
    const people = first ? await usersReached(tx, first) : []
    const unseen = alerts.filter((alert) => informedUsers.get(alert.id)?.size === 0).map((alert) => alert.id)
    if (unseen.length > 0) repetitions.push({ alertIds: unseen.slice(0, ALERT_REPEATS_MAX), userIds: people })
    for (const { id } of alerts) {
      const informed = informedUsers.get(id) ?? new Set()
      if (informed.size > 0) repetitions.push({ alertIds: [id], userIds: people.filter((person) => !informed.has(person)) })
    }
  }
  return repetitions
}

export function audienceKey({ raised_by, is_drill, group_ids, reaches_everyone, is_muted }: Omit<DueAlert, 'id'>): string {
  if (is_drill) return `drill ${raised_by} ${group_ids.join(' ')}`
  if (is_muted) return 'administrators'
  return reaches_everyone ? 'everyone' : group_ids.join(' ')
}
