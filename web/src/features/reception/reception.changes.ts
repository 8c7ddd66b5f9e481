import { type InfiniteData, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type { DetailsChange, RegisteredPerson } from '@noroshi/contract/reception/people'
import { receptionRoutes } from '@noroshi/contract/reception/reception.http'
import { call } from '../../platform/connection/http.ts'
import { ApiError } from '../../platform/connection/http-errors.ts'
import { useText, type MessageKey } from '../../platform/language/i18n.ts'
import { toastError } from '../../ui/states/toast.tsx'
import { useChange } from '../../ui/states/use-change.ts'
import { type Arriving, forAnotherAttempt } from './arriving.ts'
import { receptionKey, registerKey } from './reception.queries.ts'

type ReceiveBody = z.input<typeof receptionRoutes.receive.body>

/** A change of a shelter, after which its lists are fetched again. */
function useShelterChange<Change, Reply>(send: (change: Change) => Promise<Reply>, failed: MessageKey) {
  const cache = useQueryClient()
  const text = useText()
  return useMutation({
    mutationFn: send,
    meta: { isHandled: true },
    onSuccess: () => cache.invalidateQueries({ queryKey: receptionKey }),
    onError: (error: Error) => toastError(text(failed), error.message),
  })
}

interface RegisterPage {
  readonly items: RegisteredPerson[]
  readonly nextCursor: string | null
}

/** Writes people into the open list of a register, which is not fetched again: each page would be an audit entry. */
function storeRows(cache: QueryClient, placeId: string, people: readonly RegisteredPerson[]): Promise<void> {
  const byId = new Map(people.map((person) => [person.id, person]))
  cache.setQueriesData<InfiniteData<RegisterPage>>(
    { queryKey: registerKey(placeId), type: 'active' },
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({ ...page, items: page.items.map((row) => byId.get(row.id) ?? row) })),
      },
  )
  return cache.invalidateQueries({
    queryKey: receptionKey,
    predicate: (query) => query.queryKey[2] !== 'register' || !query.isActive(),
  })
}

/** A change of people of the register, whose rows the reply has. */
function useRowChange<Change>(
  placeId: string,
  send: (change: Change) => Promise<{ people: RegisteredPerson[] }>,
  failed: MessageKey,
) {
  const cache = useQueryClient()
  const text = useText()
  return useMutation({
    mutationFn: send,
    meta: { isHandled: true },
    onSuccess: ({ people }) => storeRows(cache, placeId, people),
    onError: (error: Error) => toastError(text(failed), error.message),
  })
}

/** Receives a household. A repetition with the same id changes nothing. */
export const useReceive = (placeId: string) =>
  useShelterChange((body: ReceiveBody) => call(receptionRoutes.receive, { params: { placeId }, body }), 'reception.receiveFailed')

/** Writes what a desk entered about a person into the register. Returns false if the register does not have the person. */
async function correctIfRegistered(placeId: string, { guest, sent }: Arriving): Promise<boolean> {
  if (guest === null) return false
  try {
    await call(receptionRoutes.correct, { params: { placeId, personId: sent.id }, body: guest })
    return true
  } catch (error) {
    if (error instanceof ApiError && error.code === 'reception.personNotFound') return false
    throw error
  }
}

/** Prepares people for another attempt, after the server had received an earlier list of the household. */
export const useAnotherAttempt = (placeId: string) =>
  useShelterChange(async (people: readonly Arriving[]) => {
    const prepared: Arriving[] = []
    for (const person of people) prepared.push(forAnotherAttempt(person, await correctIfRegistered(placeId, person)))
    return prepared
  }, 'reception.receiveFailed')

/** Receives people of the register who come back. */
export const useComeBack = (placeId: string) =>
  useRowChange(
    placeId,
    (body: ReceiveBody) => call(receptionRoutes.receive, { params: { placeId }, body }),
    'reception.receiveFailed',
  )

export const useLeave = (placeId: string) =>
  useRowChange(
    placeId,
    ({ personIds, desk }: { personIds: string[]; desk: string }) =>
      call(receptionRoutes.leave, { params: { placeId }, body: { personIds, desk } }),
    'reception.leaveFailed',
  )

/** Records that people are still here. */
export const useConfirm = (placeId: string) =>
  useRowChange(
    placeId,
    (personIds: string[]) => call(receptionRoutes.confirm, { params: { placeId }, body: { personIds } }),
    'reception.confirmFailed',
  )

/** Undoes receptions, one after the other. */
export const useUndoStays = (placeId: string) =>
  useShelterChange(async (stayIds: readonly string[]) => {
    for (const stayId of stayIds) await call(receptionRoutes.undoStay, { params: { placeId, stayId } })
  }, 'reception.undoFailed')

export const useUndoLeaving = (placeId: string) =>
  useShelterChange((stayId: string) => call(receptionRoutes.undoLeaving, { params: { placeId, stayId } }), 'reception.undoFailed')

export const useDecide = (placeId: string) =>
  useShelterChange(
    (body: z.input<typeof receptionRoutes.decide.body>) => call(receptionRoutes.decide, { params: { placeId }, body }),
    'reception.decideFailed',
  )

const refetchShelters = (cache: QueryClient) => cache.invalidateQueries({ queryKey: receptionKey })

export const useCorrect = (placeId: string) =>
  useChange(
    ({ personId, ...body }: z.input<typeof DetailsChange> & { personId: string }) =>
      call(receptionRoutes.correct, { params: { placeId, personId }, body }),
    refetchShelters,
    'reception.saved',
  )

export const useForget = (placeId: string) =>
  useChange(
    (personId: string) => call(receptionRoutes.forget, { params: { placeId, personId } }),
    refetchShelters,
    'reception.saved',
  )
