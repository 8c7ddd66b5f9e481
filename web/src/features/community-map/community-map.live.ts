import type { QueryClient } from '@tanstack/react-query'
import { communityMapEvents } from '@noroshi/contract/community-map/community-map.events'
import type { FieldReport } from '@noroshi/contract/community-map/field-report'
import { compareShapes, type MapShape } from '@noroshi/contract/community-map/map-shapes.http'
import { defineLive } from '../../platform/connection/live.ts'
import { fieldReportKey } from './field-report-key.ts'
import { fieldReportBoxQuery, fieldReportsQuery } from './field-reports.queries.ts'
import { isInBox } from './map-box.ts'
import { mapShapesQuery } from './map-shapes.queries.ts'
import { mapOverlaysQuery } from './overlays/map-overlays.queries.ts'

type Change = (reports: readonly FieldReport[]) => FieldReport[]
type BoxKey = ReturnType<typeof fieldReportBoxQuery>['queryKey']

/** Changes the loaded lists. A list that is being fetched may be older than the event, so it is fetched again. */
function changeReports(cache: QueryClient, changeOf: (box: BoxKey[2] | null) => Change): void {
  const { queryKey } = fieldReportsQuery
  cache.setQueryData(queryKey, (list) => list && { ...list, items: changeOf(null)(list.items) })
  if (cache.isFetching({ queryKey }) > 0) void cache.invalidateQueries({ queryKey })
  for (const { queryKey: key } of cache.getQueryCache().findAll({ queryKey: ['fieldReports', 'box'] })) {
    const { queryKey: boxKey } = fieldReportBoxQuery((key as unknown as BoxKey)[2]) // the keys of all queries of boxes
    cache.setQueryData(boxKey, (list) => list && { ...list, items: changeOf(boxKey[2])(list.items) })
    if (cache.isFetching({ queryKey: boxKey }) > 0) void cache.invalidateQueries({ queryKey: boxKey })
  }
}

/** Newest first, as in a reply. */
const byConfirmation = (a: FieldReport, b: FieldReport) =>
  Number(a.confirmedAt < b.confirmedAt) - Number(a.confirmedAt > b.confirmedAt)

const withReport =
  (report: FieldReport): Change =>
  (reports) => {
    const known = reports.find(({ id }) => id === report.id)
    if (known && known.version >= report.version) return [...reports]
    return [report, ...reports.filter(({ id }) => id !== report.id)].toSorted(byConfirmation)
  }

/** Changes the loaded list of lines and areas. One that is being fetched may be older than the event. */
function changeShapes(cache: QueryClient, change: (shapes: readonly MapShape[]) => MapShape[]): void {
  const { queryKey } = mapShapesQuery
  cache.setQueryData(queryKey, (list) => list && { ...list, items: change(list.items) })
  if (cache.isFetching({ queryKey }) > 0) void cache.invalidateQueries({ queryKey })
}

export const communityMapLive = defineLive(communityMapEvents, {
  'field-reports:updated': (cache, report) => {
    changeReports(cache, (box) =>
      box === null || isInBox(box, report.latitude, report.longitude) ? withReport(report) : (reports) => [...reports],
    )
    void cache.invalidateQueries({ queryKey: fieldReportKey(report.id) })
  },
  'field-reports:removed': (cache, { id, version }) =>
    changeReports(cache, () => (reports) => reports.filter((report) => report.id !== id || report.version > version)),
  'map-overlays:changed': (cache) => void cache.invalidateQueries({ queryKey: mapOverlaysQuery.queryKey }),
  'map-shapes:updated': (cache, shape) =>
    changeShapes(cache, (shapes) => {
      const known = shapes.find(({ id }) => id === shape.id)
      if (known && known.version >= shape.version) return [...shapes]
      return [...shapes.filter(({ id }) => id !== shape.id), shape].toSorted(compareShapes)
    }),
  'map-shapes:removed': (cache, { id, version }) =>
    changeShapes(cache, (shapes) => shapes.filter((shape) => shape.id !== id || shape.version > version)),
})
