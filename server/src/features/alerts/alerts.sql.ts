import { type RawBuilder, sql } from 'kysely'
import type { AlertAnswer, AlertStatus } from '@noroshi/contract/alerts/alerts.http'
import type { ResponderProgress } from '@noroshi/contract/alerts/handling'
import type { Db } from '#/db/pool.ts'
import { effectiveAdmin } from '#/features/accounts/effective-admin.service.ts'
import type { PersonRow } from '#/features/accounts/people/people.service.ts'
import { type TranscriptColumns, transcriptOf } from '#/features/files/transcripts.service.ts'
import { raisedForOf, type RaisedForColumns } from './raise/raised-for.sql.ts'
import { handlingOf, type HandlingColumns, progressCounts } from './handling/handling.sql.ts'

/** A file of an alert from the JSON column of the row. Times are ISO text. */
export interface AlertMediaColumns {
  readonly id: string
  readonly file_id: string
  readonly type: string
  readonly name: string
  readonly size: number
  readonly width: number | null
  readonly height: number | null
  readonly preview_key: string | null
  readonly caption: string
  readonly updated_at: string
  readonly transcript: TranscriptColumns | null
  /** The viewer has sent it. */
  readonly is_own: boolean | null
}

/** An alert with its files, groups and counts. `in_audience` and the `my_` columns describe the viewer. */
export interface AlertRow {
  readonly id: string
  readonly thread_id: string
  readonly raised_by: string | null
  readonly client_id: string | null
  readonly latitude: number | null
  readonly longitude: number | null
  readonly accuracy: number | null
  readonly text_content: string
  readonly reaches_everyone: boolean
  /** It reaches administrators only. It then has no groups. */
  readonly is_muted: boolean
  /** Whether it is a drill. The raiser of a drill is in its audience. */
  readonly is_drill: boolean
  readonly recipient_count: number
  readonly resolved_at: Date | null
  readonly version: number
  readonly created_at: Date
  readonly updated_at: Date
  readonly home_unit: string | null
  /** The name of its home unit; null: it was raised at this one. */
  readonly unit_name: string | null
  /** When it came from another unit; null: it was raised here. */
  readonly arrived_at: Date | null
  /** It was too old to sound an alarm when it arrived. */
  readonly is_late: boolean
  readonly raiser: PersonRow | null
  /** null: the raiser needs help. */
  readonly raised_for: RaisedForColumns | null
  readonly resolver: PersonRow | null
  readonly medias: readonly AlertMediaColumns[]
  readonly group_ids: readonly string[]
  readonly handling: HandlingColumns | null
  readonly delivered: number
  readonly seen: number
  readonly responding: number
  readonly cannot_help: number
  readonly on_the_way: number
  readonly arrived: number
  readonly finished: number
  readonly counts_version: number
  readonly in_audience: boolean
  readonly my_seen_at: Date | null
  readonly my_answer: AlertAnswer | null
  /** null without an answer `responding`. */
  readonly my_progress: ResponderProgress | null
  readonly is_shown_to_raiser: boolean | null
  /** 0 without a row in the ledger. */
  readonly my_version: number
}

/** SQL expression: the user with this id as JSON. @param column a column or a value */
export const personById = (column: RawBuilder<unknown>) =>
  sql`(SELECT json_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name,
    'avatar_file_id', u.avatar_file_id) FROM users u WHERE u.id = ${column})`

/** SQL condition: the user is an active administrator. @param userId a column or a value */
export const isAdministrator = (userId: RawBuilder<unknown>) =>
  sql<boolean>`COALESCE((SELECT u.is_active AND ${effectiveAdmin('u')} FROM users u WHERE u.id = ${userId}), false)`

/** Returns whether the user is an active administrator. */
export async function isActiveAdministrator(db: Db, userId: string): Promise<boolean> {
  const { rows } = await sql<{ is_admin: boolean }>`SELECT ${isAdministrator(sql`${userId}::uuid`)} AS is_admin`.execute(db)
  return rows[0]?.is_admin === true
}

/**
 * SQL condition: the user (an id, or a column) is in the audience by current memberships, or by the right of an
 * administrator for a muted alert. The raiser is in the audience of a drill only.
 */
export function isInAudience(user: string | null | RawBuilder<unknown>) {
  const id = user === null || typeof user === 'string' ? sql`${user}::uuid` : user
  return sql<boolean>`(${id} IS NOT NULL AND CASE WHEN a.raised_by = ${id} THEN a.is_drill ELSE (
    a.reaches_everyone OR EXISTS (
      SELECT 1 FROM alert_audience g JOIN alert_group_members m ON m.group_id = g.group_id
      WHERE g.alert_id = a.id AND m.user_id = ${id})
    OR (a.is_muted AND ${isAdministrator(id)})) END)`
}

/** SQL column: the number of recipients of the alert `a` at all units, as far as they are known. */
export const recipientCount = sql`a.recipient_count
  + COALESCE((SELECT sum(value::int) FROM jsonb_each_text(a.unit_recipients)), 0)::int AS recipient_count`

const selectAlerts = (viewerId: string | null) => sql`
  SELECT a.id, a.thread_id, a.raised_by, a.client_id, a.latitude, a.longitude, a.accuracy, a.text_content, a.reaches_everyone,
    a.is_muted, a.is_drill, ${recipientCount}, a.resolved_at, a.version, a.created_at, a.updated_at,
    a.home_unit, a.arrived_at, a.is_late, CASE WHEN a.home_unit IS NOT NULL THEN
      COALESCE((SELECT name FROM sync_units WHERE unit_id = a.home_unit), '') END AS unit_name,
    ${personById(sql`a.raised_by`)} AS raiser, ${personById(sql`a.resolved_by`)} AS resolver, ${raisedForOf(personById)} AS raised_for,
    COALESCE((SELECT json_agg(json_build_object('id', d.id, 'file_id', f.id, 'type', f.type, 'name', f.name, 'size', f.size,
        'width', f.width, 'height', f.height, 'preview_key', f.preview_key, 'caption', d.caption, 'updated_at', d.updated_at,
        'transcript', ${transcriptOf('f')}, 'is_own', d.uploaded_by = ${viewerId}::uuid) ORDER BY d.id)
      FROM alert_medias d JOIN files f ON f.id = d.file_id WHERE d.alert_id = a.id), '[]') AS medias,
    ARRAY(SELECT g.group_id::text FROM alert_audience g WHERE g.alert_id = a.id) AS group_ids,
    ${handlingOf(personById)} AS handling,
    l.delivered, l.seen, l.responding, l.cannot_help, l.on_the_way, l.arrived, l.finished, a.ledger_version + l.versions AS counts_version,
    ${isInAudience(viewerId)} AS in_audience, mine.seen_at AS my_seen_at, mine.answer AS my_answer,
    CASE WHEN mine.answer = 'responding' THEN mine.progress END AS my_progress,
    mine.is_shown_to_raiser, COALESCE(mine.version, 0) AS my_version
  FROM alerts a
  CROSS JOIN LATERAL (SELECT count(delivered_at) AS delivered, count(seen_at) AS seen,
      ${progressCounts}, count(*) FILTER (WHERE answer = 'responding') AS responding, count(*) FILTER (WHERE answer = 'cannotHelp') AS cannot_help,
      COALESCE(sum(version), 0) AS versions
    FROM alert_ledger WHERE alert_id = a.id) l
  LEFT JOIN alert_ledger mine ON mine.alert_id = a.id AND mine.user_id = ${viewerId}::uuid`

export async function alertById(db: Db, id: string, viewerId: string | null): Promise<AlertRow | undefined> {
  const { rows } = await sql<AlertRow>`${selectAlerts(viewerId)} WHERE a.id = ${id}::uuid`.execute(db)
  return rows[0]
}

/** Returns an alert and locks its row until the transaction ends. */
export async function alertForUpdate(db: Db, id: string, viewerId: string | null): Promise<AlertRow | undefined> {
  // Not FOR UPDATE: the ledger refers to the alert, so that a batch of deliveries and an answer would wait for each other.
  await db.selectFrom('alerts').select('id').where('id', '=', id).forNoKeyUpdate().execute()
  return alertById(db, id, viewerId)
}

const STATUS: Record<AlertStatus, RawBuilder<unknown>> = {
  all: sql`true`,
  active: sql`a.resolved_at IS NULL`,
  resolved: sql`a.resolved_at IS NOT NULL`,
}

/**
 * Returns the alerts that a viewer may read, newest first by id, without dismissed ones. Ids rise also when the clock
 * goes back (db/ids.ts).
 */
export async function alertsOf(db: Db, viewerId: string, status: AlertStatus, before: string | undefined, limit: number) {
  const { rows } = await sql<AlertRow>`${selectAlerts(viewerId)}
    WHERE (a.raised_by = ${viewerId}::uuid OR ${isInAudience(viewerId)}) AND ${STATUS[status]}
      AND NOT (a.is_muted AND a.resolved_at IS NOT NULL)
      AND (${before ?? null}::uuid IS NULL OR a.id < ${before ?? null}::uuid)
    ORDER BY a.id DESC LIMIT ${limit}`.execute(db)
  return rows
}

export type ExistingAlert = Pick<AlertRow, 'id' | 'raised_by' | 'is_muted'>

/** Returns the alert that was raised with this `clientId`. */
export const alertOfClient = (db: Db, clientId: string) =>
  db.selectFrom('alerts').select(['id', 'raised_by', 'is_muted']).where('client_id', '=', clientId).executeTakeFirst()

/** Returns the alert of a thread; undefined for a thread of another kind. */
export const alertOfThread = (db: Db, threadId: string) =>
  db.selectFrom('alerts').select('id').where('thread_id', '=', threadId).executeTakeFirst()

/** Returns whether the user has raised an SOS that is not resolved. */
export const raisedActiveAlert = async (db: Db, userId: string): Promise<boolean> =>
  (await db
    .selectFrom('alerts')
    .select('id')
    .where('raised_by', '=', userId)
    .where('resolved_at', 'is', null)
    .where('is_drill', '=', false)
    .limit(1)
    .executeTakeFirst()) !== undefined

interface Joining {
  readonly raiserId: string | null
  readonly tokenAlertId: string | null
  /** The alert was raised between these times. */
  readonly since: Date
  readonly until: Date
  readonly joinsMuted: boolean
}

/**
 * Returns the active alert that a repeated SOS joins: raised between these times by the same user, or the alert of the
 * device's token. An alert that was raised after `until` is not joined: the clock went back, its age is unknown, and a
 * new alert is safer. An SOS never joins a drill, or an alert that was raised for another person.
 */
export const joinableAlert = (db: Db, { raiserId, tokenAlertId, since, until, joinsMuted }: Joining) =>
  db
    .selectFrom('alerts')
    .select(['id', 'raised_by', 'is_muted'])
    .where('resolved_at', 'is', null)
    .where('is_drill', '=', false)
    .where('for_other', '=', false)
    .where('created_at', '>', since)
    .where('created_at', '<', until)
    .where((row) => row.or([row('raised_by', '=', raiserId), row('id', '=', tokenAlertId)]))
    .$if(!joinsMuted, (query) => query.where('is_muted', '=', false))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Takes advisory locks on these keys until the transaction ends. */
export const lockKeys = (db: Db, keys: readonly string[]) =>
  sql`SELECT pg_advisory_xact_lock(hashtextextended(key, 0)) FROM unnest(${[...keys]}::text[]) AS key`.execute(db)

export interface NewAlert {
  readonly id: string
  readonly threadId: string
  readonly raisedBy: string | null
  readonly clientId: string | null
  readonly latitude: number | null
  readonly longitude: number | null
  readonly accuracy: number | null
  readonly textContent: string
  readonly reachesEveryone: boolean
  readonly isMuted: boolean
  readonly isDrill: boolean
  /** Whether other units get it. */
  readonly isShared: boolean
  /** null: the raiser needs help. */
  readonly raisedFor: { readonly userId: string | null; readonly name: string } | null
  /** null for a raiser with a session. */
  readonly source: string | null
  readonly recipientCount: number
  readonly groupIds: readonly string[]
  readonly createdAt: Date
}

/** Inserts an alert, its thread and its audience in one statement. */
export const insertAlert = (db: Db, alert: NewAlert) =>
  sql`
  WITH thread AS (INSERT INTO threads (id, kind) VALUES (${alert.threadId}::uuid, 'alert')),
  alert AS (INSERT INTO alerts (id, thread_id, raised_by, client_id, latitude, longitude, accuracy, text_content, reaches_everyone,
      is_muted, is_drill, for_other, for_name, for_user, source, recipient_count, scope, created_at, updated_at)
    VALUES (${alert.id}::uuid, ${alert.threadId}::uuid, ${alert.raisedBy}::uuid, ${alert.clientId}::uuid, ${alert.latitude}, ${alert.longitude},
      ${alert.accuracy}, ${alert.textContent}, ${alert.reachesEveryone}, ${alert.isMuted}, ${alert.isDrill},
      ${alert.raisedFor !== null}, ${alert.raisedFor?.name ?? ''}, ${alert.raisedFor?.userId ?? null}::uuid, ${alert.source}::uuid, ${alert.recipientCount},
      ${alert.isShared ? 'group' : 'unit'}, ${alert.createdAt}, ${alert.createdAt}))
  INSERT INTO alert_audience (alert_id, group_id) SELECT ${alert.id}::uuid, unnest(${[...alert.groupIds]}::uuid[])`.execute(db)

type AlertChange = Partial<{
  latitude: number
  longitude: number
  accuracy: number | null
  text_content: string
  resolved_by: string | null
  resolved_at: Date | null
}>

/**
 * Updates an alert and raises its version. The caller has locked the row. `isEmitted`: the caller emits this change
 * now.
 */
export const updateAlert = (db: Db, id: string, change: AlertChange, isEmitted = true) =>
  db
    .updateTable('alerts')
    .set({
      ...change,
      updated_at: sql`now()`,
      version: sql`version + 1`,
      ...(isEmitted && { emitted_version: sql`version + 1` }),
    })
    .where('id', '=', id)
    .execute()

export const insertAlertMedias = (
  db: Db,
  medias: { id: string; alert_id: string; file_id: string; caption: string; uploaded_by: string | null }[],
) => db.insertInto('alert_medias').values(medias).execute()
