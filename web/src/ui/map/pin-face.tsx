import { IconCheck, IconMapPin } from '@tabler/icons-react'
import type { CSSProperties } from 'react'
import { calmHue } from './hue.ts'
import type { MapMarker } from './map-types.ts'
import css from './pin.module.css'

/** How a marker looks, on the map and in the list. Its name is given by what stands around it. */
export function PinFace({ marker }: { marker: MapMarker }) {
  if (marker.kind !== 'person') {
    return (
      <span className={css.face} data-kind={marker.kind} aria-hidden>
        {marker.kind === 'alert' && 'SOS'}
        {marker.kind === 'resolvedAlert' && <IconCheck size={18} stroke={2.5} />}
        {marker.kind === 'place' && <IconMapPin size={18} stroke={2} />}
      </span>
    )
  }
  return (
    <span
      className={css.face}
      data-kind="person"
      data-speaking={marker.speaking || undefined}
      style={{ '--hue': calmHue(marker.hue) } as CSSProperties}
      aria-hidden
    >
      {marker.avatarUrl ? <img className={css.avatar} src={marker.avatarUrl} alt="" loading="lazy" /> : marker.initial}
    </span>
  )
}
