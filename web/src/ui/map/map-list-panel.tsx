import { IconX } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import css from './map-canvas.module.css'
import { MapList } from './map-list.tsx'
import type { DescribeMarker, MapMarker, MapWords } from './map-types.ts'

interface Props {
  title: string
  markers: readonly MapMarker[]
  words: MapWords
  onSelect: ((marker: MapMarker) => void) | undefined
  describe: DescribeMarker | undefined
  onClose: () => void
}

/** The list over the map. The focus goes into it, and back to where it was. */
export function MapListPanel({ title, onClose, ...list }: Props) {
  const panel = useRef<HTMLElement>(null)
  const close = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const before = document.activeElement
    close.current?.focus({ preventScroll: true })
    return () => {
      // After the map behind is no longer inert.
      if (before instanceof HTMLElement) requestAnimationFrame(() => before.focus({ preventScroll: true }))
    }
  }, [])
  useEffect(() => {
    const element = panel.current
    const escape = ({ key }: KeyboardEvent) => key === 'Escape' && onClose()
    element?.addEventListener('keydown', escape)
    return () => element?.removeEventListener('keydown', escape)
  }, [onClose])
  return (
    <section ref={panel} className={css.panel} aria-label={title}>
      <div className={css.panelHead}>
        <h3 className={css.panelTitle}>{title}</h3>
        <button ref={close} type="button" className={css.textKey} onClick={onClose}>
          <IconX size={20} stroke={1.75} aria-hidden />
          {list.words.showMap}
        </button>
      </div>
      <MapList {...list} />
    </section>
  )
}
