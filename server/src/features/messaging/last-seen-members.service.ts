import type { z } from 'zod'
import type { LastSeen, lastSeenRoutes } from '@noroshi/contract/messaging/last-seen.http'
import { ONLINE_MS } from '@noroshi/contract/limits'
import type { Deps } from '#/deps.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { seenMembers, type SeenRow, seenUsers, sharesLastSeen } from './last-seen-members.sql.ts'
import { membershipIn } from './threads.service.ts'

type LastSeenReply = z.output<typeof lastSeenRoutes.list.reply>

/**
 * Returns when the other members of a thread were last here. Pages ask while they show a thread: an event would have to
 * be emitted to each member alone, by the rights of each pair, also while no page shows the thread.
 * @throws thread.notFound (404) if the viewer is not a member.
 */
export async function listLastSeen({ db, presence, now }: Deps, viewer: SignedIn, threadId: string): Promise<LastSeenReply> {
  await membershipIn(db, viewer, threadId)
  if (!(await sharesLastSeen(db, viewer.id))) return { isShared: false, items: [] }
  return { isShared: true, items: await presentSeen({ presence, now }, await seenMembers(db, threadId, viewer.id)) }
}

/** Returns when these users were last here, by their ids: those who share it with the viewer, for a viewer who shares it. */
export async function lastSeenOf({ db, presence, now }: Deps, viewer: SignedIn, userIds: readonly string[]) {
  const items = await presentSeen({ presence, now }, await seenUsers(db, userIds, viewer.id))
  return new Map(items.map((item) => [item.userId, item]))
}

async function presentSeen({ presence, now }: Pick<Deps, 'presence' | 'now'>, rows: readonly SeenRow[]): Promise<LastSeen[]> {
  const onlineSince = now().getTime() - ONLINE_MS
  const recent = rows.filter(({ seen_at }) => seen_at.getTime() > onlineSince).map(({ user_id }) => user_id)
  const connected = recent.length === 0 ? new Set<string>() : await presence.isConnected(recent)
  return rows.map(({ user_id, seen_at }) => ({
    userId: user_id,
    isOnline: connected.has(user_id),
    at: seen_at.toISOString(),
  }))
}
