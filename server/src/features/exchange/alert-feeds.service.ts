import { createHash, randomBytes } from 'node:crypto'
import type { z } from 'zod'
import {
  type AlertFeed,
  ALERT_FEEDS_MAX,
  type AlertFeedForm,
  type alertFeedRoutes,
} from '@noroshi/contract/exchange/alert-feeds.http'
import { newId } from '#/db/ids.ts'
import type { Db } from '#/db/pool.ts'
import type { Deps } from '#/deps.ts'
import { readOrCreateSecret } from '#/features/accounts/server/unit.service.ts'
import { recordAudit } from '#/features/admin/audit.service.ts'
import { isBuiltInGroup } from '#/features/alerts/groups/alert-groups-admin.service.ts'
import { lockLiveGroups } from '#/features/alerts/groups/alert-groups.service.ts'
import type { AuditActor } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import { ownLink } from '#/http/own-link.ts'
import {
  deleteFeed,
  feedOfToken,
  feedRows,
  type FeedRow,
  groupNames,
  insertFeed,
  lockAndCountFeeds,
  recordRead,
} from './alert-feeds.sql.ts'

const TOKEN_BYTES = 32
const TOKEN = /^[\w-]{43}$/
const SENDER_BYTES = 8
/** Requests without a valid token of one address a minute. */
const WRONG_A_MINUTE = 30
/** Requests of one feed a minute: the index, and each message once after a long pause of the reader. */
const READS_A_MINUTE = 1200
/** Min milliseconds between two records of the last read. */
const READ_EVERY_MS = 60_000
const targetKind = 'alertFeed'

const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Returns all feeds of alerts, ordered by name. */
export async function listAlertFeeds({ db }: Pick<Deps, 'db'>): Promise<{ items: AlertFeed[]; nextCursor: null }> {
  return { items: await Promise.all((await feedRows(db)).map((row) => presentFeed(db, row))), nextCursor: null }
}

/** Returns the `sender` of CAP for this server: its host name, or a random name that is created once. */
async function senderOf({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<string> {
  if (config.publicUrl !== null) return `noroshi@${new URL(config.publicUrl).hostname}`
  return `noroshi-${(await readOrCreateSecret(db, 'exchangeSender', SENDER_BYTES)).toString('hex')}`
}

/**
 * Adds a feed of alerts. Only this reply contains its token.
 * @throws alertGroup.notFound (404), also for a deleted group; alertFeed.tooMany (409)
 */
export async function createAlertFeed(
  deps: Deps,
  auditActor: AuditActor,
  form: z.output<typeof AlertFeedForm>,
): Promise<z.input<typeof alertFeedRoutes.create.reply>> {
  const { name, recipient, isTest, includesNames, includesTexts, includesLocations, includesDrills, groupIds } = form
  const uniqueIds = groupIds && [...new Set(groupIds)]
  const [id, token, sender] = [newId(), randomBytes(TOKEN_BYTES).toString('base64url'), await senderOf(deps)]
  const row = await deps.transaction(async (tx) => {
    if ((await lockAndCountFeeds(tx)) >= ALERT_FEEDS_MAX) throw new AppError('alertFeed.tooMany', { max: ALERT_FEEDS_MAX })
    if (uniqueIds) await lockLiveGroups(tx, uniqueIds)
    const inserted = await insertFeed(tx, {
      id,
      name,
      recipient,
      token_hash: hashOfToken(token),
      sender,
      is_test: isTest,
      includes_names: includesNames,
      includes_texts: includesTexts,
      includes_locations: includesLocations,
      includes_drills: includesDrills,
      group_ids: uniqueIds,
      created_by: auditActor.actor.id,
      created_at: deps.now(),
    })
    await recordAudit(tx, { ...auditActor, action: 'alertFeed.created', targetKind, targetId: id, details: form })
    tx.emitInternal('alertFeed:created', { feedId: id })
    return inserted
  })
  return { ...(await presentFeed(deps.db, row)), ...ownLink(deps, `/alert-feeds/${token}/`) }
}

/**
 * Revokes a feed: its addresses answer 404 at once, and its messages are deleted.
 * @throws alertFeed.notFound (404)
 */
export const revokeAlertFeed = (deps: Deps, auditActor: AuditActor, id: string): Promise<void> =>
  deps.transaction(async (tx) => {
    const details = await deleteFeed(tx, id)
    if (!details) throw new AppError('alertFeed.notFound')
    await recordAudit(tx, { ...auditActor, action: 'alertFeed.revoked', targetKind, targetId: id, details })
  })

/**
 * Returns the feed of a token, and records the read.
 * @throws notFound (404) for any other text; tooManyRequests (429)
 */
export async function openFeed(deps: Deps, token: string, source: string): Promise<FeedRow> {
  const { db, rateLimiter } = deps
  const feed = TOKEN.test(token) ? await feedOfToken(db, hashOfToken(token)) : undefined
  const limit =
    feed === undefined
      ? { name: 'wrong feed tokens', max: WRONG_A_MINUTE, minutes: 1 }
      : { name: 'feed reads', max: READS_A_MINUTE, minutes: 1 }
  if (!(await rateLimiter.take(limit, feed?.id ?? source)).isAllowed) throw new AppError('tooManyRequests')
  if (feed === undefined) throw new AppError('notFound')
  // A failure of this write, such as on a full disk, must not stop the feed.
  await recordRead(db, feed.id, deps.now(), READ_EVERY_MS).catch(deps.logError)
  return feed
}

const presentFeed = async (db: Db, row: FeedRow): Promise<AlertFeed> => ({
  id: row.id,
  name: row.name,
  recipient: row.recipient,
  sender: row.sender,
  isTest: row.is_test,
  includesNames: row.includes_names,
  includesTexts: row.includes_texts,
  includesLocations: row.includes_locations,
  includesDrills: row.includes_drills,
  groups:
    row.group_ids && (await groupNames(db, row.group_ids)).map(({ id, name }) => ({ id, name, isBuiltIn: isBuiltInGroup(id) })),
  createdAt: row.created_at.toISOString(),
  lastReadAt: row.last_read_at?.toISOString() ?? null,
})
