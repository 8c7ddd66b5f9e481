import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useText } from '../platform/i18n.ts'
import { locateMe, useOwnPlace } from '../platform/own-place.ts'
import { Dialog } from './dialog.tsx'
import type { Place } from './map/distance.ts'
import type { MapMarker } from './map/map-types.ts'
import css from './place-dialog.module.css'
import { PlaceMap } from './place-map.tsx'

const noMarkers: readonly MapMarker[] = []

interface Props {
  title: string
  /** Of the key that ends it. */
  confirmLabel: string
  onChoose: (place: Place) => void
  onClose: () => void
}

/** One's own place, or one that is touched on the map. */
export function PlaceDialog({ title, confirmLabel, onChoose, onClose }: Props) {
  const text = useText()
  const here = useOwnPlace()
  const [picked, setPicked] = useState<Place | null>(null)
  // The person asked for it: now the device may ask them. Without an answer the map is touched.
  useEffect(() => void locateMe(), [])
  const place = picked ?? here
  return (
    <Dialog isOpen onClose={onClose} title={title}>
      <p className={css.hint}>{text(here && !picked ? 'map.placeHint' : 'map.placePick')}</p>
      <div className={css.map}>
        <PlaceMap name={title} markers={noMarkers} center={here} zoom={15} onPick={setPicked} picked={picked} />
      </div>
      <Button
        fullWidth
        mt="md"
        disabled={!place}
        onClick={() => place && onChoose({ latitude: place.latitude, longitude: place.longitude })}
      >
        {confirmLabel}
      </Button>
    </Dialog>
  )
}
