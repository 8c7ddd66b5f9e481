import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useText } from '../../../platform/i18n.ts'
import { locateMe, useOwnPlace } from '../../../platform/own-place.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import type { Place } from '../../../ui/map/distance.ts'
import type { MapMarker } from '../../../ui/map/map-types.ts'
import css from './message-content.module.css'
import { PlaceMap } from './place-map.tsx'

const noMarkers: readonly MapMarker[] = []

/** One's own place, or one that is touched on the map. */
export function PlaceDialog({ onSend, onClose }: { onSend: (place: Place) => void; onClose: () => void }) {
  const text = useText()
  const here = useOwnPlace()
  const [picked, setPicked] = useState<Place | null>(null)
  // The person asked for it: now the device may ask them. Without an answer the map is touched.
  useEffect(() => void locateMe(), [])
  const place = picked ?? here
  return (
    <Dialog isOpen onClose={onClose} title={text('messages.placeTitle')}>
      <p className={css.away}>{text(here && !picked ? 'messages.placeHint' : 'messages.placePick')}</p>
      <div className={css.map}>
        <PlaceMap
          name={text('messages.placeTitle')}
          markers={noMarkers}
          center={here}
          zoom={15}
          onPick={setPicked}
          picked={picked}
        />
      </div>
      <Button
        fullWidth
        mt="md"
        disabled={!place}
        onClick={() => place && onSend({ latitude: place.latitude, longitude: place.longitude })}
      >
        {text('messages.placeSend')}
      </Button>
    </Dialog>
  )
}
