import { sql } from 'kysely'
import type { Db } from '#/db/pool.ts'
import { personJson } from '#/features/accounts/people/people.service.ts'
import type { PersonColumns } from '../messaging.sql.ts'

const raiseVersion = (tx: Db, messageId: string, change: { readonly poll_closed_at?: Date }, at: Date) =>
  tx
    .updateTable('messages')
    .set((row) => ({ ...change, updated_at: at, version: row('version', '+', 1) }))
    .where('id', '=', messageId)
    .execute()

/** Replaces the vote of a user and raises the version of the message. @param optionIds empty: takes it back */
export async function setVote(tx: Db, messageId: string, userId: string, optionIds: readonly number[], at: Date): Promise<void> {
  if (optionIds.length === 0)
    await tx.deleteFrom('poll_votes').where('message_id', '=', messageId).where('user_id', '=', userId).execute()
  else {
    const vote = { option_ids: [...optionIds], voted_at: at }
    await tx
      .insertInto('poll_votes')
      .values({ message_id: messageId, user_id: userId, ...vote })
      .onConflict((conflict) => conflict.columns(['message_id', 'user_id']).doUpdateSet(vote))
      .execute()
  }
  await raiseVersion(tx, messageId, {}, at)
}

/** Closes a poll and raises the version of its message. */
export const closePollAt = (tx: Db, messageId: string, at: Date) => raiseVersion(tx, messageId, { poll_closed_at: at }, at)

interface VoteRow {
  readonly person: PersonColumns
  readonly option_ids: readonly number[]
  readonly voted_at: Date
}

/** Returns the votes of a poll, the earliest first. */
export async function votesOf(db: Db, messageId: string): Promise<readonly VoteRow[]> {
  const { rows } = await sql<VoteRow>`SELECT ${personJson('u')} AS person, v.option_ids, v.voted_at
    FROM poll_votes v JOIN users u ON u.id = v.user_id WHERE v.message_id = ${messageId}::uuid
    ORDER BY v.voted_at, v.user_id`.execute(db)
  return rows
}
