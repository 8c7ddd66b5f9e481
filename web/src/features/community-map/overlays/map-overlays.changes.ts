import type { QueryClient } from '@tanstack/react-query'
import { type MapOverlay, mapOverlayRoutes, type OverlayForm } from '@noroshi/contract/community-map/map-overlays.http'
import { call } from '../../../platform/connection/http.ts'
import { useChange } from '../../../ui/states/use-change.ts'
import { mapOverlaysQuery } from './map-overlays.queries.ts'

const refetchOverlays = (cache: QueryClient) => cache.invalidateQueries({ queryKey: mapOverlaysQuery.queryKey })

interface OverlayToAdd {
  readonly name: string
  readonly picture: File
  /** Repeated attempts with one id add one picture. */
  readonly clientId: string
}

export const useAddOverlay = () =>
  useChange(
    ({ name, clientId, picture }: OverlayToAdd) =>
      call(mapOverlayRoutes.create, {
        form: { name, clientId },
        files: [{ field: 'files', file: picture, name: picture.name }],
      }),
    refetchOverlays,
    'mapOverlays.added',
  )

/** Returns the fields of a picture that its form has. */
const formOf = ({ name, points, opacity, isShown }: MapOverlay): OverlayForm => ({ name, points, opacity, isShown })

/** Changes some fields of a picture; the others stay. */
export const useChangeOverlay = () =>
  useChange(
    ({ overlay, change }: { readonly overlay: MapOverlay; readonly change: Partial<OverlayForm> }) =>
      call(mapOverlayRoutes.change, { params: { id: overlay.id }, body: { ...formOf(overlay), ...change } }),
    refetchOverlays,
    'mapShapes.saved',
  )

export const useRemoveOverlay = () =>
  useChange((id: string) => call(mapOverlayRoutes.remove, { params: { id } }), refetchOverlays, 'fieldReports.removed')
