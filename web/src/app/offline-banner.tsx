import { lazy } from 'react'
import { useMe } from '../features/accounts/accounts.queries.ts'
import { ClockWarning } from '../features/admin/components/clock-warning.tsx'
import { DiskWarning } from '../features/admin/components/disk-warning.tsx'
import { SecureHint } from '../features/https/components/secure-hint.tsx'
import { useHandsFree } from '../features/hands-free/hands-free-state.ts'
import { useConnection } from '../platform/socket.ts'
import { withTexts } from '../platform/i18n.ts'
import { LazyContent, retryUntilLoaded } from '../ui/lazy-content.tsx'
import { OfflineNotice } from '../ui/states.tsx'
import { RefusedNotice } from './refused-notice.tsx'

const HandsFreeBanner = lazy(() =>
  retryUntilLoaded(() => withTexts(() => import('../features/hands-free/components/hands-free-banner.tsx'))).then(
    ({ HandsFreeBanner: banner }) => ({ default: banner }),
  ),
)

/**
 * Banners below the top bar: the server is unreachable, it refused something, its clock has jumped or its disk is full (for administrators), the page
 * is not secure, or hands-free mode is on.
 */
export function OfflineBanner() {
  const me = useMe()
  const isAdmin = me?.isAdmin === true
  const isHandsFree = useHandsFree() && !!me
  return (
    <>
      {useConnection() === 'offline' && <OfflineNotice />}
      <RefusedNotice />
      {isAdmin && <ClockWarning />}
      {isAdmin && <DiskWarning />}
      <SecureHint />
      {isHandsFree && (
        <LazyContent>
          <HandsFreeBanner />
        </LazyContent>
      )}
    </>
  )
}
