import { type Mention, validMentions } from '@noroshi/contract/messaging/mentions'
import type { Db } from '#/db/pool.ts'
import type { RateLimit } from '#/db/rate-limits.ts'
import type { Deps } from '#/deps.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { memberOf } from './groups/members.sql.ts'
import { groupMembersAmong } from './relations.service.ts'

/** Messages with mentions of one user. They notify also members who have muted the group. */
const MENTIONS: RateLimit = { name: 'mentions', max: 30, minutes: 5 }

interface Mentioning {
  readonly threadId: string
  readonly text: string
  readonly mentions?: readonly Mention[] | undefined
}

/**
 * Returns the mentions that a message of a group has: those of current members, and `@all` of an admin. The others are text only,
 * so that a message is not lost because a member has left meanwhile.
 * @returns null without any
 */
async function allowedMentions(db: Db, sender: SignedIn, { threadId, text, mentions = [] }: Mentioning) {
  const valid = validMentions(text, mentions)
  if (valid.length === 0) return null
  const member = await memberOf(db, threadId, sender.id)
  if (member?.kind !== 'group') return null
  const userIds = valid.flatMap(({ userId }) => userId ?? [])
  const members = userIds.length === 0 ? new Set() : await groupMembersAmong(db, threadId, userIds)
  const allowed = valid.filter(({ userId }) => (userId === null ? member.is_admin : members.has(userId)))
  return allowed.length === 0 ? null : allowed
}

/**
 * Returns the mentions that a message of a group has, and counts it. Beyond the limit they are text only: an error would stop the
 * messages that wait behind this one in the outbox. Call it before a transaction, because it needs connections of its own.
 * @returns null without any
 */
export async function takeMentions(deps: Deps, sender: SignedIn, message: Mentioning): Promise<Mention[] | null> {
  const allowed = await allowedMentions(deps.db, sender, message)
  return allowed && (await deps.rateLimiter.take(MENTIONS, sender.id)).isAllowed ? allowed : null
}
