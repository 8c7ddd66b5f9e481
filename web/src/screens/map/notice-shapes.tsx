import { useEffect } from 'react'
import { useNoticesOnMap } from '../../features/notices/notices-on-map.ts'
import type { MapShapeView } from '../../ui/map/map-types.ts'
import '../notices-live.ts'

/** Reads the areas of the official notices and reports them. It shows nothing itself: its code loads after the map. */
export function NoticeShapes({ onShapes }: { onShapes: (shapes: readonly MapShapeView[]) => void }) {
  const { views } = useNoticesOnMap()
  useEffect(() => onShapes(views), [views, onShapes])
  return null
}
