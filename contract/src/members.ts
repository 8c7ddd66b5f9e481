import { z } from 'zod'
import { Person } from './accounts/accounts.http.ts'
import { Timestamp, Uuid, Version } from './define.ts'
import { MEMBERS_AT_ONCE_MAX } from './limits.ts'

/** A member of a feed or page (specification, section 3). The features add the id of the feed or page and the flags. */
export const Member = z.object({
  id: Uuid,
  UserId: Uuid,
  user: Person,
  /** False for a deactivated account. */
  isActive: z.boolean(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  version: Version,
})
export type Member = z.infer<typeof Member>

/** Ids of users, also in the form `{ UserId }`. */
const UserIds = z
  .array(z.union([Uuid, z.object({ UserId: Uuid }).transform(({ UserId }) => UserId)], 'common.invalidId'), 'common.noUserChosen')
  .min(1, 'common.noUserChosen')
  .max(MEMBERS_AT_ONCE_MAX, 'common.wrongType')

/** The users to add to a feed or page. */
export const MembersToAdd = z.object({ members: UserIds })

/** Path parameters: the id of the feed or page, and the id of the membership (not of the user). */
export const MemberParams = z.object({ id: Uuid, memberId: Uuid })
