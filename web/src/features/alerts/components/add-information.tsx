import { IconCamera, IconMapPin, IconMicrophone, IconPencil, IconVideo } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { Unit } from '@noroshi/contract/accounts/accounts.http'
import type { AlertForViewer } from '@noroshi/contract/alerts/alerts.http'
import { UPLOAD_MB_DEFAULT } from '@noroshi/contract/limits'
import { useText } from '../../../platform/i18n.ts'
import { placeOf } from '../names.ts'
import css from './add-information.module.css'

const MediaDialog = lazy(() => import('./media-dialog.tsx').then(({ MediaDialog: dialog }) => ({ default: dialog })))
const WordsDialog = lazy(() => import('./words-dialog.tsx').then(({ WordsDialog: dialog }) => ({ default: dialog })))
const PlaceDialog = lazy(() => import('./place-dialog.tsx').then(({ PlaceDialog: dialog }) => ({ default: dialog })))

type Kind = 'photo' | 'video' | 'voice' | 'text' | 'place'
const tiles = [
  { kind: 'place', icon: IconMapPin },
  { kind: 'photo', icon: IconCamera },
  { kind: 'video', icon: IconVideo },
  { kind: 'voice', icon: IconMicrophone },
  { kind: 'text', icon: IconPencil },
] as const

/** Tiles to tell more of an alert while it is active; where it has no place, that is asked for first. */
export function AddInformation({ alert, unit }: { alert: AlertForViewer; unit: Unit | undefined }) {
  const text = useText()
  const [open, setOpen] = useState<Kind | null>(null)
  const close = () => setOpen(null)
  const hasPlace = placeOf(alert) !== null
  const maxMb = unit?.maxUploadMb ?? UPLOAD_MB_DEFAULT
  return (
    <section aria-label={text('alerts.add')}>
      {!hasPlace && <p className={css.noPlace}>{text('alerts.add.noPlace')}</p>}
      <div className={css.tiles}>
        {tiles
          .filter(({ kind }) => kind !== 'place' || !hasPlace)
          .map(({ kind, icon: Icon }) => (
            <button key={kind} type="button" aria-haspopup="dialog" onClick={() => setOpen(kind)}>
              <Icon stroke={1.75} aria-hidden="true" />
              {text(`alerts.add.${kind}`)}
            </button>
          ))}
      </div>
      <Suspense>
        {(open === 'photo' || open === 'video' || open === 'voice') && (
          <MediaDialog kind={open} alertId={alert.id} maxMb={maxMb} onClose={close} />
        )}
        {open === 'text' && <WordsDialog alertId={alert.id} onClose={close} />}
        {open === 'place' && <PlaceDialog alertId={alert.id} unit={unit} onClose={close} />}
      </Suspense>
    </section>
  )
}
