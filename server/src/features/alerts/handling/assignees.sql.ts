import { sql } from 'kysely'
import type { Db } from '#/db/pool.ts'
import { effectiveAdmin } from '#/features/accounts/effective-admin.service.ts'
import type { PersonRow } from '#/features/accounts/people/people.service.ts'
import { isInAudience } from '../alerts.sql.ts'

/** SQL condition: the alert `a` can be assigned to the user `u`. Its raiser is in the audience of a drill only. */
const isAssignable = sql<boolean>`u.is_active AND (${isInAudience(sql`u.id`)} OR ${effectiveAdmin('u')})`
/** SQL condition: the alert `a` can be assigned to the group `g`. */
const isAssignableGroup = sql<boolean>`g.deleted_at IS NULL
  AND EXISTS (SELECT FROM alert_audience x WHERE x.alert_id = a.id AND x.group_id = g.id)`

/** Returns users to whom an alert can be assigned: those who respond first, then by name. @param name a part of the name */
export async function assignableUsers(db: Db, alertId: string, name: string, limit: number): Promise<PersonRow[]> {
  const { rows } = await sql<PersonRow>`
    SELECT u.id, u.first_name, u.last_name, u.avatar_file_id FROM alerts a CROSS JOIN users u
      LEFT JOIN alert_ledger l ON l.alert_id = a.id AND l.user_id = u.id AND l.answer = 'responding'
    WHERE a.id = ${alertId}::uuid AND ${isAssignable}
      AND (strpos(lower(u.first_name || ' ' || u.last_name), lower(${name})) > 0
        OR strpos(lower(u.last_name || u.first_name), lower(${name})) > 0)
    ORDER BY l.answered_at NULLS LAST, u.first_name, u.id LIMIT ${limit}`.execute(db)
  return rows
}

export async function assignableGroups(db: Db, alertId: string, limit: number) {
  const { rows } = await sql<{ id: string; name: string }>`
    SELECT g.id, g.name FROM alerts a CROSS JOIN alert_groups g
    WHERE a.id = ${alertId}::uuid AND ${isAssignableGroup} ORDER BY g.name, g.id LIMIT ${limit}`.execute(db)
  return rows
}

export async function isUserAssignable(db: Db, alertId: string, userId: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM alerts a CROSS JOIN users u
    WHERE a.id = ${alertId}::uuid AND u.id = ${userId}::uuid AND ${isAssignable}`.execute(db)
  return rows.length > 0
}

export async function isGroupAssignable(db: Db, alertId: string, groupId: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM alerts a CROSS JOIN alert_groups g
    WHERE a.id = ${alertId}::uuid AND g.id = ${groupId}::uuid AND ${isAssignableGroup}`.execute(db)
  return rows.length > 0
}
