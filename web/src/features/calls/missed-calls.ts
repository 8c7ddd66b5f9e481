import { useEffect, useSyncExternalStore } from 'react'
import type { Call } from '@noroshi/contract/calls/calls.http'
import { useCurrentUser } from '../../platform/session/current-user.ts'
import { onStored, readStored, storagePrefixes, writeStored } from '../../platform/session/storage.ts'
import type { EntityStore } from '../../platform/store/entity-store.ts'
import { useStore } from '../../platform/store/use-store.ts'
import { callFor } from './call-store.ts'
import { isUnanswered } from './call-texts.ts'
import { callEntities, callEntity, type CallKind } from './calls.entities.ts'

const CALL_KEYS = callEntities.map(({ name }) => name).join(' ')
const kinds: readonly CallKind[] = ['personal', 'group']
/** Milliseconds for which missed calls count on a device on which the user never opened the history. */
const FIRST_MS = 86_400_000

/** The id of the newest call of a kind that the user has seen in the history on this device. */
const keyOf = (kind: CallKind) => storagePrefixes.seenCall + kind

function subscribe(listener: () => void): () => void {
  const ends = kinds.map((kind) => onStored(keyOf(kind), listener))
  return () => {
    for (const end of ends) end()
  }
}
const readSeen = () => kinds.map((kind) => readStored(keyOf(kind)) ?? '').join(' ')

/** Returns the calls that the user missed and has not seen in the history on this device, the newest first. */
export function missedCallsOf(store: EntityStore, userId: string | undefined): readonly Call[] {
  if (userId === undefined) return []
  const ofKind = (kind: CallKind) => {
    const seenId = readStored(keyOf(kind))
    return store
      .list(callEntity, kind)
      .flatMap(({ id }) => callFor(store, id, userId) ?? [])
      .filter(({ id, createdAt }) => (seenId === null ? Date.now() - Date.parse(createdAt) < FIRST_MS : id > seenId)) // ids rise
      .filter((call) => call.endedAt !== null && isUnanswered(call, userId))
  }
  return kinds.flatMap(ofKind).toSorted((a, b) => (a.id > b.id ? -1 : 1))
}

/** Returns the number of {@link missedCallsOf the missed calls}, and the newest one. */
export function useMissedCalls(): { readonly count: number; readonly newest: Call | undefined } {
  const viewer = useCurrentUser()
  useSyncExternalStore(subscribe, readSeen, () => '')
  const count = useStore(callEntities, CALL_KEYS, (store) => missedCallsOf(store, viewer?.id).length)
  const newest = useStore(callEntities, CALL_KEYS, (store) => missedCallsOf(store, viewer?.id)[0])
  return { count, newest }
}

/** The user sees these calls in the history: they no longer count as missed. */
export function useSeenCalls(kind: CallKind, calls: readonly Call[] | undefined): void {
  const newest = calls?.reduce((latest, { id, endedAt }) => (endedAt !== null && id > latest ? id : latest), '')
  useEffect(() => {
    if (newest !== undefined && newest >= (readStored(keyOf(kind)) ?? '')) writeStored(keyOf(kind), newest)
  }, [kind, newest])
}
