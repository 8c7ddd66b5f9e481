import { useMemo } from 'react'
import { useText } from '../platform/i18n.ts'
import { useOwnPlace } from '../platform/own-place.ts'
import { Dialog } from './dialog.tsx'
import { distanceMetres, distanceText, type Place } from './map/distance.ts'
import css from './place-dialog.module.css'
import { PlaceMap } from './place-map.tsx'

/** A place that was sent, on the map, and how far it is. */
export function PlaceView({ place, title, onClose }: { place: Place; title: string; onClose: () => void }) {
  const text = useText()
  const here = useOwnPlace()
  const markers = useMemo(() => [{ kind: 'place' as const, id: 'place', label: title, ...place }], [place, title])
  return (
    <Dialog isOpen onClose={onClose} title={title}>
      {here && <p className={css.hint}>{text('map.awayFromYou', { distance: distanceText(distanceMetres(here, place)) })}</p>}
      <div className={css.map}>
        <PlaceMap name={title} markers={markers} center={place} zoom={15} />
      </div>
    </Dialog>
  )
}
