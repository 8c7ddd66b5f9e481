import { IconCamera, IconMapPin, IconMicrophone, IconPencil, IconVideo } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { Unit } from '@noroshi/contract/accounts/accounts.http'
import type { AlertForViewer } from '@noroshi/contract/alerts/alerts.http'
import { UPLOAD_MB_DEFAULT } from '@noroshi/contract/limits'
import { useText } from '../../../platform/language/i18n.ts'
import { locationOf } from '../alert-texts.ts'
import css from './add-information.module.css'

const MediaDialog = lazy(() => import('./media-dialog.tsx').then(({ MediaDialog: dialog }) => ({ default: dialog })))
const TextDialog = lazy(() => import('./text-dialog.tsx').then(({ TextDialog: dialog }) => ({ default: dialog })))
const LocationDialog = lazy(() =>
  import('../components/alert-location-dialog.tsx').then(({ AlertLocationDialog: dialog }) => ({ default: dialog })),
)

type Kind = 'photo' | 'video' | 'voice' | 'text' | 'location'
const tiles = [
  { kind: 'location', icon: IconMapPin },
  { kind: 'photo', icon: IconCamera },
  { kind: 'video', icon: IconVideo },
  { kind: 'voice', icon: IconMicrophone },
  { kind: 'text', icon: IconPencil },
] as const

/**
 * Tiles to add information to an active alert. The tile for the location is shown first, if the alert has none. A
 * dialog that is open when the alert is resolved stays open with its content.
 */
export function AddInformation({ alert, unit }: { alert: AlertForViewer; unit: Unit | undefined }) {
  const text = useText()
  const [open, setOpen] = useState<Kind | null>(null)
  const close = () => setOpen(null)
  const hasLocation = locationOf(alert) !== null
  const isResolved = alert.resolvedAt !== null
  const maxMb = unit?.maxUploadMb ?? UPLOAD_MB_DEFAULT
  return (
    <>
      {!isResolved && (
        <section aria-label={text('alerts.add')}>
          {!hasLocation && <p className={css.noLocation}>{text('alerts.add.noLocation')}</p>}
          <div className={css.tiles}>
            {tiles
              .filter(({ kind }) => kind !== 'location' || !hasLocation)
              .map(({ kind, icon: Icon }) => (
                <button key={kind} type="button" aria-haspopup="dialog" onClick={() => setOpen(kind)}>
                  <Icon stroke={1.75} aria-hidden="true" />
                  {text(`alerts.add.${kind}`)}
                </button>
              ))}
          </div>
        </section>
      )}
      <Suspense>
        {(open === 'photo' || open === 'video' || open === 'voice') && (
          <MediaDialog kind={open} alertId={alert.id} isResolved={isResolved} maxMb={maxMb} onClose={close} />
        )}
        {open === 'text' && <TextDialog alertId={alert.id} isResolved={isResolved} onClose={close} />}
        {open === 'location' && (
          <LocationDialog
            alertId={alert.id}
            isForOther={alert.raisedFor !== undefined}
            isResolved={isResolved}
            unit={unit}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  )
}
