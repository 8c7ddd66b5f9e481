import { Button } from '@mantine/core'
import { IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { type KeyboardEvent, type MouseEvent, useState } from 'react'
import { useText } from '../../../platform/language/i18n.ts'
import css from './overlays.module.css'

/** A point of a picture: shares of its width and its height, from the upper left. */
export interface PicturePoint {
  readonly x: number
  readonly y: number
}

const ZOOMS = [1, 2, 4, 8]
const CENTRE: PicturePoint = { x: 0.5, y: 0.5 }
/** Share of the picture by which an arrow key moves the cross; with Shift, ten times as much. */
const STEP = 0.002

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

const within = (share: number) => Math.max(0, Math.min(1, share))
const styleOf = ({ x, y }: PicturePoint) => ({ left: `${x * 100}%`, top: `${y * 100}%` })

interface Props {
  url: string
  /** Accessible name: which point is chosen. */
  label: string
  /** The points that were chosen before. */
  done: readonly PicturePoint[]
  at: PicturePoint | null
  onPick: (at: PicturePoint) => void
}

/** Chooses a point of a picture by a tap, or by arrow keys. The picture can be enlarged. */
export function PickOnPicture({ url, label, done, at, onPick }: Props) {
  const text = useText()
  const [zoom, setZoom] = useState(0)
  const pick = ({ currentTarget, clientX, clientY, detail }: MouseEvent) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    // A press of Enter has no location: the cross begins in the centre.
    if (detail === 0) onPick(at ?? CENTRE)
    else onPick({ x: within((clientX - left) / width), y: within((clientY - top) / height) })
  }
  const move = (event: KeyboardEvent) => {
    const arrow = ARROWS[event.key]
    if (!arrow) return
    event.preventDefault()
    const step = event.shiftKey ? 10 * STEP : STEP
    const { x, y } = at ?? CENTRE
    onPick({ x: within(x + arrow[0] * step), y: within(y + arrow[1] * step) })
  }
  return (
    <>
      <div className={css.frame}>
        <button
          type="button"
          className={css.picture}
          style={{ width: `${(ZOOMS[zoom] ?? 1) * 100}%` }}
          aria-label={label}
          onClick={pick}
          onKeyDown={move}
        >
          <img src={url} alt="" draggable={false} />
          {done.map((point, index) => (
            <span key={`${point.x} ${point.y}`} className={css.done} style={styleOf(point)}>
              {index + 1}
            </span>
          ))}
          {at && <span className={css.cross} style={styleOf(at)} />}
        </button>
      </div>
      <output className={css.hint}>
        {at ? text('mapOverlays.at', { x: Math.round(at.x * 100), y: Math.round(at.y * 100) }) : text('mapOverlays.pictureHint')}
      </output>
      <div className={css.tools}>
        <Button
          variant="default"
          leftSection={<IconZoomIn size={20} stroke={1.75} aria-hidden="true" />}
          disabled={zoom === ZOOMS.length - 1}
          onClick={() => setZoom(zoom + 1)}
        >
          {text('mapOverlays.larger')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconZoomOut size={20} stroke={1.75} aria-hidden="true" />}
          disabled={zoom === 0}
          onClick={() => setZoom(zoom - 1)}
        >
          {text('mapOverlays.smaller')}
        </Button>
      </div>
    </>
  )
}
