import { can } from '@noroshi/contract/abilities'
import type { z } from 'zod'
import type { RollCallForViewer } from '@noroshi/contract/roll-calls/roll-calls'
import type { rollCallRoutes } from '@noroshi/contract/roll-calls/roll-calls.http'
import { command } from '#/db/command.ts'
import type { Db } from '#/db/pool.ts'
import type { RateLimit } from '#/db/rate-limits.ts'
import type { Tx } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import { recordAudit } from '#/features/admin/audit.service.ts'
import { loadAlert } from '#/features/alerts/alerts.service.ts'
import { peopleOfAlert } from '#/features/alerts/reach/alarms.service.ts'
import { activeMemberIdsOf, groupFaces, groupsAdministeredBy } from '#/features/messaging/relations.service.ts'
import type { AuditActor, SignedIn } from '#/http/authenticate.ts'
import { authorize } from '#/http/authorize.ts'
import { AppError } from '#/http/errors.ts'
import { userRoom } from '#/realtime/rooms.ts'
import { type PeopleOfArea, peopleOfArea } from './people-of-area.service.ts'
import { readRollCall, roomsOfAsked, roomsOfKeepers } from './roll-calls.service.ts'
import { dependantsOfRollCall } from './roll-call-people.sql.ts'
import { presentDependant, presentRollCall } from './roll-calls.present.ts'
import {
  activeUserIds,
  askedCounts,
  insertRollCall,
  lockAsking,
  type NewRollCall,
  openRollCallOf,
  rollCallById,
} from './roll-calls.sql.ts'

const DAY = 86_400_000
/** Limits the roll-calls that one user starts, since each of them alarms people. */
const ROLL_CALLS: RateLimit = { name: 'roll-calls', max: 20, minutes: 10 }
/** Open roll-calls of groups by one admin of these groups, and those of a day. */
const GROUP_OPEN_MAX = 1
const GROUP_DAY_MAX = 3

type AskBody = z.output<typeof rollCallRoutes.ask.body>
type Audience = Pick<NewRollCall, 'audience' | 'groups' | 'alertId' | 'area' | 'includesUnlocated'> & {
  /** The people of an area; null for other audiences. */
  readonly inArea: PeopleOfArea | null
}

const NO_AREA = { groups: [], alertId: null, area: null, includesUnlocated: false, inArea: null }

/** An open roll-call of the same people takes the place of the new one. */
class ExistingRollCall extends Error {
  readonly id: string
  constructor(id: string) {
    super('an open roll-call asks the same people')
    this.id = id
  }
}

/**
 * Asks people whether they are safe.
 * @param urgentSince only an urgent open roll-call since then takes the place of this one; null: any open one of the same people
 * @returns the roll-call, and whether it was open before
 * @throws forbidden (403); thread.notFound, alert.notFound (404); rollCall.noPeople, alert.alreadyResolved (409); rollCall.tooMany, tooManyRequests (429)
 */
export async function ask(
  deps: Deps,
  { actor: viewer, ip }: AuditActor,
  { clientId, isSeparate, ...form }: AskBody,
  urgentSince: Date | null = null,
): Promise<{ readonly rollCall: RollCallForViewer; readonly isExisting: boolean }> {
  const audience = await audienceOf(deps, viewer, form)
  if (!(await deps.rateLimiter.take(ROLL_CALLS, viewer.id)).isAllowed) throw new AppError('tooManyRequests')
  try {
    const asked = await command(
      deps,
      { viewer, name: 'rollCall:ask', clientId, body: { isSeparate, ...form } },
      async (tx, id) => {
        await askWithin(tx, deps.now(), { id, viewer, ip, form, audience, isSeparate, urgentSince })
        return { id, isExisting: false }
      },
      async (_tx, id) => ({ id, isExisting: true }),
    )
    return { rollCall: await readRollCall(deps.db, viewer, asked.id), isExisting: asked.isExisting }
  } catch (error) {
    if (!(error instanceof ExistingRollCall)) throw error
    return { rollCall: await readRollCall(deps.db, viewer, error.id), isExisting: true }
  }
}

async function audienceOf(
  deps: Deps,
  viewer: SignedIn,
  { audience, isUrgent }: Omit<AskBody, 'clientId' | 'isSeparate'>,
): Promise<Audience> {
  const facts = { kind: audience.kind, isUrgent, isGroupAdmin: false, readsAlert: false }
  if (audience.kind === 'everyone') {
    authorize(viewer, 'rollCall:ask', facts)
    return { ...NO_AREA, audience: audience.kind }
  }
  if (audience.kind === 'area') {
    authorize(viewer, 'rollCall:ask', facts)
    const { area, includesUnlocated } = audience
    const inArea = await peopleOfArea(deps, viewer, area)
    return { ...NO_AREA, audience: audience.kind, area, includesUnlocated, inArea }
  }
  if (audience.kind === 'alert') {
    const { row, facts: ofAlert } = await loadAlert(deps, { viewer, tokenAlertId: null }, audience.alertId)
    const readsAlert = ofAlert.inAudience && !ofAlert.isRaiser
    authorize(viewer, 'rollCall:ask', { ...facts, readsAlert })
    if (row.resolved_at !== null) throw new AppError('alert.alreadyResolved')
    return { ...NO_AREA, audience: audience.kind, alertId: audience.alertId }
  }
  const threadIds = [...new Set(audience.threadIds)]
  const administered = await groupsAdministeredBy(deps.db, viewer.id)
  const isGroupAdmin = threadIds.every((id) => administered.includes(id))
  authorize(viewer, 'rollCall:ask', { ...facts, isGroupAdmin })
  const faces = await groupFaces(deps.db, threadIds)
  const groups = threadIds.map((threadId) => {
    const face = faces.get(threadId)
    if (face === undefined) throw new AppError('thread.notFound')
    return { threadId, name: face.name }
  })
  return { ...NO_AREA, audience: audience.kind, groups }
}

interface NewQuestion {
  readonly id: string
  readonly viewer: SignedIn
  readonly ip: string
  readonly form: Omit<AskBody, 'clientId' | 'isSeparate'>
  readonly audience: Audience
  readonly isSeparate: boolean
  readonly urgentSince: Date | null
}

async function askWithin(tx: Tx, now: Date, question: NewQuestion): Promise<void> {
  const { id, viewer, ip, form, audience, isSeparate, urgentSince } = question
  await lockAsking(tx)
  const threadIds = audience.groups.map(({ threadId }) => threadId)
  const existing = isSeparate ? undefined : await openRollCallOf(tx, { ...audience, threadIds }, form.isDrill, urgentSince)
  if (existing !== undefined && (await mayRead(tx, viewer, existing))) throw new ExistingRollCall(existing)
  await assertWithinLimits(tx, viewer, audience, now)
  const personIds = await peopleOf(tx, audience)
  if (personIds.every((personId) => personId === viewer.id)) throw new AppError('rollCall.noPeople')
  await insertRollCall(tx, { ...form, ...audience, id, askedBy: viewer.id, personIds, at: now })
  const details = { name: `${form.title} × ${personIds.length}` }
  await recordAudit(tx, { actor: viewer, ip, action: 'rollCall.asked', targetKind: 'rollCall', targetId: id, details })
  const row = await rollCallById(tx, id, null)
  if (row === undefined) throw new Error('the roll-call was not inserted')
  tx.emit('roll-call:asked', roomsOfAsked(audience.audience, personIds), presentRollCall(row, false))
  for (const { guardian_id, dependant } of await dependantsOfRollCall(tx, id))
    tx.emit('roll-call:dependant', [userRoom(guardian_id)], { rollCallId: id, dependant: presentDependant(dependant) })
  tx.emit('roll-call:opened', roomsOfKeepers(viewer.id), presentRollCall(row, true))
}

const mayRead = async (db: Db, viewer: SignedIn, id: string): Promise<boolean> =>
  readRollCall(db, viewer, id).then(
    () => true,
    () => false,
  )

/** @throws rollCall.tooMany (429) */
async function assertWithinLimits(tx: Tx, viewer: SignedIn, { audience, alertId }: Audience, now: Date): Promise<void> {
  if (can(viewer, 'rollCall:ask', { kind: 'everyone', isUrgent: true, isGroupAdmin: false, readsAlert: false })) return
  const { open, recent, of_alert: ofAlert } = await askedCounts(tx, viewer.id, alertId, new Date(now.getTime() - DAY))
  if (audience === 'alert' ? ofAlert > 0 : open >= GROUP_OPEN_MAX || recent >= GROUP_DAY_MAX)
    throw new AppError('rollCall.tooMany')
}

async function peopleOf(tx: Tx, { audience, groups, alertId, inArea, includesUnlocated }: Audience): Promise<string[]> {
  if (audience === 'everyone') return activeUserIds(tx)
  if (inArea !== null) return [...inArea.inside, ...(includesUnlocated ? inArea.unlocated : [])]
  if (alertId !== null) return peopleOfAlert(tx, alertId)
  return activeMemberIdsOf(
    tx,
    groups.map(({ threadId }) => threadId),
  )
}
