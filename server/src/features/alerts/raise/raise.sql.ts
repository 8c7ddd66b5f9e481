import { sql } from 'kysely'
import type { Db } from '#/db/pool.ts'
import type { AlertRow } from '../alerts.sql.ts'
import type { Audience } from '../groups/alert-groups.service.ts'

interface NewAlert {
  readonly row: AlertRow
  readonly source: string | null
  readonly event: {
    readonly eventId: string
    readonly name: 'alert:new_alert'
    readonly rooms: readonly string[]
    readonly payload: unknown
  }
}

/**
 * Inserts alerts with their threads, audience and events in one statement, so that all of them are durable or none is. Skips
 * alerts whose `client_id` exists or is of a removed alert.
 * @param audience the groups that receive the alerts that are not muted, and whether other units get those
 * @returns the ids of the alerts that were inserted
 */
export async function insertAnonymousAlerts(db: Db, alerts: readonly NewAlert[], { groupIds, isShared }: Audience) {
  const given = JSON.stringify(
    alerts.map(({ row, source, event }) => ({
      ...row,
      source,
      for_other: row.raised_for !== null,
      event_id: event.eventId,
      event_name: event.name,
      rooms: event.rooms,
      payload: event.payload,
    })),
  )
  const { rows } = await sql<{ id: string }>`
    WITH given AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${given}::jsonb) AS g (id uuid, thread_id uuid, client_id uuid, latitude float8, longitude float8,
        accuracy float8, text_content text, reaches_everyone boolean, is_muted boolean, for_other boolean, source uuid, recipient_count integer, created_at timestamptz,
        event_id uuid, event_name text, rooms text[], payload jsonb)),
    alert AS (
      INSERT INTO alerts (id, thread_id, client_id, latitude, longitude, accuracy, text_content, reaches_everyone, is_muted, for_other, source,
        recipient_count, scope, created_at, updated_at)
      SELECT id, thread_id, client_id, latitude, longitude, accuracy, text_content, reaches_everyone, is_muted, for_other, source,
        recipient_count, CASE WHEN ${isShared} AND NOT is_muted THEN 'group' ELSE 'unit' END, created_at, created_at FROM given
      WHERE NOT EXISTS (SELECT FROM removed_alerts r WHERE r.client_id = given.client_id) ORDER BY client_id
      ON CONFLICT (client_id) DO NOTHING RETURNING id, thread_id, is_muted),
    thread AS (INSERT INTO threads (id, kind) SELECT thread_id, 'alert' FROM alert),
    audience AS (INSERT INTO alert_audience (alert_id, group_id) SELECT id, unnest(${[...groupIds]}::uuid[]) FROM alert
      WHERE NOT is_muted),
    logged AS (
      INSERT INTO events (id, name, rooms, payload)
      SELECT event_id, event_name, rooms, payload FROM given JOIN alert USING (id))
    SELECT id FROM alert`.execute(db)
  return new Set(rows.map((row) => row.id))
}
