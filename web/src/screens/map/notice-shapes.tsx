import { useEffect } from 'react'
import { useNoticesOnMap } from '../../features/notices/notices-on-map.ts'
import { useText } from '../../platform/language/i18n.ts'
import type { MapShapeView } from '../../ui/map/map-types.ts'
import '../notices-live.ts'

interface Props {
  /** @param note says that areas are missing; null: the map has all of them */
  onShapes: (shapes: readonly MapShapeView[], note: string | null) => void
}

/** Reads the areas of the official notices and reports them. It shows nothing itself: its code loads after the map. */
export function NoticeShapes({ onShapes }: Props) {
  const text = useText()
  const { views, hasFailed, isPartial } = useNoticesOnMap()
  const note = hasFailed ? text('notices.shapesFailed') : isPartial ? text('notices.shapesPartial') : null
  useEffect(() => onShapes(views, note), [views, note, onShapes])
  return null
}
