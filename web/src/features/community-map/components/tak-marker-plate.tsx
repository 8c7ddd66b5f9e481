import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { TakMarker } from '@noroshi/contract/exchange/tak.http'
import { useLanguage, useText } from '../../../platform/language/i18n.ts'
import { age } from '../../../platform/language/time.ts'
import { useNow } from '../../../platform/use-now.ts'
import plate from '../../../shared/places/place-plate.module.css'
import { isStale, takMarkerName } from '../tak-markers.tsx'

/** A marker of the TAK server over the map: its name, its age and where it comes from. */
export function TakMarkerPlate({ marker, onClose }: { marker: TakMarker; onClose: () => void }) {
  const text = useText()
  const language = useLanguage()
  const now = useNow()
  const name = takMarkerName(marker, text)
  return (
    <section className={plate.plate} aria-label={name}>
      <div className={plate.head}>
        {/* Not the whole plate, whose age changes each minute. */}
        <b role="status" translate={marker.name === '' ? undefined : 'no'}>
          {name}
        </b>
        <ActionIcon aria-label={text('places.close', { name })} title={text('map.close')} onClick={onClose}>
          <IconX size={20} stroke={2} aria-hidden="true" />
        </ActionIcon>
      </div>
      <time dateTime={marker.at}>{text('tak.markerAge', { age: age(marker.at, now, language) })}</time>
      {isStale(marker, now) && <span>{text('tak.stale')}</span>}
      <span>{text('tak.markerFrom')}</span>
    </section>
  )
}
