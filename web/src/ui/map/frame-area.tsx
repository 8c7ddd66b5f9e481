import { useMap } from '@vis.gl/react-maplibre'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { Bounds } from './bounds.ts'
import css from './frame-area.module.css'

/** A frame over the map, under which the map is moved. It reports its area when the map stands still. */
export function FrameArea({ onFrame }: { onFrame: (area: Bounds) => void }) {
  const { current: map } = useMap()
  const frame = useRef<HTMLDivElement>(null)
  const report = useEffectEvent(() => {
    if (!map || !frame.current) return
    const { offsetLeft, offsetTop, offsetWidth, offsetHeight } = frame.current
    const { lng: west, lat: north } = map.unproject([offsetLeft, offsetTop])
    const { lng: east, lat: south } = map.unproject([offsetLeft + offsetWidth, offsetTop + offsetHeight])
    onFrame([west, south, east, north])
  })
  useEffect(() => {
    if (!map) return undefined
    const update = () => report()
    update()
    map.on('moveend', update)
    map.on('resize', update)
    return () => {
      map.off('moveend', update)
      map.off('resize', update)
    }
  }, [map])
  return <div ref={frame} className={css.frame} aria-hidden />
}
