import { type Mention, validMentions } from '@noroshi/contract/messaging/mentions'
import type { RateLimit } from '#/db/rate-limits.ts'
import type { Deps } from '#/deps.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import { groupMembersAmong } from './relations.service.ts'
import { membershipIn } from './threads.service.ts'

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
 * @throws thread.notFound (404); tooManyRequests (429)
 */
export async function allowedMentions(
  deps: Deps,
  sender: SignedIn,
  { threadId, text, mentions = [] }: Mentioning,
): Promise<Mention[] | null> {
  const valid = validMentions(text, mentions)
  if (valid.length === 0) return null
  const { kind, is_admin } = await membershipIn(deps.db, sender, threadId)
  if (kind !== 'group') return null
  const userIds = valid.flatMap(({ userId }) => userId ?? [])
  const members = userIds.length === 0 ? new Set() : await groupMembersAmong(deps.db, threadId, userIds)
  const allowed = valid.filter(({ userId }) => (userId === null ? is_admin : members.has(userId)))
  if (allowed.length === 0) return null
  if (!(await deps.rateLimiter.take(MENTIONS, sender.id)).isAllowed) throw new AppError('tooManyRequests')
  return allowed
}
