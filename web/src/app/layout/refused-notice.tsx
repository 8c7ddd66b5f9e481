import { IconAlertTriangle } from '@tabler/icons-react'
import { lazy, Suspense, useState, useSyncExternalStore } from 'react'
import { useText, withTexts } from '../../platform/language/i18n.ts'
import { outbox } from '../../platform/outbox/outbox.ts'
import css from './refused-notice.module.css'

// The entries are described in the texts of their features.
const RefusedEntries = lazy(() =>
  withTexts(() => import('./refused-entries.tsx')).then(({ RefusedEntries: dialog }) => ({ default: dialog })),
)

/** A banner while the server has refused something that the user wrote. It opens the list. */
export function RefusedNotice() {
  const text = useText()
  const count = useSyncExternalStore(outbox.subscribe, outbox.refused, outbox.refused).length
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      {count > 0 && (
        <aside className={css.notice} aria-label={text('outbox.notSent')}>
          <IconAlertTriangle size={20} stroke={2} aria-hidden="true" />
          <p>{text('outbox.refused', { count })}</p>
          <button type="button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
            {text('outbox.show')}
          </button>
        </aside>
      )}
      {isOpen && (
        <Suspense>
          <RefusedEntries onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
