import { type CSSProperties, useEffect, useMemo } from 'react'
import { createPortal } from 'react-dom'
import { serverNow } from '../../../platform/connection/server-time.ts'
import { useLanguage, useText } from '../../../platform/language/i18n.ts'
import { dateTime, fullDateTime } from '../../../platform/language/time.ts'
import { useUnitName } from '../../../platform/session/unit.ts'
import { distanceText } from '../../../ui/map/distance.ts'
import type { MapPicture } from '../../../ui/map/map-snapshot.tsx'
import type { MapShapeView } from '../../../ui/map/map-types.ts'
import { ShapeSample } from '../components/shape-sample.tsx'
import type { Paper } from './papers.ts'
import { cellOf, COLUMN_LETTERS, rowsOf } from './print-grid.ts'
import css from './print-sheet.module.css'

/** A line or an area in the legend below the map, with a text that explains it. */
export interface PrintedShape extends Pick<MapShapeView, 'id' | 'name' | 'isLine' | 'isDashed' | 'color'> {
  readonly detail: string
}

interface Props {
  picture: MapPicture
  paper: Paper
  shapes: readonly PrintedShape[]
  /** Called when the dialog of the browser is closed. */
  onPrinted: () => void
}

/** A picture of the map on paper, with a grid, numbered markers and their list by cells. It is printed once it is loaded. */
export function PrintSheet({ picture, paper, shapes, onPrinted }: Props) {
  const text = useText()
  const language = useLanguage()
  const unitName = useUnitName()
  const { blob, aspect, widthMetres, markers } = picture
  const url = useMemo(() => URL.createObjectURL(blob), [blob])
  useEffect(() => () => URL.revokeObjectURL(url), [url])
  const rows = Array.from({ length: rowsOf(aspect) }, (_, index) => index + 1)
  const print = () => {
    window.print()
    onPrinted()
  }
  return createPortal(
    <article className={css.sheet} data-print-sheet data-paper={paper} data-orientation={aspect >= 1 ? 'landscape' : 'portrait'}>
      <div className={css.head}>
        <b>{[unitName, text('communityMap.title')].filter(Boolean).join(' · ')}</b>
        <span>{fullDateTime(new Date(serverNow()).toISOString(), language)}</span>
        <span>{text('mapPrint.width', { distance: distanceText(widthMetres) })}</span>
      </div>
      <div className={css.frame} style={{ '--aspect': aspect } as CSSProperties}>
        <ol className={css.letters}>
          {COLUMN_LETTERS.map((letter) => (
            <li key={letter}>{letter}</li>
          ))}
        </ol>
        <ol className={css.numbers}>
          {rows.map((row) => (
            <li key={row}>{row}</li>
          ))}
        </ol>
        <div className={css.picture}>
          <img src={url} alt={text('communityMap.title')} onLoad={print} />
          <svg
            className={css.grid}
            viewBox={`0 0 ${COLUMN_LETTERS.length} ${rows.length}`}
            preserveAspectRatio="none"
            aria-hidden
          >
            {COLUMN_LETTERS.map((letter, column) => (
              <path key={letter} d={`M${column} 0V${rows.length}`} vectorEffect="non-scaling-stroke" />
            ))}
            {rows.map((row) => (
              <path key={row} d={`M0 ${row - 1}H${COLUMN_LETTERS.length}`} vectorEffect="non-scaling-stroke" />
            ))}
          </svg>
          {markers.map(({ marker, x, y }, index) => (
            <span
              key={marker.id}
              className={css.number}
              data-kind={marker.kind}
              style={{ left: `${x * 100}%`, top: `${y * 100}%` }}
            >
              {index + 1}
            </span>
          ))}
        </div>
      </div>
      {shapes.length > 0 && (
        <ul className={css.shapes}>
          {shapes.map(({ id, name, detail, color, isLine, isDashed }) => (
            <li key={id}>
              <ShapeSample color={color} isLine={isLine} isDashed={isDashed} />
              {[name, detail].join(text('map.listSeparator'))}
            </li>
          ))}
        </ul>
      )}
      <ol className={css.list}>
        {markers.map(({ marker, x, y }) => (
          <li key={marker.id}>
            <b>{cellOf(x, y, aspect)}</b> {marker.label}
            {marker.kind === 'place' && marker.seenAt && (
              <> ({text('fieldReports.seen', { age: dateTime(marker.seenAt, language) })})</>
            )}
          </li>
        ))}
      </ol>
    </article>,
    document.body,
  )
}
