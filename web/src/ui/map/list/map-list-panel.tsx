import { IconX } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import mapCss from '../map-canvas.module.css'
import css from './map-list-panel.module.css'
import { MapList } from './map-list.tsx'
import type { DescribeMarker, MapMarker, MapTexts } from '../map-types.ts'

interface Props {
  title: string
  markers: readonly MapMarker[]
  texts: MapTexts
  onSelect: ((marker: MapMarker) => void) | undefined
  describe: DescribeMarker | undefined
  /** Lists the user's own location too. */
  listsMe?: boolean | undefined
  onClose: () => void
}

/** The list over the map. It takes the focus and returns it to the previous element. */
export function MapListPanel({ title, onClose, ...list }: Props) {
  const panel = useRef<HTMLElement>(null)
  const close = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const previousFocus = document.activeElement
    close.current?.focus({ preventScroll: true })
    return () => {
      // The map behind is inert until the next frame.
      if (previousFocus instanceof HTMLElement) requestAnimationFrame(() => previousFocus.focus({ preventScroll: true }))
    }
  }, [])
  useEffect(() => {
    const element = panel.current
    const closeOnEscape = ({ key }: KeyboardEvent) => key === 'Escape' && onClose()
    element?.addEventListener('keydown', closeOnEscape)
    return () => element?.removeEventListener('keydown', closeOnEscape)
  }, [onClose])
  return (
    <section ref={panel} className={css.panel} aria-label={title}>
      <div className={css.panelHead}>
        <h2 className={css.panelTitle}>{title}</h2>
        <button ref={close} type="button" className={mapCss.textButton} onClick={onClose}>
          <IconX size={20} stroke={1.75} aria-hidden />
          {list.texts.showMap}
        </button>
      </div>
      <MapList {...list} />
    </section>
  )
}
