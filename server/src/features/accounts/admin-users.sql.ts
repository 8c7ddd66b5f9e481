import { sql } from 'kysely'
import type { AdminUserFilter } from '@noroshi/contract/admin/users.http'
import type { Db } from '#/db/pool.ts'
import { nameContains } from './people/people.sql.ts'

const FILTERS = {
  all: sql<boolean>`true`,
  active: sql<boolean>`is_active`,
  deactivated: sql<boolean>`NOT is_active`,
  admins: sql<boolean>`is_admin`,
} satisfies Record<AdminUserFilter, unknown>

const byName = sql`searchable(first_name || ' ' || last_name) COLLATE "C"`

interface UserSearch {
  readonly text: string | undefined
  readonly filter: AdminUserFilter
}

const matchingUsers = (db: Db, { text, filter }: UserSearch) =>
  db
    .selectFrom('users')
    .where('deleted_at', 'is', null)
    .where('home_unit', 'is', null)
    .where(FILTERS[filter])
    .$if(text !== undefined, (query) =>
      query.where(sql<boolean>`(strpos(email, searchable(${text}::text)) > 0 OR ${nameContains(text ?? '')})`),
    )

export async function countUsersForAdmin(db: Db, search: UserSearch): Promise<number> {
  const { count } = await matchingUsers(db, search)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Returns users ordered by name. `after`: the id of the last user of the page before. */
export const usersForAdmin = (db: Db, search: UserSearch, after: string | undefined, limit: number) =>
  matchingUsers(db, search)
    .selectAll()
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(${byName}, id) > (SELECT ${byName}, id FROM users WHERE id = ${after}::uuid)`),
    )
    .orderBy(byName)
    .orderBy('id')
    .limit(limit)
    .execute()

/** Locks the rows of all administrators, so that changes of their rights are serialized. Returns the ids of the active ones. */
export async function lockAdministrators(tx: Db): Promise<string[]> {
  const rows = await tx
    .selectFrom('users')
    .select(['id', 'is_active'])
    .where('is_admin', '=', true)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return rows.filter((row) => row.is_active).map(({ id }) => id)
}
