import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useText } from '../../platform/language/i18n.ts'
import { locateMe, useOwnLocation } from '../../platform/device/own-location.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import type { LatLng } from '../../ui/map/distance.ts'
import type { MapMarker } from '../../ui/map/map-types.ts'
import css from './location-dialog.module.css'
import { LocationMap } from './location-map.tsx'

const noMarkers: readonly MapMarker[] = []

interface Props {
  title: string
  /** Label of the confirm button. */
  confirmLabel: string
  onChoose: (location: LatLng) => void
  onClose: () => void
}

/** Chooses the user's own location or one picked on the map. */
export function LocationDialog({ title, confirmLabel, onChoose, onClose }: Props) {
  const text = useText()
  const ownLocation = useOwnLocation()
  const [picked, setPicked] = useState<LatLng | null>(null)
  // The user opened this dialog, so the browser may prompt now. Without a location the user picks one on the map.
  useEffect(() => void locateMe(), [])
  const location = picked ?? ownLocation
  return (
    <Dialog isOpen onClose={onClose} title={title}>
      <p className={css.hint}>{text(ownLocation && !picked ? 'map.locationHint' : 'map.locationPick')}</p>
      <div className={css.map}>
        <LocationMap name={title} markers={noMarkers} center={ownLocation} zoom={15} onPick={setPicked} picked={picked} />
      </div>
      <Button
        fullWidth
        mt="md"
        disabled={!location}
        onClick={() => location && onChoose({ latitude: location.latitude, longitude: location.longitude })}
      >
        {confirmLabel}
      </Button>
    </Dialog>
  )
}
