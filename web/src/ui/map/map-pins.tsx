import { Marker, useMap } from '@vis.gl/react-maplibre'
import { useMemo, type MouseEvent, type ReactNode } from 'react'
import { isPlace, type Place } from './distance.ts'
import { choose } from './map-list.tsx'
import type { MapMarker, MapWords } from './map-types.ts'
import { PinFace } from './pin-face.tsx'
import css from './pin.module.css'
import { usePins, type ClusterPin } from './use-pins.ts'

/** What lies above what: the fire above all. */
const HEIGHT: Record<MapMarker['kind'], number> = { alert: 40, me: 20, person: 30, place: 30, resolvedAlert: 10 }

function At({
  place,
  height,
  children,
  isSeenThrough = false,
}: {
  place: Place
  height: number
  children: ReactNode
  isSeenThrough?: boolean
}) {
  const style = useMemo(
    () => ({ zIndex: height, pointerEvents: isSeenThrough ? ('none' as const) : ('auto' as const) }),
    [height, isSeenThrough],
  )
  return (
    <Marker longitude={place.longitude} latitude={place.latitude} anchor="center" style={style}>
      {children}
    </Marker>
  )
}

function Pin({ marker, onSelect }: { marker: MapMarker; onSelect: ((marker: MapMarker) => void) | undefined }) {
  const face = (
    <>
      {marker.kind === 'alert' && <span className={css.rings} aria-hidden />}
      <PinFace marker={marker} />
    </>
  )
  const shared = { className: css.pin, 'data-kind': marker.kind, 'aria-label': marker.label, title: marker.label }
  const click = (event: MouseEvent) => choose(event, marker, onSelect)
  if (marker.kind !== 'me' && marker.href)
    return (
      <a {...shared} href={marker.href} onClick={click} draggable={false}>
        {face}
      </a>
    )
  if (marker.kind !== 'me' && onSelect)
    return (
      <button {...shared} type="button" onClick={click}>
        {face}
      </button>
    )
  return (
    <span className={css.pin} data-kind={marker.kind} title={marker.label}>
      <span className={css.unseen}>{marker.label}</span>
      {face}
    </span>
  )
}

interface Props {
  markers: readonly MapMarker[]
  words: MapWords
  picked: Place | null | undefined
  onSelect: ((marker: MapMarker) => void) | undefined
  onOpen: (cluster: ClusterPin) => void
}

/** The pins which are part of the page, so that the keyboard and screen readers reach them. */
export function MapPins({ markers, words, picked, onSelect, onOpen }: Props) {
  const { clusters, singles } = usePins()
  const { current: map } = useMap()
  const shown = useMemo(() => markers.filter(({ id, kind }) => kind === 'me' || singles.has(id)), [markers, singles])
  if (!map) return null
  return (
    <>
      {shown.map((marker) => (
        <At key={marker.id} place={marker} height={HEIGHT[marker.kind]} isSeenThrough={marker.kind === 'me'}>
          <Pin marker={marker} onSelect={onSelect} />
        </At>
      ))}
      {clusters.map((cluster) => (
        <At key={`cluster ${cluster.clusterId}`} place={cluster} height={HEIGHT.alert}>
          <button
            type="button"
            className={css.pin}
            data-kind="alert"
            aria-label={words.alertsHere(cluster.count)}
            onClick={() => onOpen(cluster)}
          >
            <span className={css.rings} aria-hidden />
            <span className={css.face} data-kind="alert" data-count aria-hidden>
              {cluster.count}
            </span>
          </button>
        </At>
      ))}
      {isPlace(picked) && (
        <Marker
          longitude={picked.longitude}
          latitude={picked.latitude}
          anchor="bottom"
          style={{ zIndex: 50, pointerEvents: 'none' }}
        >
          <span className={css.unseen}>{words.picked}</span>
          <svg className={css.picked} viewBox="0 0 40 48" aria-hidden>
            <path
              d="M20 47C9 33 4 26 4 18a16 16 0 0 1 32 0c0 8-5 15-16 29z"
              fill="currentColor"
              stroke="#fff"
              strokeWidth="2.5"
            />
            <circle className={css.hole} cx="20" cy="18" r="6" />
          </svg>
        </Marker>
      )}
    </>
  )
}
