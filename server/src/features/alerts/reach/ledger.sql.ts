import { sql } from 'kysely'
import type { AlertAnswer } from '@noroshi/contract/alerts/alerts.http'
import type { ResponderProgress } from '@noroshi/contract/alerts/handling'
import type { Db } from '#/db/pool.ts'
import type { PersonRow } from '#/features/accounts/people/people.service.ts'
import { isAdministrator, recipientCount } from '../alerts.sql.ts'
import { progressCounts } from '../handling/handling.sql.ts'

/** Alerts that one user's device acknowledged in one command. */
export interface Delivery {
  readonly userId: string
  readonly alertIds: readonly string[]
}

/**
 * Writes deliveries in one statement and returns the ids of the alerts whose counts changed. Users outside the audience
 * are ignored. The audience is a subquery with LIMIT 1: as `EXISTS` the planner reads the audiences of all alerts
 * completely.
 */
export async function recordDeliveries(db: Db, deliveries: readonly Delivery[], at: Date): Promise<string[]> {
  const alertIds = deliveries.flatMap((one) => one.alertIds)
  const userIds = deliveries.flatMap((one) => one.alertIds.map(() => one.userId))
  const { rows } = await sql<{ alert_id: string }>`
    WITH written AS (
      INSERT INTO alert_ledger AS l (alert_id, user_id, delivered_at)
      SELECT DISTINCT a.id, d.user_id, ${at}::timestamptz
      FROM unnest(${alertIds}::uuid[], ${userIds}::uuid[]) AS d (alert_id, user_id) JOIN alerts a ON a.id = d.alert_id
      WHERE CASE WHEN a.raised_by = d.user_id THEN a.is_drill ELSE (a.reaches_everyone OR (
        SELECT true FROM alert_audience g JOIN alert_group_members m ON m.group_id = g.group_id
        WHERE g.alert_id = a.id AND m.user_id = d.user_id LIMIT 1)
        OR (a.is_muted AND ${isAdministrator(sql`d.user_id`)})) END
      ORDER BY a.id, d.user_id
      ON CONFLICT (alert_id, user_id) DO UPDATE SET delivered_at = EXCLUDED.delivered_at, version = l.version + 1
        WHERE l.delivered_at IS NULL
      RETURNING alert_id)
    SELECT DISTINCT alert_id FROM written`.execute(db)
  return rows.map((row) => row.alert_id)
}

/** When a user saw an alert, and how they answered. */
export interface NewAnswer {
  /** null: only 'seen'. */
  readonly answer: AlertAnswer | null
  readonly at: Date
  /**
   * Milliseconds for which the answer waited on the device of the user. It does not replace a later answer of another
   * device.
   */
  readonly ageMs: number
  readonly deviceId: string
  /** Whether the user shows themself to the anonymous raiser; null: no change. */
  readonly isShown: boolean | null
}

interface StoredAnswer {
  readonly seen_at: Date | null
  readonly answer: AlertAnswer | null
  readonly version: number
}

/**
 * Writes an answer, or only 'seen', and returns the stored row. The times of delivery and of 'seen' never change; an
 * answer may change. A user who hides from the raiser is hidden also by an answer that a later one replaced.
 */
export async function recordAnswer(
  db: Db,
  alertId: string,
  userId: string,
  { answer, at, ageMs, deviceId, isShown }: NewAnswer,
): Promise<StoredAnswer | undefined> {
  const saidAt = sql`${new Date(at.getTime() - ageMs)}::timestamptz`
  // The clock of a device may be wrong: no answer is older than its alert.
  const answeredAt =
    answer === null
      ? sql`NULL::timestamptz`
      : sql`GREATEST(${saidAt}, (SELECT created_at FROM alerts WHERE id = ${alertId}::uuid))`
  const isOutdated = sql<boolean>`(${sql.lit(ageMs > 0)} AND l.answer_device IS DISTINCT FROM ${deviceId}::uuid
    AND COALESCE(l.answered_at > ${saidAt}, false))`
  const { rows } = await sql<StoredAnswer>`
  INSERT INTO alert_ledger AS l (alert_id, user_id, delivered_at, seen_at, answer, answered_at, answer_device, is_shown_to_raiser)
  VALUES (${alertId}::uuid, ${userId}::uuid, ${at}, ${at}, ${answer}, ${answeredAt}, ${answer === null ? null : deviceId}::uuid,
    ${answer === 'responding' && isShown === true})
  ON CONFLICT (alert_id, user_id) DO UPDATE SET
    delivered_at = COALESCE(l.delivered_at, EXCLUDED.delivered_at),
    seen_at = COALESCE(l.seen_at, EXCLUDED.seen_at),
    answer = CASE WHEN ${isOutdated} THEN l.answer ELSE COALESCE(EXCLUDED.answer, l.answer) END,
    answered_at = CASE WHEN ${isOutdated} OR EXCLUDED.answer = l.answer THEN l.answered_at
      ELSE COALESCE(EXCLUDED.answered_at, l.answered_at) END,
    progress = CASE WHEN EXCLUDED.answer = 'cannotHelp' AND NOT ${isOutdated} THEN NULL ELSE l.progress END,
    is_shown_to_raiser = CASE WHEN ${isOutdated} THEN l.is_shown_to_raiser AND ${isShown ?? true}
      WHEN EXCLUDED.answer = 'cannotHelp' THEN false
      WHEN EXCLUDED.answer = 'responding' THEN ${isShown === null ? sql`l.is_shown_to_raiser` : sql`${isShown}::boolean`}
      ELSE l.is_shown_to_raiser END,
    answer_device = CASE WHEN ${isOutdated} THEN l.answer_device ELSE COALESCE(EXCLUDED.answer_device, l.answer_device) END,
    version = l.version + 1
  RETURNING seen_at, answer, version`.execute(db)
  return rows[0]
}

export interface LedgerRow {
  readonly id: string
  readonly first_name: string
  readonly last_name: string
  readonly avatar_file_id: string | null
  readonly delivered_at: Date | null
  readonly seen_at: Date | null
  readonly answer: AlertAnswer | null
  readonly answered_at: Date | null
  readonly progress: ResponderProgress | null
  readonly progress_at: Date | null
  /** The name of the home unit of a user of another one; null: this one. */
  readonly unit_name: string | null
}

/**
 * Returns the ledger: users who respond, then who cannot help, then who saw it, then who got it; each in order of time.
 */
export async function ledgerOf(db: Db, alertId: string, limit: number): Promise<LedgerRow[]> {
  const { rows } = await sql<LedgerRow>`
    SELECT u.id, u.first_name, u.last_name, u.avatar_file_id, l.delivered_at, l.seen_at, l.answer, l.answered_at, l.progress, l.progress_at,
      n.name AS unit_name
    FROM alert_ledger l JOIN users u ON u.id = l.user_id LEFT JOIN sync_units n ON n.unit_id = u.home_unit
    WHERE l.alert_id = ${alertId}::uuid
    ORDER BY l.answer DESC NULLS LAST, l.answered_at, l.seen_at NULLS LAST, l.delivered_at, u.id
    LIMIT ${limit}`.execute(db)
  return rows
}

/** Returns the active users of the audience to no device of whom an alert was delivered, by name. */
export async function notReachedBy(db: Db, alertId: string, limit: number): Promise<PersonRow[]> {
  const { rows } = await sql<PersonRow>`
    SELECT person.id, person.first_name, person.last_name, person.avatar_file_id
    FROM alerts a CROSS JOIN users person
    WHERE a.id = ${alertId}::uuid AND person.is_active AND CASE WHEN person.id = a.raised_by THEN a.is_drill ELSE (a.reaches_everyone
      OR person.id IN (SELECT m.user_id FROM alert_audience g JOIN alert_group_members m ON m.group_id = g.group_id
        WHERE g.alert_id = ${alertId}::uuid)
      OR (a.is_muted AND ${isAdministrator(sql`person.id`)})) END
      AND person.id NOT IN (SELECT l.user_id FROM alert_ledger l WHERE l.alert_id = ${alertId}::uuid AND l.delivered_at IS NOT NULL)
    ORDER BY person.last_name, person.first_name, person.id
    LIMIT ${limit}`.execute(db)
  return rows
}

/** The audience and the counts of an alert, for an event. */
export interface CountsRow {
  readonly id: string
  readonly raised_by: string | null
  readonly reaches_everyone: boolean
  readonly is_muted: boolean
  readonly group_ids: readonly string[]
  readonly recipient_count: number
  readonly delivered: number
  readonly seen: number
  readonly responding: number
  readonly cannot_help: number
  readonly on_the_way: number
  readonly arrived: number
  readonly finished: number
  readonly counts_version: number
  /** The latest users who answered 'responding'. */
  readonly responders: readonly PersonRow[]
}

/** Returns the counts of these alerts and their latest responders, at most `respondersMax` for each. */
export async function countsOf(db: Db, alertIds: readonly string[], respondersMax: number): Promise<CountsRow[]> {
  const { rows } = await sql<CountsRow>`
    SELECT a.id, a.raised_by, a.reaches_everyone, a.is_muted, ${recipientCount}, l.delivered, l.seen, l.responding,
      l.on_the_way, l.arrived, l.finished, l.cannot_help, a.ledger_version + l.versions AS counts_version,
      ARRAY(SELECT g.group_id::text FROM alert_audience g WHERE g.alert_id = a.id) AS group_ids,
      COALESCE((SELECT json_agg(person) FROM (
        SELECT u.id, u.first_name, u.last_name, u.avatar_file_id FROM alert_ledger r JOIN users u ON u.id = r.user_id
        WHERE r.alert_id = a.id AND r.answer = 'responding' ORDER BY r.answered_at DESC LIMIT ${respondersMax}) AS person), '[]') AS responders
    FROM alerts a
    CROSS JOIN LATERAL (SELECT count(delivered_at) AS delivered, count(seen_at) AS seen, ${progressCounts},
        count(*) FILTER (WHERE answer = 'responding') AS responding, count(*) FILTER (WHERE answer = 'cannotHelp') AS cannot_help,
        COALESCE(sum(version), 0) AS versions
      FROM alert_ledger WHERE alert_id = a.id) l
    WHERE a.id = ANY (${[...alertIds]}::uuid[])`.execute(db)
  return rows
}
