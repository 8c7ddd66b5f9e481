import type { z } from 'zod'
import {
  type Need,
  NEED_HOURS,
  NEED_KEPT_DAYS,
  NEEDS_A_DAY_MAX,
  type NeedChange,
  NEEDS_MAX,
  NEEDS_OF_USER_MAX,
  type needRoutes,
} from '@noroshi/contract/needs/needs.http'
import { command } from '#/db/command.ts'
import type { Job } from '#/db/jobs.ts'
import type { Tx } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { authorize } from '#/http/authorize.ts'
import { AppError } from '#/http/errors.ts'
import { ALL_USERS, userRoom } from '#/realtime/rooms.ts'
import { presentNeed } from './needs.present.ts'
import {
  deleteEndedNeeds,
  deleteNeed,
  holdPlace,
  insertNeed,
  lockAndCountNeeds,
  markAsked,
  needById,
  needForUpdate,
  type NeedRow,
  needsFor,
  updateNeed,
} from './needs.sql.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Milliseconds between two queries for expired entries. */
const EXPIRY_POLL_MS = 60_000
/** Entries of one query. The next one has the others. */
const ASKED_AT_ONCE_MAX = 500
/** Each change reaches all users. */
const CHANGES = { name: 'changes of the needs board', max: 30, minutes: 1 }
const ADDED = { name: 'entries of the needs board', max: NEEDS_A_DAY_MAX, minutes: 24 * 60 }

/** @throws tooManyRequests (429). */
async function takeChange({ rateLimiter }: Deps, viewer: SignedIn): Promise<void> {
  if (!(await rateLimiter.take(CHANGES, viewer.id)).isAllowed) throw new AppError('tooManyRequests')
}

/** Returns the board as a viewer sees it; the client orders it. */
export async function listNeeds({ db, now }: Deps, viewer: SignedIn): Promise<{ items: Need[]; nextCursor: null }> {
  const at = now()
  return { items: (await needsFor(db, viewer, at, new Date(at.getTime() - DAY))).map(presentNeed), nextCursor: null }
}

const expiryAt = (at: Date) => new Date(at.getTime() + NEED_HOURS * HOUR)

/** @throws need.notFound (404). */
function assertFound(row: NeedRow | undefined): NeedRow {
  if (!row) throw new AppError('need.notFound')
  return row
}

const factsOf = ({ owner, claimer }: NeedRow, { id }: SignedIn) => ({ isOwner: owner.id === id, isClaimer: claimer?.id === id })

/** @throws place.notFound (404), also for a deleted place. */
async function assertPlace(tx: Tx, placeId: string | null | undefined): Promise<void> {
  if (placeId && !(await holdPlace(tx, placeId))) throw new AppError('place.notFound')
}

async function emitNeed(tx: Tx, id: string): Promise<Need> {
  const need = presentNeed(assertFound(await needById(tx, id)))
  tx.emit('needs:updated', [ALL_USERS], need)
  return need
}

interface CreatedNeed {
  readonly need: Need
  readonly isRepeated: boolean
}

/**
 * Adds an entry. A repeated `clientId` returns the entry that it added.
 * @throws place.notFound (404); need.tooMany, need.full, conflict (409); need.tooManyToday (429); need.notFound (404) if it was
 * deleted meanwhile.
 */
export async function createNeed(
  deps: Deps,
  viewer: SignedIn,
  { clientId, ...form }: z.output<typeof needRoutes.create.body>,
): Promise<CreatedNeed> {
  await takeChange(deps, viewer)
  return command<CreatedNeed>(
    deps,
    { viewer, name: 'need:create', clientId, body: form },
    async (tx, id) => {
      await assertPlace(tx, form.placeId)
      const at = deps.now()
      const { all, own } = await lockAndCountNeeds(tx, viewer.id, at, new Date(at.getTime() - DAY))
      if (!viewer.isAdmin && own >= NEEDS_OF_USER_MAX) throw new AppError('need.tooMany', { max: NEEDS_OF_USER_MAX })
      if (all >= NEEDS_MAX) throw new AppError('need.full')
      if (!viewer.isAdmin && !(await deps.rateLimiter.take(ADDED, viewer.id)).isAllowed)
        throw new AppError('need.tooManyToday', { max: NEEDS_A_DAY_MAX })
      const { isUrgent, placeId, ...texts } = form
      const times = { created_at: at, updated_at: at, expires_at: expiryAt(at) }
      await insertNeed(tx, { ...texts, ...times, id, owner_id: viewer.id, is_urgent: isUrgent, place_id: placeId })
      return { need: await emitNeed(tx, id), isRepeated: false }
    },
    async (tx, id) => ({ need: presentNeed(assertFound(await needById(tx, id))), isRepeated: true }),
  )
}

type Changed = Parameters<typeof updateNeed>[2] | null

/** Runs a change of an entry under its lock. `check` returns the changed columns; null if nothing changes. */
async function change(
  deps: Deps,
  viewer: SignedIn,
  id: string,
  check: (row: NeedRow, tx: Tx) => Changed | Promise<Changed>,
): Promise<Need> {
  await takeChange(deps, viewer)
  return deps.transaction(async (tx) => {
    const row = assertFound(await needForUpdate(tx, id))
    const changed = await check(row, tx)
    if (changed === null) return presentNeed(row)
    await updateNeed(tx, id, { ...changed, updated_at: deps.now() })
    return emitNeed(tx, id)
  })
}

/** @throws need.done (409). */
function assertOpen({ done_at }: NeedRow): void {
  if (done_at !== null) throw new AppError('need.done')
}

/** Changes the fields that are present. @throws need.notFound, place.notFound (404); forbidden (403); need.done (409). */
export const changeNeed = (
  deps: Deps,
  viewer: SignedIn,
  id: string,
  { isUrgent, placeId, ...texts }: NeedChange,
): Promise<Need> =>
  change(deps, viewer, id, async (row, tx) => {
    authorize(viewer, 'need:keep', factsOf(row, viewer))
    assertOpen(row)
    await assertPlace(tx, placeId)
    return {
      ...texts,
      ...(isUrgent !== undefined && { is_urgent: isUrgent }),
      ...(placeId !== undefined && { place_id: placeId }),
    }
  })

/** Takes care of an entry. @throws need.notFound (404); need.done, need.own, need.claimed (409). */
export const claimNeed = (deps: Deps, viewer: SignedIn, id: string): Promise<Need> =>
  change(deps, viewer, id, (row) => {
    assertOpen(row)
    const { isOwner, isClaimer } = factsOf(row, viewer)
    if (isOwner) throw new AppError('need.own')
    if (isClaimer) return null
    if (row.claimer !== null) throw new AppError('need.claimed')
    return { claimed_by: viewer.id, claimed_at: deps.now() }
  })

/** Gives an entry back. @throws need.notFound (404); forbidden (403); need.done (409). */
export const releaseNeed = (deps: Deps, viewer: SignedIn, id: string): Promise<Need> =>
  change(deps, viewer, id, (row) => {
    authorize(viewer, 'need:finish', factsOf(row, viewer))
    assertOpen(row)
    return row.claimer === null ? null : { claimed_by: null, claimed_at: null }
  })

/** It is done. A repetition changes nothing. @throws need.notFound (404); forbidden (403). */
export const finishNeed = (deps: Deps, viewer: SignedIn, id: string): Promise<Need> =>
  change(deps, viewer, id, (row) => {
    authorize(viewer, 'need:finish', factsOf(row, viewer))
    return row.done_at === null ? { done_at: deps.now() } : null
  })

/** It stays on the board from now. @throws need.notFound (404); forbidden (403); need.done (409). */
export const prolongNeed = (deps: Deps, viewer: SignedIn, id: string): Promise<Need> =>
  change(deps, viewer, id, (row) => {
    authorize(viewer, 'need:keep', factsOf(row, viewer))
    assertOpen(row)
    return { expires_at: expiryAt(deps.now()) }
  })

/** Deletes an entry and returns the version of the removal. @throws need.notFound (404); forbidden (403). */
export async function removeNeed(deps: Deps, viewer: SignedIn, id: string): Promise<number> {
  await takeChange(deps, viewer)
  return deps.transaction(async (tx) => {
    const row = assertFound(await needForUpdate(tx, id))
    authorize(viewer, 'need:keep', factsOf(row, viewer))
    await deleteNeed(tx, id)
    const version = row.version + 1
    tx.emit('needs:removed', [ALL_USERS], { id, version })
    return version
  })
}

/** Asks the owners of entries that have expired whether they still hold, once for each time that an entry expires. */
export async function askAboutExpired(deps: Deps): Promise<void> {
  await deps.transaction(async (tx) => {
    const expired = await markAsked(tx, deps.now(), ASKED_AT_ONCE_MAX)
    for (const [ownerId, entries] of Map.groupBy(expired, ({ owner_id }) => owner_id))
      tx.emit('needs:expired', [userRoom(ownerId)], { ids: entries.map(({ id }) => id) })
  })
}

export const expiredNeedsJob = (deps: Deps): Job => ({
  name: 'expired needs',
  every: EXPIRY_POLL_MS,
  run: () => askAboutExpired(deps),
})

/** Deletes the entries that ended or expired {@link NEED_KEPT_DAYS} days ago. @returns their number */
export const deleteOldNeeds = (deps: Deps): Promise<number> =>
  deps.transaction((tx) => deleteEndedNeeds(tx, new Date(deps.now().getTime() - NEED_KEPT_DAYS * DAY)))
