import { useMemo } from 'react'
import { useText } from '../../../platform/i18n.ts'
import { useOwnPlace } from '../../../platform/own-place.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { distanceMetres, distanceText, type Place } from '../../../ui/map/distance.ts'
import css from './message-content.module.css'
import { PlaceMap } from '../../../ui/place-map.tsx'

/** A place that was sent, on the map, and how far it is. */
export function PlaceView({ place, title, onClose }: { place: Place; title: string; onClose: () => void }) {
  const text = useText()
  const here = useOwnPlace()
  const markers = useMemo(() => [{ kind: 'place' as const, id: 'place', label: title, ...place }], [place, title])
  return (
    <Dialog isOpen onClose={onClose} title={title}>
      {here && <p className={css.away}>{text('map.awayFromYou', { distance: distanceText(distanceMetres(here, place)) })}</p>}
      <div className={css.map}>
        <PlaceMap name={title} markers={markers} center={place} zoom={15} />
      </div>
    </Dialog>
  )
}
