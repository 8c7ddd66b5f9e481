import type { z } from 'zod'
import { mapShapeRoutes, type ShapeForm } from '@noroshi/contract/community-map/map-shapes.http'
import { call } from '../../platform/connection/http.ts'
import { applyAsEvent } from '../../platform/connection/live.ts'
import { useChange } from '../../ui/states/use-change.ts'

/** Adds or replaces a line or an area. A repetition with the same id adds no second one. */
export const usePutShape = () =>
  useChange(
    ({ id, ...body }: z.input<typeof ShapeForm> & { readonly id: string }) => call(mapShapeRoutes.put, { params: { id }, body }),
    (cache, shape) => applyAsEvent(cache, 'map-shapes:updated', shape),
    'mapShapes.saved',
  )

export const useRemoveShape = () =>
  useChange(
    async (id: string) => ({ id, ...(await call(mapShapeRoutes.remove, { params: { id } })) }),
    (cache, { id, version }) => applyAsEvent(cache, 'map-shapes:removed', { id, version }),
    'fieldReports.removed',
  )
