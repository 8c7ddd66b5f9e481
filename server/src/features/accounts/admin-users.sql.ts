import { sql } from 'kysely'
import type { AdminUserFilter } from '@noroshi/contract/admin/users.http'
import type { Db } from '#/db/pool.ts'
import { hasWords } from './people.sql.ts'

const FILTERS = {
  all: sql<boolean>`true`,
  active: sql<boolean>`is_active`,
  deactivated: sql<boolean>`NOT is_active`,
  admins: sql<boolean>`is_admin`,
} satisfies Record<AdminUserFilter, unknown>

const byName = sql`searchable(first_name || ' ' || last_name) COLLATE "C"`

interface Asked {
  readonly text: string | undefined
  readonly filter: AdminUserFilter
}

const usersAsked = (db: Db, { text, filter }: Asked) =>
  db
    .selectFrom('users')
    .where(FILTERS[filter])
    .$if(text !== undefined, (query) =>
      query.where(sql<boolean>`(strpos(email, searchable(${text}::text)) > 0 OR ${hasWords(text ?? '')})`),
    )

export async function countUsersForAdmin(db: Db, asked: Asked): Promise<number> {
  const { count } = await usersAsked(db, asked)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** By name. `after`: the person with whom the last page ended. */
export const usersForAdmin = (db: Db, asked: Asked, after: string | undefined, limit: number) =>
  usersAsked(db, asked)
    .selectAll()
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(${byName}, id) > (SELECT ${byName}, id FROM users WHERE id = ${after}::uuid)`),
    )
    .orderBy(byName)
    .orderBy('id')
    .limit(limit)
    .execute()

/** Locks every administrator's row, so that rights are taken one after the other; returns those who are active. */
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
