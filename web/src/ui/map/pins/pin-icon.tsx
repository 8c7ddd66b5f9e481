import { IconCheck, IconMapPin, IconSchool } from '@tabler/icons-react'
import type { CSSProperties } from 'react'
import { Count } from '../../layout/count.tsx'
import { softHue } from './hue.ts'
import type { MapMarker } from '../map-types.ts'
import css from './pin.module.css'

/** The icon of a marker on the map and in the list. Its parent gives the accessible name. */
export function PinIcon({ marker }: { marker: MapMarker }) {
  if (marker.kind !== 'person') {
    return (
      <span
        className={css.face}
        data-kind={marker.kind}
        data-drill={(marker.kind === 'alert' && marker.isDrill) || undefined}
        data-tone={marker.kind === 'place' ? marker.tone : undefined}
        data-faded={(marker.kind === 'place' && marker.isFaded) || undefined}
        data-other={('isOther' in marker && marker.isOther) || undefined}
        aria-hidden
      >
        {marker.kind === 'alert' && (marker.isDrill ? <IconSchool size={22} stroke={2} /> : 'SOS')}
        {marker.kind === 'resolvedAlert' && <IconCheck size={18} stroke={2.5} />}
        {marker.kind === 'place' && marker.icon}
        {marker.kind === 'place' && marker.count !== undefined && (
          <span className={css.count}>
            <Count value={marker.count} />
          </span>
        )}
        {marker.kind === 'location' && <IconMapPin size={18} stroke={2} />}
      </span>
    )
  }
  return (
    <span
      className={css.face}
      data-kind="person"
      data-speaking={marker.speaking || undefined}
      data-responding={marker.isResponding || undefined}
      style={{ '--hue': softHue(marker.hue) } as CSSProperties}
      aria-hidden
    >
      {marker.avatarUrl ? <img className={css.avatar} src={marker.avatarUrl} alt="" loading="lazy" /> : marker.initial}
    </span>
  )
}
