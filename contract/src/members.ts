import { z } from 'zod'
import { Person } from './accounts/accounts.http.ts'
import { Instant, Uuid, Version } from './define.ts'
import { MEMBERS_AT_ONCE_MAX } from './limits.ts'

/** Somebody in a feed or a page; which one, and what they may do there, the feature adds (specification, section 3). */
export const Member = z.object({
  id: Uuid,
  UserId: Uuid,
  user: Person,
  createdAt: Instant,
  updatedAt: Instant,
  version: Version,
})
export type Member = z.infer<typeof Member>

/** Ids of people; `{ UserId }` is taken for one as well. */
const People = z
  .array(z.union([Uuid, z.object({ UserId: Uuid }).transform(({ UserId }) => UserId)], 'common.invalidId'), 'common.nobodyChosen')
  .min(1, 'common.nobodyChosen')
  .max(MEMBERS_AT_ONCE_MAX, 'common.wrongType')

/** Whom to add to a feed or a page: at least one, at most so many at once. */
export const MembersToAdd = z.object({ members: People })

/** Of an address: the feed or page, and the membership in it (not the person). */
export const ByMember = z.object({ id: Uuid, memberId: Uuid })
