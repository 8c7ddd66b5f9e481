import { z } from 'zod'
import { peerRoutes } from '@noroshi/contract/units/units.http'
import type { Job } from '#/db/jobs.ts'
import { isConnectionLost } from '#/db/pool.ts'
import { limitConcurrency } from '#/http/limit-concurrency.ts'
import { eraseWords } from './erasures.ts'
import { LINK_BYTES_MAX, takeBundle, trustedUnits, writeBundleFor } from './exchange.service.ts'
import { note, switchTriggers } from './lanes.sql.ts'
import { ownFacts } from './own-facts.ts'
import { type PeerOptions, postToPeer } from './peer-request.ts'
import { retryUnknown } from './retries.ts'
import { findMember } from './roster.service.ts'
import { deleteEndedCodes, isSharing, unitRow, type UnitRow, updateUnit } from './roster.sql.ts'
import type { SyncContext } from './sync-context.service.ts'

/** Milliseconds between two exchanges with each unit. */
const EVERY_MS = 30_000
/** Max units with which bundles are exchanged at a time, and milliseconds for one of them in a run. */
const UNITS_AT_ONCE = 4
const UNIT_MS = 600_000
/** Max exchanges with a unit in a run: some 400 MB. */
const ROUNDS_MAX = 100
/** Milliseconds without a byte after which a request that waits at another unit ends. */
const WAITING_SILENT_MS = 70_000

const ExchangeReply = z.object({ bundle: z.string() })

/** The job that exchanges bundles with the units that this one reaches, and follows the settings of its group. */
export const exchangeJob = (context: SyncContext): Job => ({
  name: 'units.exchange',
  every: EVERY_MS,
  run: () => exchangeWithAll(context),
})

export async function exchangeWithAll(context: SyncContext): Promise<void> {
  if ((await findMember(context.deps.db)) === null) return
  await followSettings(context)
  if (!(await isSharing(context.deps.db))) return
  await retryUnknown(context)
  await eraseWords(context)
  // The cloud unit relays for the group, so that others may have got already what it had.
  const units = (await trustedUnits(context)).toSorted((a, b) => Number(b.is_cloud_unit) - Number(a.is_cloud_unit))
  const inTurn = limitConcurrency(UNITS_AT_ONCE)
  await Promise.all(units.map((unit) => inTurn(() => exchangeWith(context, unit))))
}

/**
 * Exchanges with a unit until neither has anything for the other. A unit that is not reached is tried with the next run.
 * @returns whether it was reached
 */
export const exchangeWith = async (context: SyncContext, unit: UnitRow, ending?: AbortSignal): Promise<boolean> =>
  (await atFirstAddress(
    context,
    unit,
    AbortSignal.any([AbortSignal.timeout(UNIT_MS), ...(ending ? [ending] : [])]),
    exchangeAt,
  )) !== null

/**
 * Waits at a unit until it has something for this one, for most of a minute.
 * @returns the number of segments that it had; null if it was not reached
 */
export const waitAt = (context: SyncContext, unit: UnitRow, ending: AbortSignal): Promise<number | null> =>
  atFirstAddress(
    context,
    unit,
    AbortSignal.any([AbortSignal.timeout(UNIT_MS), ending]),
    async (...where) => (await exchangeOnce(...where, true))?.stored ?? null,
  )

/** Calls a function with the addresses of a unit until one is reached. @returns its result; null if none was */
async function atFirstAddress<Result>(
  context: SyncContext,
  unit: UnitRow,
  signal: AbortSignal,
  at: (context: SyncContext, unitId: string, url: string, options: PeerOptions) => Promise<Result | null>,
): Promise<Result | null> {
  const urls = [...new Set([...(unit.paired_url === null ? [] : [unit.paired_url]), ...unit.urls])]
  for (const url of urls) {
    try {
      const result = await at(context, unit.unit_id, url, { isTyped: url === unit.paired_url, signal })
      if (result !== null) return result
    } catch (error) {
      if (isConnectionLost(error)) throw error
      context.deps.logError(error) // what the unit replied is wrong
    }
  }
  return null
}

async function exchangeAt(context: SyncContext, unitId: string, url: string, options: PeerOptions): Promise<true | null> {
  let [knownBefore, storedBefore] = ['', 0]
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const known = JSON.stringify((await unitRow(context.deps.db, unitId))?.known)
    if (known === knownBefore && storedBefore === 0) return true // such as a unit whose disk is full: it would get the same again
    const result = await exchangeOnce(context, unitId, url, options)
    if (result === null) return null
    if (result.isDone) return true
    ;[knownBefore, storedBefore] = [known, result.stored]
  }
  return true
}

/** Sends a bundle to a unit and takes its reply. @returns null if the unit was not reached */
async function exchangeOnce(
  context: SyncContext,
  unitId: string,
  url: string,
  options: PeerOptions,
  waits = false,
): Promise<{ readonly stored: number; readonly isDone: boolean } | null> {
  const unit = (await trustedUnits(context)).find((one) => one.unit_id === unitId)
  if (unit === undefined) return null
  const sent = await writeBundleFor(context, [unit], LINK_BYTES_MAX)
  const body = { bundle: sent.bytes.toString('base64'), ...(waits && { waits: true }) }
  const silentMs = waits ? WAITING_SILENT_MS : undefined
  const reply = await postToPeer(url, peerRoutes.exchange.path, body, { ...options, ...(silentMs && { silentMs }) }).catch(
    () => null,
  ) // not reached
  const parsed = ExchangeReply.safeParse(reply)
  if (!parsed.success) return null
  const { manifest, stored, from } = await takeBundle(context, Buffer.from(parsed.data.bundle, 'base64'), 'link')
  if (from.unit_id !== unitId) return null
  return { stored, isDone: sent.isComplete && (manifest.isComplete || stored === 0) }
}

/** Enables the triggers while the group shares data, and tells changed facts of this unit. */
async function followSettings({ deps, kinds }: SyncContext): Promise<void> {
  await deleteEndedCodes(deps.db, deps.now())
  await deps.transaction(async (tx) => {
    const member = await findMember(tx)
    if (member === null) return
    const isOn = await isSharing(tx)
    const changed = await switchTriggers(tx, isOn)
    if (isOn) for (const { name, noteAll } of kinds) if (changed.includes(name)) await noteAll?.(tx)
    const [facts, stored] = [await ownFacts(deps, tx, member.unit_id), await unitRow(tx, member.unit_id)]
    const told = stored && { name: stored.name, isCloudUnit: stored.is_cloud_unit, urls: stored.urls, version: stored.version }
    const { id: _, ...own } = facts
    if (!isOn || JSON.stringify(told) === JSON.stringify(own)) return
    await updateUnit(tx, member.unit_id, { name: own.name, is_cloud_unit: own.isCloudUnit, urls: own.urls, version: own.version })
    await note(tx, 'unit', member.unit_id)
  })
}
