import { Marker, useMap } from '@vis.gl/react-maplibre'
import { useMemo, type MouseEvent, type ReactNode } from 'react'
import { isLatLng, type LatLng } from '../distance.ts'
import { isAlwaysPin, isSubject } from '../layers/live-data.ts'
import { choose } from '../list/map-list.tsx'
import type { MapMarker, MapTexts } from '../map-types.ts'
import { PinIcon } from './pin-icon.tsx'
import css from './pin.module.css'
import { usePins, type ClusterPin, type PinStack } from './use-pins.ts'

/** Stacking order of pins. Alerts are on top, then the user on air. */
const Z_INDEX: Record<MapMarker['kind'], number> = { alert: 40, me: 20, person: 30, location: 30, place: 15, resolvedAlert: 10 }
const SPEAKER_Z_INDEX = 35
const SUBJECT_Z_INDEX = 42

function zIndexOf(marker: MapMarker): number {
  if (isSubject(marker)) return SUBJECT_Z_INDEX
  return marker.kind === 'person' && (marker.speaking || marker.isResponding) ? SPEAKER_Z_INDEX : Z_INDEX[marker.kind]
}

function PinMarker({
  location,
  height,
  children,
  isTransparentToClicks = false,
}: {
  location: LatLng
  height: number
  children: ReactNode
  isTransparentToClicks?: boolean
}) {
  const style = useMemo(
    () => ({ zIndex: height, pointerEvents: isTransparentToClicks ? ('none' as const) : ('auto' as const) }),
    [height, isTransparentToClicks],
  )
  return (
    <Marker longitude={location.longitude} latitude={location.latitude} anchor="center" style={style}>
      {children}
    </Marker>
  )
}

function Pin({ marker, onSelect }: { marker: MapMarker; onSelect: ((marker: MapMarker) => void) | undefined }) {
  const face = (
    <>
      {marker.kind === 'alert' && !marker.isOther && !marker.isDrill && <span className={css.rings} aria-hidden />}
      <PinIcon marker={marker} />
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
      <span className={css.visuallyHidden}>{marker.label}</span>
      {face}
    </span>
  )
}

const BADGE_STYLE = { zIndex: 45 }

/** Shows how many markers a pin hides, and opens the list of all of them. */
function StackBadge({ stack: { top, hidden, corner }, texts, onOpen }: { stack: PinStack; texts: MapTexts; onOpen: () => void }) {
  const count = hidden.reduce((sum, piece) => sum + piece.count, 0)
  return (
    <Marker longitude={top.longitude} latitude={top.latitude} anchor="center" offset={corner} style={BADGE_STYLE}>
      <button
        type="button"
        className={css.badge}
        aria-label={texts.moreHere(count)}
        title={texts.moreHere(count)}
        onClick={onOpen}
      >
        <span aria-hidden>+{count}</span>
      </button>
    </Marker>
  )
}

interface Props {
  markers: readonly MapMarker[]
  texts: MapTexts
  picked: LatLng | null | undefined
  onSelect: ((marker: MapMarker) => void) | undefined
  onOpen: (cluster: ClusterPin) => void
  onOpenStack: (stack: PinStack) => void
}

/** The pins that are DOM elements, so that keyboards and screen readers reach them. */
export function MapPins({ markers, texts, picked, onSelect, onOpen, onOpenStack }: Props) {
  const alwaysPins = useMemo(() => markers.filter(isAlwaysPin), [markers])
  const { clusters, singles, stacks } = usePins(alwaysPins)
  const { current: map } = useMap()
  // Hidden pins are in the list of the badge.
  const shown = useMemo(() => {
    const hidden = new Set(stacks.flatMap((stack) => stack.hidden.map(({ id }) => id)))
    return markers.filter((marker) => (isAlwaysPin(marker) || singles.has(marker.id)) && !hidden.has(marker.id))
  }, [markers, singles, stacks])
  if (!map) return null
  return (
    <>
      {shown.map((marker) => (
        <PinMarker key={marker.id} location={marker} height={zIndexOf(marker)} isTransparentToClicks={marker.kind === 'me'}>
          <Pin marker={marker} onSelect={onSelect} />
        </PinMarker>
      ))}
      {clusters.map((cluster) => (
        <PinMarker key={`cluster ${cluster.clusterId}`} location={cluster} height={Z_INDEX.alert}>
          <button
            type="button"
            className={css.pin}
            data-kind="alert"
            aria-label={texts.alertsHere(cluster.count)}
            onClick={() => onOpen(cluster)}
          >
            <span className={css.face} data-kind="alert" data-count aria-hidden>
              {cluster.count}
            </span>
          </button>
        </PinMarker>
      ))}
      {stacks.map((stack) => (
        <StackBadge key={stack.top.id} stack={stack} texts={texts} onOpen={() => onOpenStack(stack)} />
      ))}
      {isLatLng(picked) && (
        <Marker
          longitude={picked.longitude}
          latitude={picked.latitude}
          anchor="bottom"
          style={{ zIndex: 50, pointerEvents: 'none' }}
        >
          <span className={css.visuallyHidden}>{texts.picked}</span>
          <svg className={css.picked} viewBox="0 0 40 48" aria-hidden>
            <path
              d="M20 47C9 33 4 26 4 18a16 16 0 0 1 32 0c0 8-5 15-16 29z"
              fill="currentColor"
              stroke="var(--n-on-sos)"
              strokeWidth="2.5"
            />
            <circle className={css.hole} cx="20" cy="18" r="6" />
          </svg>
        </Marker>
      )}
    </>
  )
}
