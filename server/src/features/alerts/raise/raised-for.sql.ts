import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#/db/pool.ts'
import type { PersonRow } from '#/features/accounts/people/people.service.ts'

/** The person for whom an alert was raised. */
export interface RaisedForColumns {
  /** null: the person has no account, or is unknown. */
  readonly person: PersonRow | null
  readonly name: string
}

/** SQL expression: the person for whom the alert `a` was raised; NULL for an alert of the raiser. @param person SQL of a user as JSON */
export const raisedForOf = (person: (column: RawBuilder<unknown>) => RawBuilder<unknown>) =>
  sql`CASE WHEN a.for_other THEN json_build_object('person', ${person(sql`a.for_user`)}, 'name', a.for_name) END`

/** Returns whether the user is active. */
export const isActiveUser = async (db: Db, userId: string): Promise<boolean> =>
  (await db.selectFrom('users').select('id').where('id', '=', userId).where('is_active', '=', true).executeTakeFirst()) !==
  undefined
