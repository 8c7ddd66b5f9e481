import type { RaiserContact } from '@noroshi/contract/alerts/handling.http'
import type { Deps } from '#/deps.ts'
import { locationsOfUsers } from '#/features/accounts/people/user-locations.service.ts'
import { lastSeenOf } from '#/features/messaging/last-seen-members.service.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { groupIdsOf } from '../groups/alert-groups.service.ts'
import { activeRaisers } from './raiser-contacts.sql.ts'

/** Max alerts of a reply: those that a map shows. */
const CONTACTS_MAX = 1000

/**
 * Returns when the raisers of the active alerts that reach the viewer were last heard of. An alert shows no more of its raiser than
 * their chats and the map do. Pages ask while they show alerts, as they do for the members of a thread.
 */
export async function listRaiserContacts(deps: Deps, viewer: SignedIn): Promise<{ items: RaiserContact[] }> {
  const alerts = await activeRaisers(deps.db, viewer.id, CONTACTS_MAX)
  const raisers = [...new Set(alerts.map(({ raised_by }) => raised_by))]
  const [seen, locations] = await Promise.all([
    lastSeenOf(deps, viewer, raisers),
    locationsOfUsers(deps, await groupIdsOf(deps.db, viewer.id), raisers),
  ])
  const items = alerts.map(({ id, raised_by }) => {
    const contact = seen.get(raised_by)
    return {
      alertId: id,
      seenAt: contact?.at ?? null,
      isOnline: contact?.isOnline ?? false,
      locatedAt: locations.get(raised_by)?.at.toISOString() ?? null,
    }
  })
  return { items }
}
