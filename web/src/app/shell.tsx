import { Outlet, useLocation } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { SosKey } from '../features/alerts/components/sos-key.tsx'
import { useText } from '../platform/i18n.ts'
import { type Chrome, ChromeContext } from '../ui/chrome.ts'
import { Navigation } from './navigation.tsx'
import css from './shell.module.css'
import { Strip } from './strip.tsx'
import { TopActions } from './top-actions.tsx'

const UserSearch = lazy(() => import('./user-search.tsx').then(({ UserSearch }) => ({ default: UserSearch })))

/** Navigation around a screen; the screen itself has the top bar. */
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
  // Another page ends the search: it belongs to the one it was begun on.
  const [search, setSearch] = useState<{ readonly at: string; readonly isOpen: boolean } | null>(null)
  const here = search?.at === pathname ? search : null
  const isSearching = here?.isOpen === true
  const hasSearched = here?.isOpen === false
  return useMemo(
    () => ({
      search: isSearching ? (
        <Suspense>
          <UserSearch onClose={() => setSearch({ at: pathname, isOpen: false })} />
        </Suspense>
      ) : null,
      actions: <TopActions hasSearched={hasSearched} onSearch={() => setSearch({ at: pathname, isOpen: true })} />,
      smallSos: <SosKey size="small" />,
      strip: <Strip />,
    }),
    [pathname, isSearching, hasSearched],
  )
}
