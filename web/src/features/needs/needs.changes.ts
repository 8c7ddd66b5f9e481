import type { QueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { type Need, type NeedChange, needRoutes } from '@noroshi/contract/needs/needs.http'
import { applyAsEvent } from '../../platform/connection/live.ts'
import { call } from '../../platform/connection/http.ts'
import { useChange } from '../../ui/states/use-change.ts'

/** The content of the form, with the id of the attempt. */
export type SentNeed = z.input<typeof needRoutes.create.body> & { readonly clientId: string }

const receive = (cache: QueryClient, need: Need) => applyAsEvent(cache, 'needs:updated', need)

/** Adds an entry. A repetition with the same id adds no second one. */
export const useCreateNeed = () => useChange((body: SentNeed) => call(needRoutes.create, { body }), receive, 'needs.saved')

export const useChangeNeed = () =>
  useChange(
    ({ id, ...body }: z.input<typeof NeedChange> & { readonly id: string }) => call(needRoutes.update, { params: { id }, body }),
    receive,
    'needs.saved',
  )

/** A step that one press makes with an entry. */
export type NeedStep = 'claim' | 'release' | 'finish' | 'prolong'

export const useNeedStep = () =>
  useChange(
    ({ id, step }: { readonly id: string; readonly step: NeedStep }) => call(needRoutes[step], { params: { id } }),
    receive,
    'needs.saved',
  )

export const useRemoveNeed = () =>
  useChange(
    async (id: string) => ({ id, ...(await call(needRoutes.remove, { params: { id } })) }),
    (cache, { id, version }) => applyAsEvent(cache, 'needs:removed', { id, version }),
    'needs.saved',
  )
