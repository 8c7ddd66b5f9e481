import { Outlet, useLocation } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { SosButton } from '../features/alerts/components/sos-button.tsx'
import { useText } from '../platform/i18n.ts'
import { type Chrome, ChromeContext } from '../ui/chrome.ts'
import { MicrophoneBanner } from './microphone-banner.tsx'
import { Navigation } from './navigation.tsx'
import css from './shell.module.css'
import { OfflineBanner } from './offline-banner.tsx'
import { TopActions } from './top-actions.tsx'

const UserSearch = lazy(() => import('./user-search.tsx').then(({ UserSearch }) => ({ default: UserSearch })))

/** The navigation around a screen. The screen itself has the top bar. */
export function Shell({ children }: { children?: ReactNode }) {
  const text = useText()
  const chrome = useShellChrome()
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

function useShellChrome(): Chrome {
  const pathname = useLocation({ select: (location) => location.pathname })
  // Another path closes the search, which belongs to the page where it was opened.
  const [search, setSearch] = useState<{ readonly at: string; readonly isOpen: boolean } | null>(null)
  const current = search?.at === pathname ? search : null
  const isSearching = current?.isOpen === true
  const hasSearched = current?.isOpen === false
  return useMemo(
    () => ({
      search: isSearching ? (
        <Suspense>
          <UserSearch onClose={() => setSearch({ at: pathname, isOpen: false })} />
        </Suspense>
      ) : null,
      actions: <TopActions hasSearched={hasSearched} onSearch={() => setSearch({ at: pathname, isOpen: true })} />,
      smallSos: <SosButton size="small" />,
      banner: <OfflineBanner />,
      microphone: <MicrophoneBanner />,
    }),
    [pathname, isSearching, hasSearched],
  )
}
