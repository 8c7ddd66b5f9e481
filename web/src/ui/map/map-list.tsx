import { Button } from '@mantine/core'
import { useMemo, useState, type MouseEvent } from 'react'
import { distanceMetres } from './distance.ts'
import css from './map-list.module.css'
import type { DescribeMarker, MapMarker, MapWords } from './map-types.ts'
import { PinFace } from './pin-face.tsx'

interface Props {
  markers: readonly MapMarker[]
  words: MapWords
  onSelect?: ((marker: MapMarker) => void) | undefined
  describe?: DescribeMarker | undefined
  /** Hidden from the eye and from the Tab key, still read by screen readers: what stands beside a drawn map. */
  readOnly?: boolean | undefined
}

const PAGE = 100
const RANK: Record<MapMarker['kind'], number> = { alert: 0, person: 1, place: 1, resolvedAlert: 2, me: 3 }

/** Active alerts first, the nearest first within each kind where the reader's own position is known. */
function inOrder(markers: readonly MapMarker[]): MapMarker[] {
  const me = markers.find(({ kind }) => kind === 'me')
  return markers
    .filter(({ kind }) => kind !== 'me')
    .map((marker) => ({ marker, away: me ? distanceMetres(me, marker) : 0 }))
    .toSorted((a, b) => RANK[a.marker.kind] - RANK[b.marker.kind] || a.away - b.away)
    .map(({ marker }) => marker)
}

/** A plain click goes to `onSelect`; with a modifier a link opens as links do. */
export function choose(event: MouseEvent, marker: MapMarker, onSelect: ((marker: MapMarker) => void) | undefined) {
  if (!onSelect || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return
  event.preventDefault()
  onSelect(marker)
}

/** The markers of a map as a list; needs no WebGL. Active alerts come first. */
export function MapList({ markers, words, onSelect, describe, readOnly = false }: Props) {
  const [shown, setShown] = useState(PAGE)
  const ordered = useMemo(() => inOrder(markers), [markers])
  const rest = ordered.length - shown
  const tabIndex = readOnly ? -1 : undefined
  if (!ordered.length) return <p className={readOnly ? css.unseen : css.empty}>{words.listEmpty}</p>
  return (
    <div className={readOnly ? css.unseen : undefined}>
      <ul className={css.list} aria-label={words.listTitle}>
        {ordered.slice(0, shown).map((marker) => {
          const detail = describe?.(marker)
          const row = (
            <>
              {!readOnly && <PinFace marker={marker} />}
              <span className={css.words}>
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
              ) : onSelect ? (
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
        <Button variant="default" fullWidth onClick={() => setShown(shown + PAGE)} tabIndex={tabIndex ?? 0}>
          {words.listMore(Math.min(rest, PAGE))}
        </Button>
      )}
    </div>
  )
}
