import { IconRefresh } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useText } from '../../platform/language/i18n.ts'
import { outbox } from '../../platform/outbox/outbox.ts'
import { acceptNewVersion, useNewVersion } from '../../platform/push/service-worker.ts'
import { UNFINISHED_CHECK_MS } from '../../platform/tuning.ts'
import { hasUnfinishedWork } from '../unfinished-work.ts'
import css from './refused-notice.module.css'

/** Returns whether a reload would neither interrupt nor lose work. An unsent SOS is sent first. */
const mayReload = (): boolean => !hasUnfinishedWork() && !outbox.hasUrgent()

/**
 * Offers a new version of the application. It appears with a new screen or when the user returns to the page, because
 * it would move the buttons of an open screen.
 */
export function UpdateNotice() {
  const version = useNewVersion()
  const pathname = useLocation({ select: (location) => location.pathname })
  const returns = useReturns()
  return <Offer key={`${pathname} ${returns}`} hasVersion={version !== null} />
}

function Offer({ hasVersion }: { hasVersion: boolean }) {
  const text = useText()
  const [isOffered] = useState(() => hasVersion && mayReload())
  const isQuiet = useQuiet(isOffered)
  if (!isOffered) return null
  // The notice keeps its space while it is hidden, so that no button moves.
  return (
    <aside className={css.notice} aria-label={text('chrome.update.ready')} style={isQuiet ? undefined : { visibility: 'hidden' }}>
      <IconRefresh size={20} stroke={2} aria-hidden="true" />
      <p>{text('chrome.update.ready')}</p>
      <button type="button" onClick={() => mayReload() && acceptNewVersion(mayReload)}>
        {text('chrome.update.accept')}
      </button>
    </aside>
  )
}

/** Returns the number of times that the user has returned to this page from another window. */
function useReturns(): number {
  const [returns, setReturns] = useState(0)
  useEffect(() => {
    const count = () => {
      if (document.visibilityState === 'visible') setReturns((known) => known + 1)
    }
    document.addEventListener('visibilitychange', count)
    return () => document.removeEventListener('visibilitychange', count)
  }, [])
  return returns
}

/** Returns whether a reload would interrupt no work. It is checked repeatedly while the notice exists. */
function useQuiet(isOffered: boolean): boolean {
  const [isQuiet, setQuiet] = useState(true)
  useEffect(() => {
    if (!isOffered) return undefined
    const timer = setInterval(() => setQuiet(mayReload()), UNFINISHED_CHECK_MS)
    return () => clearInterval(timer)
  }, [isOffered])
  return isQuiet
}
