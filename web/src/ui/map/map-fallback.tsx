import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { MapList } from './map-list.tsx'
import type { MapViewProps } from './map-types.ts'
import css from './map-view.module.css'

/** Instead of the map: why there is none, and its markers as a list. */
export function MapFallback({ props, reason, children }: { props: MapViewProps; reason: string; children?: ReactNode }) {
  const { markers, words, onSelect, describe } = props
  return (
    <div className={css.fallback}>
      <output className={css.reason}>
        <IconAlertTriangle size={20} stroke={2} aria-hidden />
        {reason}
      </output>
      {children}
      <MapList markers={markers} words={words} onSelect={onSelect} describe={describe} />
    </div>
  )
}
