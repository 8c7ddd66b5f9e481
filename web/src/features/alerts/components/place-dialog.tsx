import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import type { Unit } from '@noroshi/contract/accounts/accounts.http'
import { useText } from '../../../platform/i18n.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import type { Place } from '../../../ui/map/distance.ts'
import type { MapMarker } from '../../../ui/map/map-types.ts'
import { useAddInformation } from '../use-add-information.ts'
import { useOwnPlace } from '../../../platform/own-place.ts'
import { AlertsMap } from './alerts-map.tsx'
import css from './information-dialog.module.css'

const noMarkers: readonly MapMarker[] = []

/** Where the device gave no position: one touches the map. */
export function PlaceDialog({ alertId, unit, onClose }: { alertId: string; unit: Unit | undefined; onClose: () => void }) {
  const text = useText()
  const here = useOwnPlace()
  const [place, setPlace] = useState<Place | null>(null)
  const { state, send } = useAddInformation(alertId, onClose)
  return (
    <Dialog isOpen onClose={onClose} title={text('alerts.add.placeTitle')}>
      <div className={css.content}>
        <p>{text(window.isSecureContext ? 'alerts.add.placeWhy' : 'alerts.position.insecure')}</p>
        <div className={css.map}>
          <AlertsMap
            name={text('alerts.add.placeTitle')}
            unit={unit}
            alerts={noMarkers}
            center={here}
            onPick={setPlace}
            picked={place}
          />
        </div>
        {state.status === 'failed' && (
          <p className={css.reason} role="alert">
            <IconAlertTriangle size={20} stroke={2} aria-hidden="true" />
            {[text('alerts.add.failed'), state.why].filter(Boolean).join(' ')}
          </p>
        )}
        <Button disabled={!place} loading={state.status === 'sending'} onClick={() => send({ place })}>
          {text('alerts.add.placeSend')}
        </Button>
      </div>
    </Dialog>
  )
}
