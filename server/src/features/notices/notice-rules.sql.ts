import { type Insertable, sql } from 'kysely'
import type { Db } from '#/db/pool.ts'
import type { NoticeRules } from '#/db/rows.ts'

/** Returns all rules with the user who added each, the oldest first. */
export const ruleRows = (db: Db) =>
  db
    .selectFrom('notice_rules as r')
    .leftJoin('users as u', (join) => join.onRef('u.id', '=', 'r.created_by').on('u.deleted_at', 'is', null))
    .selectAll('r')
    .select(['u.first_name', 'u.last_name'])
    .select((row) =>
      row
        .selectFrom('notice_rule_acts')
        .select(({ fn }) => fn.max('acted_at').as('at'))
        .whereRef('rule_id', '=', 'r.id')
        .as('acted_at'),
    )
    .orderBy('r.id')
    .execute()

export type RuleRow = Awaited<ReturnType<typeof ruleRows>>[number]

/** Locks the set of rules until the transaction ends, and returns their number. */
export async function lockAndCountRules(tx: Db): Promise<number> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('notice rules', 0))`.execute(tx)
  const { count } = await tx
    .selectFrom('notice_rules')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export const insertRule = (tx: Db, rule: Insertable<NoticeRules>) => tx.insertInto('notice_rules').values(rule).execute()

export const deleteRule = (tx: Db, id: string) =>
  tx.deleteFrom('notice_rules').where('id', '=', id).returning(['question', 'kind']).executeTakeFirst()

/** Whether a rule has acted on an event. */
export const hasActed = async (db: Db, ruleId: string, eventId: string): Promise<boolean> =>
  (await db
    .selectFrom('notice_rule_acts')
    .select('rule_id')
    .where('rule_id', '=', ruleId)
    .where('event_id', '=', eventId)
    .executeTakeFirst()) !== undefined

/** Records that a rule has acted on an event. Returns false if it is recorded, or the rule was removed. */
export async function insertAct(tx: Db, ruleId: string, eventId: string, at: Date): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO notice_rule_acts (rule_id, event_id, acted_at)
    SELECT id, ${eventId}::uuid, ${at} FROM notice_rules WHERE id = ${ruleId}::uuid
    ON CONFLICT DO NOTHING RETURNING rule_id`.execute(tx)
  return rows.length > 0
}
