import { useMemo } from 'react'
import { useText } from '../../platform/language/i18n.ts'
import { useOwnLocation } from '../../platform/device/own-location.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { distanceMetres, distanceText, type LatLng } from '../../ui/map/distance.ts'
import css from './location-dialog.module.css'
import { LocationMap } from './location-map.tsx'

/** Shows a sent location on the map, and the distance to it. */
export function LocationView({ location, title, onClose }: { location: LatLng; title: string; onClose: () => void }) {
  const text = useText()
  const ownLocation = useOwnLocation()
  const markers = useMemo(() => [{ kind: 'location' as const, id: 'location', label: title, ...location }], [location, title])
  return (
    <Dialog isOpen onClose={onClose} title={title}>
      {ownLocation && (
        <p className={css.hint}>{text('map.awayFromYou', { distance: distanceText(distanceMetres(ownLocation, location)) })}</p>
      )}
      <div className={css.map}>
        <LocationMap name={title} markers={markers} center={location} zoom={15} />
      </div>
    </Dialog>
  )
}
