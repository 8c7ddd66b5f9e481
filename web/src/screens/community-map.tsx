import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import type { AlertForViewer } from '@noroshi/contract/alerts/alerts.http'
import { FIELD_REPORTS_LISTED_MAX } from '@noroshi/contract/community-map/field-reports.http'
import type { OfficialNotice } from '@noroshi/contract/notices/notices.http'
import { unitQuery } from '../features/accounts/accounts.queries.ts'
import { TakSharingNote } from '../features/accounts/components/tak-sharing-note.tsx'
import { useActiveAlerts } from '../features/alerts/alert-lists.ts'
import { alertMarker } from '../features/alerts/alert-texts.ts'
import { AlertsMap } from '../features/alerts/components/alerts-map.tsx'
import { locationsQuery } from '../features/alerts/user-locations.ts'
import css from '../features/community-map/components/community-map.module.css'
import { FieldReportPlate } from '../features/community-map/components/field-report-plate.tsx'
import { MapLegend } from '../features/community-map/components/map-legend.tsx'
import { MapTools, type OpenDialog } from '../features/community-map/components/map-tools.tsx'
import { TakMarkerPlate } from '../features/community-map/components/tak-marker-plate.tsx'
import { ShapePlate } from '../features/community-map/components/shape-plate.tsx'
import type { Paper } from '../features/community-map/print/papers.ts'
import { useMapContent } from '../features/community-map/use-map-content.ts'
import { NoticePlate } from '../features/notices/components/notice-plate.tsx'
import { useOwnLocation } from '../platform/device/own-location.ts'
import { useText, withTexts } from '../platform/language/i18n.ts'
import { alertHref } from '../platform/paths/paths.ts'
import { Dialog } from '../ui/dialogs/dialog.tsx'
import { Screen } from '../ui/layout/screen.tsx'
import { useUncovered } from '../ui/layout/use-uncovered.ts'
import { useWide } from '../ui/layout/use-wide.ts'
import type { Bounds } from '../ui/map/bounds.ts'
import type { MapMarker } from '../ui/map/map-types.ts'
import { retryUntilLoaded } from '../ui/states/lazy-content.tsx'
import './community-map-live.ts'
import { HomePlace } from './home-place.tsx'
import { useMapNeeds } from './map/map-needs.tsx'
import { useMapNotices } from './map/map-notices.tsx'
import './needs-live.ts'
import './places-live.ts'
import './tak-markers-live.ts'

const FieldReportDialog = lazy(() =>
  retryUntilLoaded(() => import('../features/community-map/components/field-report-dialog.tsx')).then(
    ({ FieldReportDialog: dialog }) => ({ default: dialog }),
  ),
)
const MeasureDialog = lazy(() =>
  retryUntilLoaded(() => import('../features/community-map/components/measure-dialog.tsx')).then(({ MeasureDialog: dialog }) => ({
    default: dialog,
  })),
)
const ShapeDialog = lazy(() =>
  retryUntilLoaded(() => withTexts(() => import('../features/community-map/components/shape-dialog.tsx'), 'admin')).then(
    ({ ShapeDialog: dialog }) => ({ default: dialog }),
  ),
)

const PrintDialog = lazy(() =>
  retryUntilLoaded(() => import('../features/community-map/print/print-dialog.tsx')).then(({ PrintDialog: dialog }) => ({
    default: dialog,
  })),
)
const MapPrinting = lazy(() =>
  retryUntilLoaded(() => import('../features/community-map/print/map-printing.tsx')).then(({ MapPrinting: printing }) => ({
    default: printing,
  })),
)
const OverlaysDialog = lazy(() =>
  retryUntilLoaded(() => withTexts(() => import('../features/community-map/overlays/overlays-dialog.tsx'), 'admin')).then(
    ({ OverlaysDialog: dialog }) => ({ default: dialog }),
  ),
)
const SaveDialog = lazy(() =>
  retryUntilLoaded(() => import('../features/community-map/files/save-dialog.tsx')).then(({ SaveDialog: dialog }) => ({
    default: dialog,
  })),
)
const ImportMapDialog = lazy(() =>
  retryUntilLoaded(() => withTexts(() => import('../features/community-map/files/import-map-dialog.tsx'), 'admin')).then(
    ({ ImportMapDialog: dialog }) => ({ default: dialog }),
  ),
)

/** The map of the community: places, reports of members, lines, areas, active alerts and people who share their location. */
export function CommunityMapScreen() {
  const text = useText()
  return (
    <Screen title={text('communityMap.title')} isFixed>
      <CommunityMap />
    </Screen>
  )
}

const noMarkers: readonly MapMarker[] = []
const noHidden: ReadonlySet<string> = new Set()
const noAlerts: readonly AlertForViewer[] = []
const hrefOf = ({ id, alertMessageThread }: AlertForViewer) => alertHref(id, alertMessageThread.MessageThreadId)

function CommunityMap() {
  const text = useText()
  const isWide = useWide()
  const { history } = useRouter()
  const { data: unit } = useQuery(unitQuery)
  const me = useOwnLocation()
  const { data: people } = useQuery(locationsQuery)
  const active = useUncovered(useActiveAlerts()) ?? noAlerts
  const [view, setView] = useState<Bounds | null>(null)
  const [hidden, setHidden] = useState(noHidden)
  const needs = useMapNeeds(hidden)
  const content = useMapContent(view, hidden, needs)
  const official = useMapNotices(hidden)
  const [shownId, setShownId] = useState<string | null>(null)
  const [open, setOpen] = useState<OpenDialog | null>(null)
  const close = () => setOpen(null)
  const [paper, setPaper] = useState<Paper | null>(null)
  const isPaper = paper !== null
  const alerts = useMemo(
    () => active.map((alert) => alertMarker(alert, text, { href: hrefOf(alert) })).filter((marker) => marker !== null),
    [active, text],
  )
  const shapes = useMemo(() => [...official.shown, ...content.shapeViews], [official.shown, content.shapeViews])
  const placesLabel = useCallback((count: number) => text('communityMap.here', { count }), [text])
  const select = (marker: MapMarker) => {
    if (marker.kind === 'place') setShownId(marker.id)
    else if (marker.href !== undefined) history.push(marker.href)
  }
  const legend = (
    <MapLegend
      groups={[official.group, needs.group, ...content.groups]}
      hidden={hidden}
      onChange={setHidden}
      onShow={(id) => {
        setShownId(id)
        close()
      }}
    />
  )
  return (
    <div className={css.screen}>
      <MapTools isWide={isWide} onOpen={setOpen} />
      {isWide && (
        <aside className={css.side} aria-label={text('communityMap.legend')}>
          {legend}
        </aside>
      )}
      <div className={css.map}>
        <AlertsMap
          name={text('communityMap.title')}
          unit={unit}
          // On paper, numbers with a list take the place of pins and clusters.
          alerts={isPaper ? noMarkers : alerts}
          people={isPaper ? undefined : people?.items}
          places={isPaper ? noMarkers : content.markers}
          isPaper={isPaper}
          placesLabel={placesLabel}
          pictures={content.pictures}
          shapes={shapes}
          center={me ?? unit?.location}
          zoom={14}
          {...(!me && !unit?.location && content.places.length > 0 && { fitTo: content.places })}
          hidesHint
          onSelect={select}
          onShape={setShownId}
          onView={setView}
        >
          <Plate
            content={content}
            notices={official.notices}
            shownId={shownId}
            onClose={() => setShownId(null)}
            onOpen={setOpen}
          />
          <TakSharingNote className={css.note} />
          <Suspense>
            {paper && (
              <MapPrinting
                paper={paper}
                markers={[...alerts, ...content.markers]}
                shapes={[...content.printedShapes, ...official.printed]}
                onPrinted={() => setPaper(null)}
              />
            )}
          </Suspense>
        </AlertsMap>
      </div>
      {open?.dialog === 'legend' && (
        <Dialog isOpen onClose={close} title={text('communityMap.legend')}>
          {legend}
        </Dialog>
      )}
      <Suspense>
        {open?.dialog === 'report' && <FieldReportDialog onClose={close} />}
        {open?.dialog === 'measure' && <MeasureDialog onClose={close} />}
        {open?.dialog === 'print' && (
          <PrintDialog
            onClose={close}
            onPrint={(chosen) => {
              close()
              setPaper(chosen)
            }}
          />
        )}
        {open?.dialog === 'save' && <SaveDialog content={content.shown} onClose={close} />}
        {open?.dialog === 'import' && <ImportMapDialog onClose={close} />}
        {open?.dialog === 'pictures' && <OverlaysDialog onClose={close} />}
        {open?.dialog === 'draw' && <ShapeDialog shape={open.shape} onClose={close} />}
      </Suspense>
    </div>
  )
}

interface PlateProps {
  content: ReturnType<typeof useMapContent>
  notices: readonly OfficialNotice[]
  shownId: string | null
  onClose: () => void
  onOpen: (open: OpenDialog) => void
}

/** One plate at a time: what the user chose, otherwise what the map lacks. */
function Plate({ content, notices, shownId, onClose, onOpen }: PlateProps) {
  const text = useText()
  const place = content.places.find(({ id }) => id === shownId)
  if (place) return <HomePlace place={place} onClose={onClose} />
  const report = content.reports.find(({ id }) => id === shownId)
  if (report) return <FieldReportPlate key={report.id} report={report} onClose={onClose} />
  const shape = content.shapes.find(({ id }) => id === shownId)
  if (shape) return <ShapePlate shape={shape} onEdit={() => onOpen({ dialog: 'draw', shape })} onClose={onClose} />
  const notice = notices.find(({ id }) => id === shownId)
  if (notice) return <NoticePlate notice={notice} onClose={onClose} />
  const takMarker = content.takMarkers.find(({ id }) => id === shownId)
  if (takMarker) return <TakMarkerPlate marker={takMarker} onClose={onClose} />
  if (content.hasFailed) return <p className={css.warning}>{text('communityMap.loadFailed')}</p>
  return content.isPartial && <p className={css.note}>{text('fieldReports.rest', { max: FIELD_REPORTS_LISTED_MAX })}</p>
}
