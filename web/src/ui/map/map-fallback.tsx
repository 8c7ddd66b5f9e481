import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { MapList } from './list/map-list.tsx'
import type { MapViewProps } from './map-types.ts'
import css from './map-view.module.css'

/** Replaces the map: shows why it is unavailable, and its markers as a list. */
export function MapFallback({ props, reason, children }: { props: MapViewProps; reason: string; children?: ReactNode }) {
  const { markers, texts, onSelect, describe } = props
  return (
    <div className={css.fallback}>
      <output className={css.reason}>
        <IconAlertTriangle size={20} stroke={2} aria-hidden />
        {reason}
      </output>
      {children}
      <MapList markers={markers} texts={texts} onSelect={onSelect} describe={describe} />
    </div>
  )
}
