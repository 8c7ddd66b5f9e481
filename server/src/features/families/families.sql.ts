import { type Insertable, sql } from 'kysely'
import type { Db } from '#/db/pool.ts'
import type { FamilyLinks } from '#/db/rows.ts'
import { personJson, type PersonRow } from '#/features/accounts/people/people.service.ts'

/** A link of a user, with the other user. */
export interface LinkRow {
  readonly id: string
  readonly person: PersonRow
  /** The other user invited the user. */
  readonly is_received: boolean
  readonly created_at: Date
  /** null: an invitation. */
  readonly accepted_at: Date | null
}

/** Returns the links of a user to active users, oldest first. */
export async function linksOf(db: Db, userId: string): Promise<LinkRow[]> {
  const { rows } = await sql<LinkRow>`SELECT l.id, ${personJson('u')} AS person, l.invitee_id = ${userId}::uuid AS is_received,
      l.created_at, l.accepted_at
    FROM (SELECT *, invitee_id AS other_id FROM family_links WHERE inviter_id = ${userId}::uuid
      UNION ALL SELECT *, inviter_id FROM family_links WHERE invitee_id = ${userId}::uuid) l
      JOIN users u ON u.id = l.other_id
    WHERE u.is_active ORDER BY l.id`.execute(db)
  return rows
}

/** Locks users in one order, so that their numbers of relatives do not change until the transaction ends. */
export const lockFamilies = (tx: Db, userIds: readonly string[]) =>
  sql`SELECT id FROM users WHERE id = ANY (${[...userIds]}::uuid[]) ORDER BY id FOR NO KEY UPDATE`.execute(tx)

/** Returns how many relatives a user has, with the invitations that the user sent. */
export async function countRelatives(db: Db, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM family_links
    WHERE inviter_id = ${userId}::uuid OR (invitee_id = ${userId}::uuid AND accepted_at IS NOT NULL)`.execute(db)
  return rows[0]?.count ?? 0
}

/** Returns the link between two users. */
export const linkBetween = (db: Db, userId: string, otherId: string) =>
  db
    .selectFrom('family_links')
    .selectAll()
    .where((row) =>
      row.or([
        row.and([row('inviter_id', '=', userId), row('invitee_id', '=', otherId)]),
        row.and([row('inviter_id', '=', otherId), row('invitee_id', '=', userId)]),
      ]),
    )
    .executeTakeFirst()

/** Returns a link of a user by id. */
export const linkById = (tx: Db, userId: string, id: string) =>
  tx
    .selectFrom('family_links')
    .selectAll()
    .where('id', '=', id)
    .where((row) => row.or([row('inviter_id', '=', userId), row('invitee_id', '=', userId)]))
    .executeTakeFirst()

export const insertLink = (tx: Db, link: Insertable<FamilyLinks>) => tx.insertInto('family_links').values(link).execute()

export const acceptLink = (tx: Db, id: string, at: Date) =>
  tx.updateTable('family_links').set({ accepted_at: at }).where('id', '=', id).execute()

export const deleteLink = (tx: Db, id: string) => tx.deleteFrom('family_links').where('id', '=', id).execute()

/** Whether a user is active. */
export async function isActiveUser(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom('users').select('id').where('id', '=', id).where('is_active', '=', true).executeTakeFirst()
  return row !== undefined
}

/** Returns the users who accepted to be a family with one of these users. */
export async function relativesOf(db: Db, userIds: readonly string[]): Promise<string[]> {
  const ids = [...userIds]
  const { rows } = await sql<{ id: string }>`
    SELECT invitee_id AS id FROM family_links WHERE inviter_id = ANY (${ids}::uuid[]) AND accepted_at IS NOT NULL
    UNION SELECT inviter_id FROM family_links WHERE invitee_id = ANY (${ids}::uuid[]) AND accepted_at IS NOT NULL`.execute(db)
  return rows.map(({ id }) => id)
}
