import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { TakMarker } from '@noroshi/contract/exchange/tak.http'
import type { FieldReport } from '@noroshi/contract/community-map/field-report'
import type { MapOverlay } from '@noroshi/contract/community-map/map-overlays.http'
import type { MapShape } from '@noroshi/contract/community-map/map-shapes.http'
import type { Place } from '@noroshi/contract/places/places.http'
import { useText } from '../../platform/language/i18n.ts'
import { useNow } from '../../platform/use-now.ts'
import { placeMarker } from '../../shared/places/place-markers.tsx'
import { placesQuery } from '../../shared/places/places.queries.ts'
import type { Bounds } from '../../ui/map/bounds.ts'
import type { MapShapeView } from '../../ui/map/map-types.ts'
import { fieldReportMarker, unsentReportMarker } from './field-report-markers.tsx'
import {
  overlayEntries,
  placeEntries,
  placeLayerOf,
  reportEntries,
  reportLayerOf,
  shapeEntries,
  shapeLayerOf,
} from './legend-entries.tsx'
import { mapShapesQuery } from './map-shapes.queries.ts'
import { mapOverlaysQuery } from './overlays/map-overlays.queries.ts'
import { overlayLayerOf, overlayView } from './overlays/overlay-views.ts'
import { isOver, takEntries, TAK_LAYER, takPin } from './tak-markers.tsx'
import { takMarkersQuery } from './tak-markers.queries.ts'
import { useUnsentFieldReports } from './unsent-field-reports.ts'
import { useFieldReports } from './use-field-reports.ts'

const noPlaces: readonly Place[] = []
const noReports: readonly FieldReport[] = []
const noOverlays: readonly MapOverlay[] = []
const noTakMarkers: readonly TakMarker[] = []
const noShapes: readonly MapShape[] = []

const viewOf = ({ id, name, geometry, color, points }: MapShape): MapShapeView => ({
  id,
  name,
  isLine: geometry === 'line',
  color,
  points,
})

/** The open needs that the map shows at its places. */
export interface PlaceNeeds {
  /** The numbers by the ids of the places. */
  readonly shown: ReadonlyMap<string, number>
  readonly hasFailed: boolean
}

/** Returns what the map of the community shows besides alerts and people, and its legend. */
export function useMapContent(view: Bounds | null, hidden: ReadonlySet<string>, needs: PlaceNeeds) {
  const text = useText()
  const now = useNow()
  const placeList = useQuery(placesQuery)
  const shapeList = useQuery(mapShapesQuery)
  const overlayList = useQuery(mapOverlaysQuery)
  const takList = useQuery(takMarkersQuery)
  const { reports: known, isPartial, error } = useFieldReports(view)
  const unsent = useUnsentFieldReports()
  const places = placeList.data?.items ?? noPlaces
  const shapes = shapeList.data?.items ?? noShapes
  const reports = known ?? noReports
  const overlays = useMemo(
    () => (overlayList.data?.items ?? noOverlays).filter(({ isShown, points }) => isShown && points !== null),
    [overlayList.data],
  )
  const pictures = useMemo(
    () =>
      overlays
        .filter((overlay) => !hidden.has(overlayLayerOf(overlay)))
        .map(overlayView)
        .filter((view) => view !== null),
    [overlays, hidden],
  )
  const received = takList.data?.items ?? noTakMarkers
  const takMarkers = useMemo(() => received.filter((marker) => !isOver(marker, now)), [received, now])
  const shown = useMemo(
    () => ({
      places: places.filter((place) => !hidden.has(placeLayerOf(place))),
      reports: reports.filter((report) => !hidden.has(reportLayerOf(report))),
      shapes: shapes.filter((shape) => !hidden.has(shapeLayerOf(shape))),
    }),
    [places, reports, shapes, hidden],
  )
  const markers = useMemo(
    () => [
      ...shown.places.map((place) => placeMarker(place, text, needs.shown.get(place.id))),
      ...shown.reports.map((report) => fieldReportMarker(report, now, text)),
      ...(hidden.has(TAK_LAYER) ? [] : takMarkers.map((marker) => takPin(marker, now, text))),
      ...unsent.map(({ id, payload }) => unsentReportMarker(id, payload, text)),
    ],
    [shown, hidden, takMarkers, unsent, needs.shown, now, text],
  )
  const shapeViews = useMemo(() => shown.shapes.map(viewOf), [shown])
  const printedShapes = useMemo(
    () => shown.shapes.map((shape) => ({ ...viewOf(shape), detail: text(`mapShapes.kind.${shape.kind}`) })),
    [shown, text],
  )
  const groups = useMemo(
    () => [
      { title: text('communityMap.legendPlaces'), entries: placeEntries(places, text) },
      { title: text('communityMap.legendReports'), entries: reportEntries(reports, text) },
      { title: text('tak.legend'), entries: takEntries(takMarkers, text) },
      { title: text('mapShapes.legend'), entries: shapeEntries(shapes) },
      { title: text('mapOverlays.legend'), entries: overlayEntries(overlays) },
    ],
    [places, reports, takMarkers, shapes, overlays, text],
  )
  const hasFailed =
    needs.hasFailed ||
    (placeList.error !== null && !placeList.data) ||
    (shapeList.error !== null && !shapeList.data) ||
    (overlayList.error !== null && !overlayList.data) ||
    (takList.error !== null && !takList.data) ||
    (error !== null && known === undefined)
  return {
    places,
    reports,
    shapes,
    takMarkers,
    shown,
    markers,
    pictures,
    shapeViews,
    printedShapes,
    groups,
    hasFailed,
    isPartial,
  }
}
