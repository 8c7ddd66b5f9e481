import type { z } from 'zod'
import { GROUPS_TALLIED_MAX, type RollCallForViewer } from '@noroshi/contract/roll-calls/roll-calls'
import type { rollCallRoutes } from '@noroshi/contract/roll-calls/roll-calls.http'
import { PAGE_SIZE } from '@noroshi/contract/limits'
import type { Job } from '#/db/jobs.ts'
import { pageOf } from '#/db/page-of.ts'
import type { Db } from '#/db/pool.ts'
import type { Tx } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import { recordAudit } from '#/features/admin/audit.service.ts'
import { ADMINISTRATORS } from '#/features/alerts/alerts.rooms.ts'
import { activeMemberIds, groupsAdministeredBy } from '#/features/messaging/relations.service.ts'
import type { AuditActor, SignedIn } from '#/http/authenticate.ts'
import { authorize } from '#/http/authorize.ts'
import { AppError } from '#/http/errors.ts'
import { ALL_USERS, userRoom } from '#/realtime/rooms.ts'
import { askedPeople, countsByGroup, countsByPlace } from './asked-people.sql.ts'
import { answersOf } from './person-states.sql.ts'
import { factsOf, presentAnswer, presentAsked, presentForViewer, presentRollCall } from './roll-calls.present.ts'
import {
  closeRollCall,
  markDueRepeats,
  peopleIdsOf,
  rollCallById,
  type RollCallRow,
  rollCallsOf,
  tryLockRepeats,
  urgentOfEveryone,
} from './roll-calls.sql.ts'

const REPEATS_EVERY_MS = 10_000
/** People of a page of the list. */
const PEOPLE_PAGE = 100

/** A roll-call that the viewer may read, with the facts for the rights. */
interface Opened {
  readonly row: RollCallRow
  readonly administered: readonly string[]
  readonly facts: ReturnType<typeof factsOf>
}

/** @throws rollCall.notFound (404), also for a viewer who may not read it. */
export async function openRollCall(db: Db, viewer: SignedIn, id: string): Promise<Opened> {
  const row = await rollCallById(db, id, viewer.id)
  if (row === undefined) throw new AppError('rollCall.notFound')
  const administered = row.audience === 'groups' ? await groupsAdministeredBy(db, viewer.id) : []
  const facts = factsOf(row, viewer, administered)
  authorize(viewer, 'rollCall:read', facts, 'rollCall.notFound')
  return { row, administered, facts }
}

/** @throws rollCall.notFound (404), also for a viewer who may not read the answers. */
export async function openAsKeeper(db: Db, viewer: SignedIn, id: string): Promise<Opened> {
  const opened = await openRollCall(db, viewer, id)
  authorize(viewer, 'rollCall:keep', opened.facts, 'rollCall.notFound')
  return opened
}

/** @throws rollCall.notFound (404) */
export async function readRollCall(db: Db, viewer: SignedIn, id: string): Promise<RollCallForViewer> {
  const { row, administered } = await openRollCall(db, viewer, id)
  return presentForViewer(row, viewer, administered)
}

/** Returns a page of the roll-calls that the viewer may read, newest first. */
export async function listRollCalls(
  { db }: Deps,
  viewer: SignedIn,
  { status, cursor }: z.output<typeof rollCallRoutes.list.query>,
) {
  const administered = await groupsAdministeredBy(db, viewer.id)
  const query = { viewerId: viewer.id, isAdmin: viewer.isAdmin, administered, status, cursor, limit: PAGE_SIZE + 1 }
  return pageOf(await rollCallsOf(db, query), PAGE_SIZE, (row) => presentForViewer(row, viewer, administered))
}

/** Returns a page of the asked people with their newest answers. @throws rollCall.notFound (404) */
export async function listPeople(
  { db }: Deps,
  viewer: SignedIn,
  id: string,
  { filter, threadId, cursor }: z.output<typeof rollCallRoutes.people.query>,
  pageSize = PEOPLE_PAGE,
) {
  const { row } = await openAsKeeper(db, viewer, id)
  // Only its own groups: the members of another one are not the viewer's to read.
  const memberIds = threadId === undefined ? null : row.thread_ids.includes(threadId) ? await activeMemberIds(db, threadId) : []
  const rows = await askedPeople(db, { rollCallId: id, filter, memberIds, cursor, limit: pageSize + 1 })
  return pageOf(rows, pageSize, presentAsked)
}

/** Returns the newest answers by place. @throws rollCall.notFound (404) */
export async function listPlaceCounts({ db }: Deps, viewer: SignedIn, id: string) {
  await openAsKeeper(db, viewer, id)
  const items = (await countsByPlace(db, id)).map(({ place_id: placeId, need_help: needHelp, ...counts }) => ({
    ...counts,
    placeId,
    needHelp,
  }))
  return { items, nextCursor: null }
}

/**
 * Returns the newest answers by group: of the asked groups, otherwise of those that the viewer administers, which are all for an
 * administrator. @throws rollCall.notFound (404)
 */
export async function listGroupCounts({ db }: Deps, viewer: SignedIn, id: string) {
  const { row } = await openAsKeeper(db, viewer, id)
  const readable = viewer.isAdmin ? null : await groupsAdministeredBy(db, viewer.id)
  const groups = await countsByGroup(db, id, row.audience === 'groups' ? row.thread_ids : readable, GROUPS_TALLIED_MAX + 1)
  return {
    items: groups
      .slice(0, GROUPS_TALLIED_MAX)
      .map(({ thread_id: threadId, need_help: needHelp, ...counts }) => ({ ...counts, threadId, needHelp })),
    isPartial: groups.length > GROUPS_TALLIED_MAX,
  }
}

/** Returns the answers of a person, newest first, for the keepers and the person. @throws rollCall.notFound (404) */
export async function listHistory({ db }: Deps, viewer: SignedIn, id: string, personId: string) {
  await (personId === viewer.id ? openRollCall(db, viewer, id) : openAsKeeper(db, viewer, id))
  return { items: (await answersOf(db, id, personId)).map(presentAnswer), nextCursor: null }
}

/** Returns the open urgent roll-calls of all users, for screens in public rooms, which show no other ones. */
export const screenRollCalls = async (db: Db, limit: number) =>
  (await urgentOfEveryone(db, limit)).map(({ id, created_at, title, text, is_drill: isDrill }) => ({
    id,
    createdAt: created_at.toISOString(),
    title,
    text,
    isDrill,
  }))

/** Returns the rooms of the asked people. */
export const roomsOfAsked = (audience: RollCallRow['audience'], personIds: readonly string[]): string[] =>
  audience === 'everyone' ? [ALL_USERS] : personIds.map(userRoom)

/** Returns the rooms of those who keep it. */
export const roomsOfKeepers = (askerId: string): string[] => [userRoom(askerId), ADMINISTRATORS]

/** Ends a roll-call. A repetition changes nothing. @throws rollCall.notFound (404); forbidden (403) */
export const endRollCall = (
  deps: Deps,
  { actor: viewer, ip }: AuditActor,
  id: string,
  endText: string,
): Promise<RollCallForViewer> =>
  deps.transaction(async (tx) => {
    const { facts } = await openRollCall(tx, viewer, id)
    authorize(viewer, 'rollCall:keep', facts)
    if (await closeRollCall(tx, id, endText, deps.now())) await announceEnd(tx, id, { actor: viewer, ip })
    return readRollCall(tx, viewer, id)
  })

async function announceEnd(tx: Tx, id: string, auditActor: AuditActor): Promise<void> {
  const row = await rollCallById(tx, id, null)
  if (row === undefined) throw new Error('the roll-call that ended is missing')
  const personIds = row.audience === 'everyone' ? [] : await peopleIdsOf(tx, id, 'all')
  tx.emit('roll-call:ended', roomsOfAsked(row.audience, personIds), presentRollCall(row, false))
  tx.emit('roll-call:ended', roomsOfKeepers(row.asker.id), presentRollCall(row, true))
  const details = { name: row.title }
  await recordAudit(tx, { ...auditActor, action: 'rollCall.ended', targetKind: 'rollCall', targetId: id, details })
}

/** Asks those without an answer again, 5, 15 and 60 minutes after the question. */
export async function repeatDueRollCalls(deps: Deps): Promise<void> {
  await deps.transaction(async (tx) => {
    if (!(await tryLockRepeats(tx))) return
    for (const id of await markDueRepeats(tx, deps.now())) {
      const silent = await peopleIdsOf(tx, id, 'silent')
      tx.emit('roll-call:repeat', silent.map(userRoom), { rollCallIds: [id] })
    }
  })
}

export const rollCallRepeatsJob = (deps: Deps): Job => ({
  name: 'roll-call repeats',
  every: REPEATS_EVERY_MS,
  run: () => repeatDueRollCalls(deps),
})
