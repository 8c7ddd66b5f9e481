import type { Db } from '#/db/pool.ts'
import type { PersonRow } from '#/features/accounts/people/people.service.ts'
import type { DueUsers } from '#/features/push/push-kind.service.ts'
import type { RaisedForColumns } from '../raise/raised-for.sql.ts'
import { activeAmong, alertStates } from '../alert-states.sql.ts'
import { alertById } from '../alerts.sql.ts'
import { dueUsersOf, seenBy, usersReached } from './repeats.sql.ts'

/** An alert for one user. */
export interface Alarm {
  readonly messageThreadId: string
  /** Name of the raiser; null: anonymous. */
  readonly raiser: PersonRow | null
  /** null: the raiser needs help. */
  readonly raisedFor: RaisedForColumns | null
  readonly isDrill: boolean
  readonly isActive: boolean
  /** Whether the alert is active and the user has not seen it. */
  readonly isDue: boolean
}

/** Returns the users to alarm for an active alert: its audience without the users who have seen it. */
export async function alarmedUsers(db: Db, alertId: string): Promise<string[]> {
  const alert = await alertById(db, alertId, null)
  if (!alert || alert.resolved_at !== null) return []
  const seen = await seenBy(db, [alertId])
  const informed = new Set([...(alert.is_drill ? [] : [alert.raised_by]), ...seen.map((row) => row.user_id)])
  return (await usersReached(db, alert)).filter((id) => !informed.has(id))
}

/** Returns the active users in the audience of an alert, and its raiser; none for a deleted alert. */
export async function peopleOfAlert(db: Db, alertId: string): Promise<string[]> {
  const alert = await alertById(db, alertId, null)
  if (!alert) return []
  const reached = await usersReached(db, alert)
  return [...new Set([...reached, ...(alert.raised_by === null ? [] : [alert.raised_by])])]
}

/** Returns the alerts among these that are not anonymous. */
export const namedAmong = async (db: Db, alertIds: readonly string[]): Promise<string[]> =>
  alertIds.length === 0 ? [] : (await alertStates(db, alertIds)).flatMap(({ id, raised_by }) => (raised_by === null ? [] : [id]))

/** Returns an alert as it alarms a user; null if the user is not in its audience. */
export async function alarmOf(db: Db, alertId: string, userId: string): Promise<Alarm | null> {
  const alert = await alertById(db, alertId, userId)
  if (!alert?.in_audience) return null
  const isActive = alert.resolved_at === null
  const isDue = isActive && alert.my_seen_at === null
  const { thread_id: messageThreadId, raiser, raised_for: raisedFor, is_drill: isDrill } = alert
  return { messageThreadId, raiser, raisedFor, isDrill, isActive, isDue }
}

/** Returns the users among these for whom {@link alarmOf} would be due; null if the alert has ended or none of them is. */
export async function dueAmong(db: Db, alertId: string, userIds: readonly string[]): Promise<DueUsers | null> {
  const due = await dueUsersOf(db, alertId, userIds)
  const [first] = due
  if (first === undefined) return null
  const { thread_id: messageThreadId, is_drill: isDrill } = first
  return { messageThreadId, isDrill, userIds: new Set(due.map((row) => row.user_id)) }
}

/** Returns the alerts among these that are resolved or deleted. */
export async function endedAmong(db: Db, alertIds: readonly string[]): Promise<string[]> {
  const active = new Set((await activeAmong(db, alertIds)).map(({ id }) => id))
  return alertIds.filter((id) => !active.has(id))
}
