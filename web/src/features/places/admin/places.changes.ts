import type { QueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { type Place, type PlaceChange, placeRoutes } from '@noroshi/contract/places/places.http'
import { applyAsEvent } from '../../../platform/connection/live.ts'
import { call } from '../../../platform/connection/http.ts'
import { useChange } from '../../../ui/states/use-change.ts'

/** The content of the form of a place, with its id. */
export type SentPlace = z.input<typeof placeRoutes.create.body> & { readonly id: string }

const receive = (cache: QueryClient, place: Place) => applyAsEvent(cache, 'places:updated', place)

/** Adds a place. A repetition with the same id adds no second one. */
export const useCreatePlace = () => useChange((body: SentPlace) => call(placeRoutes.create, { body }), receive, 'admin.saved')

/** Changes fields of a place. */
export const useUpdatePlace = () =>
  useChange(
    ({ id, ...body }: z.input<typeof PlaceChange> & { readonly id: string }) =>
      call(placeRoutes.update, { params: { id }, body }),
    receive,
    'admin.saved',
  )

export const useRemovePlace = () =>
  useChange(
    async (id: string) => ({ id, ...(await call(placeRoutes.remove, { params: { id } })) }),
    (cache, { id, version }) => applyAsEvent(cache, 'places:removed', { id, version }),
    'admin.saved',
  )
