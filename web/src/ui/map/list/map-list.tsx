import { Button } from '@mantine/core'
import { useMemo, useState, type MouseEvent } from 'react'
import { distanceMetres } from '../distance.ts'
import css from './map-list.module.css'
import type { DescribeMarker, MapMarker, MapTexts } from '../map-types.ts'
import { PinIcon } from '../pins/pin-icon.tsx'

interface Props {
  markers: readonly MapMarker[]
  texts: MapTexts
  onSelect?: ((marker: MapMarker) => void) | undefined
  describe?: DescribeMarker | undefined
  /** Visible for screen readers only and not focusable. Used beside a drawn map. */
  readOnly?: boolean | undefined
  /** Lists the user's own location too. */
  listsMe?: boolean | undefined
}

const PAGE_SIZE = 100
const RANK: Record<MapMarker['kind'], number> = { alert: 0, person: 1, location: 1, place: 2, resolvedAlert: 3, me: 4 }

/** Sorts active alerts first, and each kind by distance if the user's own location is known. */
function sortMarkers(markers: readonly MapMarker[], listsMe: boolean): MapMarker[] {
  const me = markers.find(({ kind }) => kind === 'me')
  return markers
    .filter(({ kind }) => listsMe || kind !== 'me')
    .map((marker) => ({ marker, distance: me ? distanceMetres(me, marker) : 0 }))
    .toSorted((a, b) => RANK[a.marker.kind] - RANK[b.marker.kind] || a.distance - b.distance)
    .map(({ marker }) => marker)
}

/** Handles a click on a marker: a plain click calls `onSelect`; with a modifier key the link opens normally. */
export function choose(event: MouseEvent, marker: MapMarker, onSelect: ((marker: MapMarker) => void) | undefined) {
  if (!onSelect || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return
  event.preventDefault()
  onSelect(marker)
}

/** The markers of a map as a list. It needs no WebGL. Active alerts come first. */
export function MapList({ markers, texts, onSelect, describe, readOnly = false, listsMe = false }: Props) {
  const [shown, setShown] = useState(PAGE_SIZE)
  const ordered = useMemo(() => sortMarkers(markers, listsMe), [markers, listsMe])
  const rest = ordered.length - shown
  const tabIndex = readOnly ? -1 : undefined
  if (!ordered.length) return <p className={readOnly ? css.visuallyHidden : css.empty}>{texts.listEmpty}</p>
  return (
    <div className={readOnly ? css.visuallyHidden : undefined}>
      <ul className={css.list} aria-label={texts.listTitle}>
        {ordered.slice(0, shown).map((marker) => {
          const detail = describe?.(marker)
          const row = (
            <>
              {!readOnly && <PinIcon marker={marker} />}
              <span className={css.text}>
                <span className={css.name}>{marker.label}</span>
                {detail && <span className={css.detail}>{detail}</span>}
              </span>
            </>
          )
          const click = (event: MouseEvent) => choose(event, marker, onSelect)
          return (
            <li key={marker.id} className={css.item} data-kind={marker.kind}>
              {marker.href ? (
                <a className={css.row} href={marker.href} onClick={click} tabIndex={tabIndex}>
                  {row}
                </a>
              ) : onSelect && marker.kind !== 'me' ? (
                <button type="button" className={css.row} onClick={click} tabIndex={tabIndex}>
                  {row}
                </button>
              ) : (
                <div className={css.row}>{row}</div>
              )}
            </li>
          )
        })}
      </ul>
      {rest > 0 && (
        <Button variant="default" fullWidth onClick={() => setShown(shown + PAGE_SIZE)} tabIndex={tabIndex ?? 0}>
          {texts.listMore(Math.min(rest, PAGE_SIZE))}
        </Button>
      )}
    </div>
  )
}
