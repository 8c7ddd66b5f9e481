import { Button } from '@mantine/core'
import { IconEar } from '@tabler/icons-react'
import { lazy, Suspense, useState, useSyncExternalStore } from 'react'
import { useCurrentUser } from '../../platform/session/current-user.ts'
import { useText } from '../../platform/language/i18n.ts'
import { onStored, storageKeys } from '../../platform/session/storage.ts'
import { Card } from '../../ui/layout/card.tsx'
import { retryUntilLoaded } from '../../ui/states/lazy-content.tsx'
import { storedThreshold, storeThreshold } from './wake-word-threshold.ts'
import css from './wake-word.module.css'

const WakeWordTraining = lazy(() =>
  retryUntilLoaded(() => import('./wake-word-training.tsx')).then(({ WakeWordTraining: dialog }) => ({ default: dialog })),
)

const subscribe = (listener: () => void) => onStored(storageKeys.wakeWordThreshold, listener)

/**
 * The wake word on this device: what it is for, and the dialog that adjusts it to the user's voice. Signed-in users
 * have it.
 */
export function WakeWordSetting() {
  const text = useText()
  const viewer = useCurrentUser()
  const threshold = useSyncExternalStore(subscribe, storedThreshold)
  const [isOpen, setOpen] = useState(false)
  if (viewer === null) return null
  return (
    <Card className={css.column}>
      <div className={css.head}>
        <IconEar size={24} stroke={1.75} aria-hidden="true" />
        <h2>{text('wakeWord.title')}</h2>
      </div>
      <p>{text('wakeWord.note')}</p>
      {threshold !== null && <p>{text('wakeWord.personal')}</p>}
      {window.isSecureContext ? (
        <div className={css.buttons}>
          <Button variant="default" onClick={() => setOpen(true)}>
            {text('wakeWord.open')}
          </Button>
          {threshold !== null && (
            <Button variant="subtle" onClick={() => storeThreshold(null)}>
              {text('wakeWord.reset')}
            </Button>
          )}
        </div>
      ) : (
        <p>{text('wakeWord.problem.insecure')}</p>
      )}
      {isOpen && (
        <Suspense>
          <WakeWordTraining onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Card>
  )
}
