import { IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { lazy, memo, useCallback, useEffect, useMemo, useState } from 'react'
import type { Unit } from '@noroshi/contract/accounts/accounts.http'
import type { AlertForViewer } from '@noroshi/contract/alerts/alerts.http'
import { AlertsMap } from '../features/alerts/components/alerts-map.tsx'
import { alertMarker, nearestOf, locationOf, raiserName, withoutDrills } from '../features/alerts/alert-texts.ts'
import { locationsQuery } from '../features/alerts/user-locations.ts'
import { useOwnLocation } from '../platform/device/own-location.ts'
import { useLanguage, useText, withTexts } from '../platform/language/i18n.ts'
import { alertHref, paths } from '../platform/paths/paths.ts'
import { dateTime } from '../platform/language/time.ts'
import type { MapPlaces } from '../shared/places/places-on-map.tsx'
import { Avatar } from '../shared/people/avatar.tsx'
import type { MapMarker, MapShapeView } from '../ui/map/map-types.ts'
import { useWide } from '../ui/layout/use-wide.ts'
import { LazyContent, retryUntilLoaded } from '../ui/states/lazy-content.tsx'
import { whenStarted } from '../platform/when-idle.ts'
import css from './home.module.css'

// Nothing on home waits for the places.
const PlacesOnMap = lazy(() =>
  retryUntilLoaded(() => import('../shared/places/places-on-map.tsx')).then(({ PlacesOnMap: places }) => ({ default: places })),
)
const NoticeShapes = lazy(() =>
  retryUntilLoaded(() => withTexts(() => import('./map/notice-shapes.tsx'))).then(({ NoticeShapes: shapes }) => ({
    default: shapes,
  })),
)
const HomePlace = lazy(() =>
  retryUntilLoaded(() => withTexts(() => import('./home-place.tsx'))).then(({ HomePlace: place }) => ({ default: place })),
)

const noPlaces: MapPlaces = { places: [], markers: [] }
const noShapes: readonly MapShapeView[] = []

interface Props {
  unit: Unit | undefined
  active: readonly AlertForViewer[]
  isSignedIn: boolean
}

const hrefOf = ({ id, alertMessageThread }: AlertForViewer) => alertHref(id, alertMessageThread.MessageThreadId)

/**
 * The map of active alerts, of users who share their location, and of the user's own location. Visitors see neither
 * alerts nor users. `memo` renders it again only for another list of alerts.
 */
export const HomeMap = memo(function HomeMap({ unit, active, isSignedIn }: Props) {
  const text = useText()
  const { history } = useRouter()
  const ownLocation = useOwnLocation()
  const isWide = useWide()
  const { data: people } = useQuery({ ...locationsQuery, enabled: isSignedIn })
  const markers = useMemo(
    () => active.map((alert) => alertMarker(alert, text, { href: hrefOf(alert) })).filter((marker) => marker !== null),
    [active, text],
  )
  const nearest = nearestOf(withoutDrills(active), ownLocation) ?? nearestOf(active, ownLocation)
  const center = (nearest && locationOf(nearest)) ?? ownLocation ?? unit?.location
  const [hasStarted, setHasStarted] = useState(false)
  useEffect(() => whenStarted(() => setHasStarted(true)), [])
  const [{ places, markers: placeMarkers }, setPlaces] = useState(noPlaces)
  const [noticeShapes, setNoticeShapes] = useState(noShapes)
  const [noticeNote, setNoticeNote] = useState<string | null>(null)
  const showNotices = useCallback((noticeViews: readonly MapShapeView[], note: string | null) => {
    setNoticeShapes(noticeViews)
    setNoticeNote(note)
  }, [])
  const [shownId, setShownId] = useState<string | null>(null)
  const shown = places.find(({ id }) => id === shownId)
  const select = (marker: MapMarker) => {
    if (marker.kind === 'place') setShownId(marker.id)
    else if (marker.href !== undefined) history.push(marker.href)
  }
  // One plate at a time: the place that the user chose, otherwise the nearest alert.
  const plate = shown ? (
    <LazyContent>
      <HomePlace place={shown} onClose={() => setShownId(null)} />
    </LazyContent>
  ) : (
    nearest && <NearestCard alert={nearest} />
  )
  return (
    <div className={css.mapBox}>
      <AlertsMap
        name={text('alerts.map')}
        unit={unit}
        alerts={markers}
        people={isSignedIn ? people?.items : undefined}
        {...(isSignedIn && { places: placeMarkers })}
        shapes={noticeShapes}
        onShape={() => history.push(paths.notices)}
        center={center}
        compact={!isWide}
        onSelect={select}
      >
        {/* The map shows its own hint only without children. */}
        {noticeNote === null ? (
          plate
        ) : (
          <>
            <p className={css.mapNote}>{noticeNote}</p>
            {plate}
          </>
        )}
      </AlertsMap>
      {isSignedIn && hasStarted && (
        <LazyContent>
          <PlacesOnMap onPlaces={setPlaces} />
          <NoticeShapes onShapes={showNotices} />
        </LazyContent>
      )}
    </div>
  )
})

function NearestCard({ alert }: { alert: AlertForViewer }) {
  const text = useText()
  const language = useLanguage()
  return (
    <Link
      to={paths.alert}
      params={{ alertId: alert.id, messageThreadId: alert.alertMessageThread.MessageThreadId }}
      className={css.mapAlert}
    >
      <Avatar person={alert.raisedBy} size={44} />
      <span>
        <b translate={alert.raisedBy === null ? undefined : 'no'}>{raiserName(alert, text)}</b>
        <time dateTime={alert.createdAt}>{dateTime(alert.createdAt, language)}</time>
      </span>
      <IconChevronRight size={20} stroke={2} aria-hidden="true" />
    </Link>
  )
}
