import { ALERT_REPEATS_MAX } from '@noroshi/contract/limits'
import type { Db } from '#/db/pool.ts'
import type { Deps } from '#/deps.ts'
import { userRoom } from '#/realtime/rooms.ts'
import { type DueAlert, mayRepeat, peopleReached, seenBy, takeDueAlerts } from './repeats.sql.ts'

/** How often the database is asked which alerts are due, in milliseconds. What it says survives a restart: there is no other timer. */
const ASK_EVERY = 10_000

/** Who is to hear which alerts again. */
interface Repetition {
  readonly alertIds: readonly string[]
  readonly userIds: readonly string[]
}

/** Repeats alarms as long as the unit runs; call the result to stop. */
export function keepRepeating(deps: Deps): () => Promise<void> {
  let running: Promise<void> | null = null
  const timer = setInterval(() => {
    running ??= repeatDueAlarms(deps)
      .catch(deps.logError)
      .finally(() => {
        running = null
      })
  }, ASK_EVERY)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}

/**
 * Rings again for those who have not seen an active alert 2, 5 and 15 minutes after it was raised. Who is away hears it when they
 * come back, since the alert is still active: this is a hint, and is not logged. It is told before the commit, so that an alarm
 * that cannot be marked rings once too often rather than not at all.
 */
export async function repeatDueAlarms(deps: Deps): Promise<void> {
  await deps.transaction(async (tx) => {
    if (!(await mayRepeat(tx))) return
    for (const { userIds, alertIds } of await repetitions(tx, await takeDueAlerts(tx, deps.now())))
      if (userIds.length > 0) deps.realtime.tell('alert:repeat', userIds.map(userRoom), { alertIds: [...alertIds] })
  })
}

/** One for all alerts that went to the same people and that nobody of them saw or raised, as in a flood; one for each other alert. */
async function repetitions(tx: Db, due: readonly DueAlert[]): Promise<Repetition[]> {
  if (due.length === 0) return []
  const knows = new Map(due.map((alert) => [alert.id, new Set(alert.raised_by === null ? [] : [alert.raised_by])]))
  const ids = due.map((alert) => alert.id)
  for (const { alert_id, user_id } of await seenBy(tx, ids)) knows.get(alert_id)?.add(user_id)

  const found: Repetition[] = []
  for (const alerts of Map.groupBy(due, audienceKey).values()) {
    const [{ group_ids, reaches_everyone } = { group_ids: [], reaches_everyone: false }] = alerts
    const people = await peopleReached(tx, group_ids, reaches_everyone)
    const unseen = alerts.filter((alert) => knows.get(alert.id)?.size === 0).map((alert) => alert.id)
    if (unseen.length > 0) found.push({ alertIds: unseen.slice(0, ALERT_REPEATS_MAX), userIds: people })
    for (const { id } of alerts) {
      const known = knows.get(id) ?? new Set()
      if (known.size > 0) found.push({ alertIds: [id], userIds: people.filter((person) => !known.has(person)) })
    }
  }
  return found
}

const audienceKey = ({ group_ids, reaches_everyone }: DueAlert) => (reaches_everyone ? 'everyone' : group_ids.join(' '))
