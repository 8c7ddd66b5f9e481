import { sql } from 'kysely'
import type { ReportedStage } from '@noroshi/contract/alerts/handling'
import type { Db } from '#/db/pool.ts'
import { effectiveAdmin } from '#/features/accounts/effective-admin.service.ts'
import { assignedUsers, progressCounts } from './handling.sql.ts'

/** An active alert that is no duplicate of an active one, with what its state follows from. */
export interface StandingAlert {
  readonly id: string
  readonly is_assigned: boolean
  /** The users to whom it is assigned, also through a group. */
  readonly assigned_users: readonly string[]
  readonly reported_stage: ReportedStage | null
  readonly responding: number
  readonly on_the_way: number
  readonly arrived: number
  readonly finished: number
  /** The last decision or answer; without one, when the alert was raised. */
  readonly moved_at: Date
}

const selectStanding = sql`
  SELECT a.id, (h.assigned_user IS NOT NULL OR h.assigned_group IS NOT NULL) AS is_assigned, ARRAY ${assignedUsers} AS assigned_users,
    h.reported_stage, l.responding, l.on_the_way, l.arrived, l.finished, m.moved_at
  FROM alerts a LEFT JOIN alert_handling h ON h.alert_id = a.id
  CROSS JOIN LATERAL (SELECT count(*) FILTER (WHERE answer = 'responding') AS responding, ${progressCounts},
      max(answered_at) FILTER (WHERE answer = 'responding') AS answered_at, max(progress_at) AS progress_at
    FROM alert_ledger WHERE alert_id = a.id) l
  CROSS JOIN LATERAL (SELECT GREATEST(a.created_at, a.released_at, h.changed_at, l.answered_at, l.progress_at) AS moved_at) m
  WHERE a.resolved_at IS NULL AND a.home_unit IS NULL AND NOT a.is_drill AND NOT a.is_muted AND NOT EXISTS (
    SELECT FROM alerts o WHERE o.id = h.duplicate_of AND o.resolved_at IS NULL AND NOT o.is_muted)`

interface Standing {
  readonly since: Date
  /** The id of the last alert of the page before; null: the first page. */
  readonly after: string | null
  readonly limit: number
}

/** Returns a page of the alerts that have not moved since a time and that no one was reminded of, oldest first. */
export async function standingAlerts(db: Db, { since, after, limit }: Standing): Promise<StandingAlert[]> {
  const { rows } = await sql<StandingAlert>`${selectStanding}
    AND a.created_at <= ${since}::timestamptz AND m.moved_at <= ${since}::timestamptz
    AND (${after}::uuid IS NULL OR a.id > ${after}::uuid)
    AND (a.reminded_at IS NULL OR a.reminded_at < m.moved_at)
    AND (a.reminders_from IS NULL OR a.reminders_from < m.moved_at) ORDER BY a.id LIMIT ${limit}`.execute(db)
  return rows
}

/** Whether the alert still stands still since its reminder. */
export async function isStandingStill(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`${selectStanding} AND a.id = ${id}::uuid AND a.reminded_at >= m.moved_at`.execute(db)
  return rows.length > 0
}

/** Locks the reminders until the transaction ends. Returns false if another process has the lock. */
export async function tryLockReminders(tx: Db): Promise<boolean> {
  const { rows } = await sql<{ is_locked: boolean }>`
    SELECT pg_try_advisory_xact_lock(hashtextextended('alert reminders', 0)) AS is_locked`.execute(tx)
  return rows[0]?.is_locked === true
}

export const markReminded = (db: Db, ids: readonly string[], reminded_at: Date) =>
  db
    .updateTable('alerts')
    .set({ reminded_at })
    .where('id', 'in', [...ids])
    .execute()

/** Returns the active users who are reminded of an alert: its assigned users and all administrators. */
export async function remindedUsers(db: Db, id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT u.id FROM users u CROSS JOIN alerts a LEFT JOIN alert_handling h ON h.alert_id = a.id
    WHERE a.id = ${id}::uuid AND u.is_active AND (${effectiveAdmin('u')} OR u.id IN ${assignedUsers})`.execute(db)
  return rows.map((row) => row.id)
}
