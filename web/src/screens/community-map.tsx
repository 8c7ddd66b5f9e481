import { Button } from '@mantine/core'
import { IconMessageReport, IconStack2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import type { AlertForViewer } from '@noroshi/contract/alerts/alerts.http'
import { FIELD_REPORTS_LISTED_MAX } from '@noroshi/contract/community-map/field-reports.http'
import { unitQuery } from '../features/accounts/accounts.queries.ts'
import { useActiveAlerts } from '../features/alerts/alert-lists.ts'
import { alertMarker } from '../features/alerts/alert-texts.ts'
import { AlertsMap } from '../features/alerts/components/alerts-map.tsx'
import { locationsQuery } from '../features/alerts/user-locations.ts'
import css from '../features/community-map/components/community-map.module.css'
import { FieldReportDialog } from '../features/community-map/components/field-report-dialog.tsx'
import { FieldReportPlate } from '../features/community-map/components/field-report-plate.tsx'
import { MapLegend } from '../features/community-map/components/map-legend.tsx'
import { fieldReportMarker, unsentReportMarker } from '../features/community-map/field-report-markers.tsx'
import { placeEntries, placeLayerOf, reportEntries, reportLayerOf } from '../features/community-map/legend-entries.tsx'
import { useUnsentFieldReports } from '../features/community-map/unsent-field-reports.ts'
import { useFieldReports } from '../features/community-map/use-field-reports.ts'
import { useOwnLocation } from '../platform/device/own-location.ts'
import { useText } from '../platform/language/i18n.ts'
import { alertHref } from '../platform/paths/paths.ts'
import { useNow } from '../platform/use-now.ts'
import { placeMarker } from '../shared/places/place-markers.tsx'
import { placesQuery } from '../shared/places/places.queries.ts'
import { Dialog } from '../ui/dialogs/dialog.tsx'
import { Screen } from '../ui/layout/screen.tsx'
import { useUncovered } from '../ui/layout/use-uncovered.ts'
import { useWide } from '../ui/layout/use-wide.ts'
import type { Bounds } from '../ui/map/bounds.ts'
import type { MapMarker } from '../ui/map/map-types.ts'
import './community-map-live.ts'
import { HomePlace } from './home-place.tsx'
import './places-live.ts'

/** The map of the community: places, reports of members, active alerts and people who share their location. */
export function CommunityMapScreen() {
  const text = useText()
  return (
    <Screen title={text('communityMap.title')} isFixed>
      <CommunityMap />
    </Screen>
  )
}

const noAlerts: readonly AlertForViewer[] = []
const noHidden: ReadonlySet<string> = new Set()
const hrefOf = ({ id, alertMessageThread }: AlertForViewer) => alertHref(id, alertMessageThread.MessageThreadId)

function CommunityMap() {
  const text = useText()
  const now = useNow()
  const isWide = useWide()
  const { history } = useRouter()
  const { data: unit } = useQuery(unitQuery)
  const me = useOwnLocation()
  const { data: people } = useQuery(locationsQuery)
  const active = useUncovered(useActiveAlerts()) ?? noAlerts
  const { data: places, error: placesError } = useQuery(placesQuery)
  const [view, setView] = useState<Bounds | null>(null)
  const { reports, isPartial, error: reportsError } = useFieldReports(view)
  const unsent = useUnsentFieldReports()
  const [hidden, setHidden] = useState(noHidden)
  const [shownId, setShownId] = useState<string | null>(null)
  const [open, setOpen] = useState<'legend' | 'report' | null>(null)
  const close = () => setOpen(null)

  const alerts = useMemo(
    () => active.map((alert) => alertMarker(alert, text, { href: hrefOf(alert) })).filter((marker) => marker !== null),
    [active, text],
  )
  const markers = useMemo(
    () => [
      ...(places?.items ?? []).filter((place) => !hidden.has(placeLayerOf(place))).map((place) => placeMarker(place, text)),
      ...(reports ?? [])
        .filter((report) => !hidden.has(reportLayerOf(report)))
        .map((report) => fieldReportMarker(report, now, text)),
      ...unsent.map(({ id, payload }) => unsentReportMarker(id, payload, text)),
    ],
    [places, reports, unsent, hidden, now, text],
  )
  const groups = useMemo(
    () => [
      { title: text('communityMap.legendPlaces'), entries: placeEntries(places?.items ?? [], text) },
      { title: text('communityMap.legendReports'), entries: reportEntries(reports ?? [], text) },
    ],
    [places, reports, text],
  )
  const placesLabel = useCallback((count: number) => text('communityMap.here', { count }), [text])
  const legend = <MapLegend groups={groups} hidden={hidden} onChange={setHidden} />
  const select = (marker: MapMarker) => {
    if (marker.kind === 'place') setShownId(marker.id)
    else if (marker.href !== undefined) history.push(marker.href)
  }
  const place = places?.items.find(({ id }) => id === shownId)
  const report = reports?.find(({ id }) => id === shownId)
  const hide = () => setShownId(null)
  const plate = place ? (
    <HomePlace place={place} onClose={hide} />
  ) : report ? (
    <FieldReportPlate key={report.id} report={report} onClose={hide} />
  ) : (placesError && !places) || (reportsError && !reports) ? (
    <p className={css.warning}>{text('communityMap.loadFailed')}</p>
  ) : (
    isPartial && <p className={css.note}>{text('fieldReports.rest', { max: FIELD_REPORTS_LISTED_MAX })}</p>
  )

  return (
    <div className={css.screen}>
      <div className={css.tools}>
        <Button
          leftSection={<IconMessageReport size={20} stroke={1.75} aria-hidden="true" />}
          onClick={() => setOpen('report')}
        >
          {text('fieldReports.new')}
        </Button>
        {!isWide && (
          <Button
            variant="default"
            leftSection={<IconStack2 size={20} stroke={1.75} aria-hidden="true" />}
            onClick={() => setOpen('legend')}
          >
            {text('communityMap.legend')}
          </Button>
        )}
      </div>
      {isWide && (
        <aside className={css.side} aria-label={text('communityMap.legend')}>
          {legend}
        </aside>
      )}
      <div className={css.map}>
        <AlertsMap
          name={text('communityMap.title')}
          unit={unit}
          alerts={alerts}
          people={people?.items}
          places={markers}
          placesLabel={placesLabel}
          center={me ?? unit?.location}
          hidesHint
          onSelect={select}
          onView={setView}
        >
          {plate}
        </AlertsMap>
      </div>
      {open === 'report' && <FieldReportDialog onClose={close} />}
      {open === 'legend' && (
        <Dialog isOpen onClose={close} title={text('communityMap.legend')}>
          {legend}
        </Dialog>
      )}
    </div>
  )
}
