import { useMap } from '@vis.gl/react-maplibre'
import { useEffect, useEffectEvent } from 'react'
import type { Bounds } from './bounds.ts'
import { viewOf } from './map-grid.tsx'

/** Reports the visible area of the map when the map stands still. */
export function ViewReport({ onView }: { onView: (area: Bounds) => void }) {
  const { current: map } = useMap()
  const report = useEffectEvent(() => {
    if (!map) return
    const { west, south, east, north } = viewOf(map)
    onView([west, south, east, north])
  })
  useEffect(() => {
    if (!map) return undefined
    const update = () => report()
    update()
    map.on('moveend', update)
    return () => void map.off('moveend', update)
  }, [map])
  return null
}
