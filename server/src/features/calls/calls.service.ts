import { callOf } from '@noroshi/contract/calls/call-status'
import type { Call, SharedCall } from '@noroshi/contract/calls/calls.http'
import { can } from '@noroshi/contract/abilities'
import { CALL_PAGE } from '@noroshi/contract/limits'
import type { Db } from '#/db/pool.ts'
import type { Deps } from '#/deps.ts'
import { activeIdsAmong, peopleById } from '#/features/accounts/people/people-by-id.service.ts'
import { groupFaces } from '#/features/messaging/relations.service.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import { type CallState, peopleOf } from './call-state.ts'
import { type CallIdPage, groupCallIds, latestPersonalCallIds, personalCallIds } from './calls-history.sql.ts'
import { presentCall } from './calls.present.ts'
import { callsByIds, participantsOfCalls, sessionsOfCalls } from './calls.sql.ts'

/** Returns calls by id, with their sessions and participants. */
export async function loadCalls(db: Db, ids: readonly string[]): Promise<Map<string, CallState>> {
  if (ids.length === 0) return new Map()
  const calls = await callsByIds(db, ids)
  const sessions = Map.groupBy(await sessionsOfCalls(db, ids), (row) => row.call_id)
  const participants = Map.groupBy(await participantsOfCalls(db, ids), (row) => row.call_id)
  return new Map(
    calls.map((call) => [
      call.id,
      { call, sessions: sessions.get(call.id) ?? [], participants: participants.get(call.id) ?? [] },
    ]),
  )
}

/** @throws call.notFound (404) */
export async function loadCall(db: Db, id: string): Promise<CallState> {
  const state = (await loadCalls(db, [id])).get(id)
  if (!state) throw new AppError('call.notFound')
  return state
}

/** Presents calls in the order of `ids`. Unknown ids are missing. */
export async function readShared(db: Db, ids: readonly string[]): Promise<SharedCall[]> {
  const states = await loadCalls(db, ids)
  if (states.size === 0) return []
  const people = await peopleById(db, [...states.values()].flatMap(peopleOf))
  const groups = await groupFaces(
    db,
    [...states.values()].flatMap(({ call }) => call.thread_id ?? []),
  )
  return ids.flatMap((id) => {
    const state = states.get(id)
    if (!state) return []
    const own = peopleOf(state).flatMap((userId) => people.get(userId) ?? [])
    return [presentCall(state, own, groups.get(state.call.thread_id ?? '') ?? null)]
  })
}

/** Returns null for an unknown call and for users who are not in it. */
export async function findCall(db: Db, viewer: SignedIn, id: string): Promise<SharedCall | null> {
  const [call] = await readShared(db, [id])
  return call && can(viewer, 'call:read', call) ? call : null
}

/** @throws call.notFound (404) for an unknown call and for users who are not in it. */
export async function readCall(db: Db, viewer: SignedIn, id: string): Promise<SharedCall> {
  const call = await findCall(db, viewer, id)
  if (call === null) throw new AppError('call.notFound')
  return call
}

async function presentPage({ db }: Deps, viewer: SignedIn, { ids, total }: CallIdPage) {
  const calls: Call[] = (await readShared(db, ids)).map((call) => callOf(call, viewer.id))
  const others = [...new Set(calls.flatMap(({ otherUser }) => otherUser?.id ?? []))]
  const active = await activeIdsAmong(db, others)
  return { calls, inactiveUserIds: others.filter((id) => !active.has(id)), pageSize: CALL_PAGE, total }
}

/** Returns a page of the viewer's group calls, newest first. */
export const listGroupCalls = async (deps: Deps, viewer: SignedIn, pageNumber: number) =>
  presentPage(deps, viewer, await groupCallIds(deps.db, viewer.id, pageNumber, CALL_PAGE))

/** Returns a page of the viewer's last personal calls with each other user, newest first. */
export const listPersonalCalls = async (deps: Deps, viewer: SignedIn, pageNumber: number) =>
  presentPage(deps, viewer, await latestPersonalCallIds(deps.db, viewer.id, pageNumber, CALL_PAGE))

/** Returns a page of the viewer's personal calls with one other user, newest first. */
export const listCallsWith = async (deps: Deps, viewer: SignedIn, otherId: string, pageNumber: number) =>
  presentPage(deps, viewer, await personalCallIds(deps.db, viewer.id, otherId, pageNumber, CALL_PAGE))
