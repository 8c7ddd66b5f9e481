import { sql } from 'kysely'
import type { Db } from '#/db/pool.ts'
import { effectiveAdmin, mustSetUpSecondFactor } from '#/features/accounts/effective-admin.service.ts'

/** Returns the grants of a cookie. The columns of the user are null for an alert grant and for an ended session. */
export const grantsOfCookie = (db: Db, cookieHash: Buffer, now: Date) =>
  db
    .selectFrom('media_grants')
    .leftJoin('sessions', (join) =>
      join
        .onRef('sessions.id', '=', 'media_grants.session_id')
        .on('sessions.ended_at', 'is', null)
        .on('sessions.expires_at', '>', now),
    )
    .leftJoin('users', (join) => join.onRef('users.id', '=', 'sessions.user_id').on('users.is_active', '=', true))
    .where('cookie_hash', '=', cookieHash)
    .select(['media_grants.alert_id', 'media_grants.session_id', 'sessions.device_id'])
    .select(effectiveAdmin('users').as('is_admin'))
    .select(sql<boolean | null>`sessions.needs_second_factor AND ${mustSetUpSecondFactor('users')}`.as('is_restricted'))
    .select(['users.id as user_id', 'users.first_name', 'users.last_name', 'users.avatar_file_id'])
    .execute()

export type GrantRow = Awaited<ReturnType<typeof grantsOfCookie>>[number]

export interface AlertGrant {
  readonly cookieHash: Buffer
  readonly alertId: string
}

export async function insertAlertGrants(db: Db, grants: readonly AlertGrant[]): Promise<void> {
  await sql`
    INSERT INTO media_grants (cookie_hash, alert_id)
    SELECT * FROM unnest(${grants.map((grant) => grant.cookieHash)}::bytea[], ${grants.map((grant) => grant.alertId)}::uuid[])
    ON CONFLICT DO NOTHING`.execute(db)
}

export async function insertSessionGrant(tx: Db, cookieHash: Buffer, sessionId: string): Promise<void> {
  await tx
    .insertInto('media_grants')
    .values({ cookie_hash: cookieHash, session_id: sessionId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Moves the alert grants of a cookie to another one and deletes its session grants. */
export async function moveAlertGrants(tx: Db, from: Buffer, to: Buffer): Promise<void> {
  await tx
    .updateTable('media_grants')
    .set({ cookie_hash: to })
    .where('cookie_hash', '=', from)
    .where('alert_id', 'is not', null)
    .execute()
  await tx.deleteFrom('media_grants').where('cookie_hash', '=', from).execute()
}

/** Deletes the grants of ended sessions and the alert grants from before `oldest`. */
export async function pruneGrants(tx: Db, now: Date, oldest: Date): Promise<void> {
  await tx
    .deleteFrom('media_grants')
    .where((row) =>
      row.or([
        row.and([row('alert_id', 'is not', null), row('created_at', '<', oldest)]),
        row(
          'session_id',
          'in',
          row
            .selectFrom('sessions')
            .select('id')
            .where((session) => session.or([session('ended_at', 'is not', null), session('expires_at', '<', now)])),
        ),
      ]),
    )
    .execute()
}
