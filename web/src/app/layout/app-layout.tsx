import { Outlet, useLocation } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { useMe } from '../../features/accounts/accounts.queries.ts'
import { SosButton } from '../../features/alerts/sos/sos-button.tsx'
import { useText, withTexts } from '../../platform/language/i18n.ts'
import { LazyContent, retryUntilLoaded } from '../../ui/states/lazy-content.tsx'
import { type Chrome, ChromeContext } from '../../ui/theme/chrome.ts'
import { MicrophoneBanner } from './microphone-banner.tsx'
import { Navigation } from './navigation.tsx'
import css from './app-layout.module.css'
import { OfflineBanner } from './offline-banner.tsx'
import { TopActions } from './top-actions.tsx'

const RequiredSecondFactorScreen = lazy(() =>
  retryUntilLoaded(() => withTexts(() => import('../../screens/accounts/required-second-factor.tsx'))).then(
    ({ RequiredSecondFactorScreen }) => ({ default: RequiredSecondFactorScreen }),
  ),
)

const UserSearch = lazy(() => import('./user-search.tsx').then(({ UserSearch }) => ({ default: UserSearch })))

/** The navigation around a screen. The screen itself has the top bar. */
export function AppLayout({ children }: { children?: ReactNode }) {
  const text = useText()
  const chrome = useLayoutChrome()
  return (
    <ChromeContext value={chrome}>
      <a className={css.skip} href="#content">
        {text('chrome.skipToContent')}
      </a>
      <div className={css.layout}>
        <div className={css.body}>
          <RestrictedContent>{children ?? <Outlet />}</RestrictedContent>
        </div>
        <Navigation />
      </div>
    </ChromeContext>
  )
}

/** Paths that restricted sessions may open: alerts, and pages about the device. */
const RESTRICTED_PATHS = /^\/(alerts|join|ready)(\/|$)/

/**
 * Shows the set-up of the second factor instead of the screen while the session is restricted (decisions/0112). It
 * stays until the page reloads, so that no query runs with the old rights and the recovery codes stay on the screen.
 */
function RestrictedContent({ children }: { children: ReactNode }) {
  const me = useMe()
  const isAllowedPath = useLocation({ select: ({ pathname }) => RESTRICTED_PATHS.test(pathname) })
  const [wasRestricted, setWasRestricted] = useState(false)
  if (me?.isRestricted === true && !wasRestricted) setWasRestricted(true)
  if (!me || !wasRestricted || isAllowedPath) return children
  return (
    <LazyContent>
      <RequiredSecondFactorScreen isRestricted={me.isRestricted} />
    </LazyContent>
  )
}

function useLayoutChrome(): Chrome {
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
