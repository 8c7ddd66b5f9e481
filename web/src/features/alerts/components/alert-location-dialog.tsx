import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import type { Unit } from '@noroshi/contract/accounts/accounts.http'
import { useText } from '../../../platform/language/i18n.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import type { LatLng } from '../../../ui/map/distance.ts'
import type { MapMarker } from '../../../ui/map/map-types.ts'
import { ReadyLink } from '../../../shared/devices/ready-link.tsx'
import { useAddInformation } from '../sos/use-add-information.ts'
import { useOwnLocation } from '../../../platform/device/own-location.ts'
import { AlertsMap } from './alerts-map.tsx'
import css from '../sos/information-dialog.module.css'
import { ResolvedNotice } from './resolved-notice.tsx'

const noMarkers: readonly MapMarker[] = []

interface Props {
  alertId: string
  /** The alert was raised for another person, who is not here. */
  isForOther: boolean
  /** The alert was resolved while the dialog was open, so nothing can be added any more. */
  isResolved: boolean
  unit: Unit | undefined
  onClose: () => void
}

/** Sets the location of an alert on a map, for a device that found none. */
export function AlertLocationDialog({ alertId, isForOther, isResolved, unit, onClose }: Props) {
  const text = useText()
  const here = useOwnLocation()
  const [location, setLocation] = useState<LatLng | null>(null)
  const { state, send } = useAddInformation(alertId, onClose)
  const title = text(isForOther ? 'alerts.add.locationTitleFor' : 'alerts.add.locationTitle')
  const why = window.isSecureContext ? 'alerts.add.locationWhy' : 'alerts.location.insecure'
  return (
    <Dialog isOpen onClose={onClose} title={title} hasUnsaved={location !== null}>
      <div className={css.content}>
        <p>{text(isForOther ? 'alerts.add.locationWhyFor' : why)}</p>
        {!window.isSecureContext && !isForOther && <ReadyLink />}
        <div className={css.map}>
          <AlertsMap
            name={title}
            unit={unit}
            alerts={noMarkers}
            center={here ?? unit?.location}
            onPick={setLocation}
            picked={location}
          />
        </div>
        <ResolvedNotice isResolved={isResolved} />
        {state.status === 'failed' && !isResolved && (
          <p className={css.reason} role="alert">
            <IconAlertTriangle size={20} stroke={2} aria-hidden="true" />
            {[text('alerts.add.failed'), state.reason].filter(Boolean).join(' ')}
          </p>
        )}
        <Button disabled={!location || isResolved} loading={state.status === 'sending'} onClick={() => send({ location })}>
          {text('alerts.add.locationSend')}
        </Button>
      </div>
    </Dialog>
  )
}
