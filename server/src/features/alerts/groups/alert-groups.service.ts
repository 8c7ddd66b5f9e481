import type { Db } from '#/db/pool.ts'
import { AppError } from '#/http/errors.ts'
import { audienceOf, countActiveUsers, countAdministrators, groupsOf, joinOpenGroups, lockGroups } from './alert-groups.sql.ts'

/** The audience of an alert: its alert groups, all active users, or all administrators. */
export interface Audience {
  readonly groupIds: readonly string[]
  /** True if the groups have no active member besides the raiser. The alert then reaches every active user. */
  readonly reachesEveryone: boolean
  /** True if only administrators receive it (decisions/0116). It then has no groups. */
  readonly isMuted: boolean
  readonly recipientCount: number
  /** Whether other units get the alert: one of its groups is of all units. */
  readonly isShared: boolean
}

/** Returns the ids of a user's alert groups. */
export const groupIdsOf = async (db: Db, userId: string): Promise<string[]> =>
  (await groupsOf(db, userId)).map((row) => row.group_id)

/**
 * Locks alert groups, so that none is deleted before the transaction ends.
 * @throws alertGroup.notFound (404), also for a deleted group.
 */
export async function lockLiveGroups(tx: Db, groupIds: readonly string[]): Promise<void> {
  if ((await lockGroups(tx, groupIds)).length < groupIds.length) throw new AppError('alertGroup.notFound')
}

/** Adds a new user to the groups with `takes_new_users`. The built-in group 'Everyone' is one of them. */
export const joinOpenAlertGroups = (db: Db, userId: string) => joinOpenGroups(db, userId)

/**
 * Returns the audience of a new alert: the groups of its raiser, or the groups for anonymous alerts if `raiserId` is
 * null. An audience without active members becomes all active users, so that each alert reaches a recipient.
 */
export async function audienceFor(db: Db, raiserId: string | null): Promise<Audience> {
  const { group_ids: groupIds, count, is_shared: isShared } = await audienceOf(db, raiserId)
  if (count > 0) return { groupIds, reachesEveryone: false, isMuted: false, recipientCount: count, isShared }
  const recipientCount = await countActiveUsers(db, raiserId)
  return { groupIds, reachesEveryone: true, isMuted: false, recipientCount, isShared }
}

/** Returns the audience of a muted alert: all administrators. Without one it is that of any anonymous alert. */
export async function mutedAudience(db: Db): Promise<Audience> {
  const recipientCount = await countAdministrators(db)
  if (recipientCount === 0) return audienceFor(db, null)
  return { groupIds: [], reachesEveryone: false, isMuted: true, recipientCount, isShared: false }
}

/** Returns how many users an SOS of this user would reach now. */
export const audienceSize = async (db: Db, userId: string): Promise<number> => (await audienceFor(db, userId)).recipientCount
