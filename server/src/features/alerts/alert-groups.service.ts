import type { Db } from '#/db/pool.ts'
import { audienceOf, countEverybody, groupsOf, joinOpenGroups } from './alert-groups.sql.ts'

/** Where an alert goes. */
export interface Audience {
  readonly groupIds: readonly string[]
  /** Nobody is in its groups: it goes to every active person. */
  readonly reachesEveryone: boolean
  readonly recipientCount: number
}

export const groupIdsOf = async (db: Db, userId: string): Promise<string[]> =>
  (await groupsOf(db, userId)).map((row) => row.group_id)

/** Everybody joins the groups that take new users; the unit begins with one, 'Everyone'. */
export const joinOpenAlertGroups = (db: Db, userId: string) => joinOpenGroups(db, userId)

/** An alert reaches the groups of its raiser; an anonymous one those that take anonymous alerts; and never nobody. */
export async function audienceFor(db: Db, raiserId: string | null): Promise<Audience> {
  const { group_ids: groupIds, count } = await audienceOf(db, raiserId)
  if (count > 0) return { groupIds, reachesEveryone: false, recipientCount: count }
  return { groupIds, reachesEveryone: true, recipientCount: await countEverybody(db, raiserId) }
}

/** How many people an SOS of this person would reach now. */
export const audienceSize = async (db: Db, userId: string): Promise<number> => (await audienceFor(db, userId)).recipientCount
