import { Outlet } from '@tanstack/react-router'
import { useMemo, type ReactNode } from 'react'
import { SosKey } from '../features/alerts/components/sos-key.tsx'
import { useText } from '../platform/i18n.ts'
import { type Chrome, ChromeContext } from '../ui/chrome.ts'
import { Navigation } from './navigation.tsx'
import css from './shell.module.css'
import { Strip } from './strip.tsx'
import { TopActions } from './top-actions.tsx'

/** Navigation around a screen; the screen itself has the top bar. */
export function Shell({ children }: { children?: ReactNode }) {
  const text = useText()
  const chrome = useMemo<Chrome>(() => ({ actions: <TopActions />, smallSos: <SosKey size="small" />, strip: <Strip /> }), [])
  return (
    <ChromeContext value={chrome}>
      <a className={css.skip} href="#content">
        {text('chrome.skipToContent')}
      </a>
      <div className={css.shell}>
        <div className={css.body}>{children ?? <Outlet />}</div>
        <Navigation />
      </div>
    </ChromeContext>
  )
}
