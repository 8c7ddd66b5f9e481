import { can } from '@noroshi/contract/abilities'
import type { Db } from '#/db/pool.ts'
import type { PersonRow } from '#/features/accounts/people/people.service.ts'
import { alertChatUsers } from './alert-chat-members.sql.ts'
import type { RaisedForColumns } from '../raise/raised-for.sql.ts'
import { alertById, isActiveAdministrator } from '../alerts.sql.ts'

/** The chat of an active alert for one user. */
export interface AlertChat {
  readonly messageThreadId: string
  /** Name of the raiser; null: anonymous. */
  readonly raiser: PersonRow | null
  /** null: the raiser needs help. */
  readonly raisedFor: RaisedForColumns | null
  readonly isDrill: boolean
  /** Whether the user has raised the alert. */
  readonly isOwn: boolean
  readonly isActive: boolean
}

/**
 * Returns the active alert of a thread and the active users who take part in its chat: its raiser, the users who respond, and
 * those who have written. null if the thread has no active alert.
 */
export async function alertChatReceivers(db: Db, threadId: string): Promise<{ alertId: string; userIds: string[] } | null> {
  const rows = await alertChatUsers(db, threadId)
  const [first] = rows
  return first === undefined ? null : { alertId: first.alert_id, userIds: rows.map((row) => row.user_id) }
}

/** Returns the chat of an alert for a user; null if the user may not read it. */
export async function alertChatOf(db: Db, alertId: string, userId: string): Promise<AlertChat | null> {
  const alert = await alertById(db, alertId, userId)
  if (!alert) return null
  const isOwn = alert.raised_by === userId
  const isAdmin = !isOwn && !alert.in_audience && (await isActiveAdministrator(db, userId))
  const facts = {
    inAudience: alert.in_audience,
    isRaiser: isOwn,
    holdsToken: false,
    isAnonymous: alert.raised_by === null,
    isDrill: alert.is_drill,
    isOfOtherUnit: alert.home_unit !== null,
  }
  if (!can({ id: userId, isAdmin }, 'alert:chat', facts)) return null
  const { thread_id: messageThreadId, raiser, raised_for: raisedFor, is_drill: isDrill, resolved_at } = alert
  return { messageThreadId, raiser, raisedFor, isDrill, isOwn, isActive: resolved_at === null }
}
