import { useMe } from '../features/accounts/accounts.queries.ts'
import { ClockWarning } from '../features/admin/components/clock-warning.tsx'
import { SecureHint } from '../features/https/components/secure-hint.tsx'
import { useConnection } from '../platform/socket.ts'
import { OfflineNotice } from '../ui/states.tsx'
import { RefusedNotice } from './refused-notice.tsx'

/**
 * Banners below the top bar: the server is unreachable, it refused something, its clock has jumped (for administrators), or the
 * page is not secure.
 */
export function OfflineBanner() {
  const isAdmin = useMe()?.isAdmin === true
  return (
    <>
      {useConnection() === 'offline' && <OfflineNotice />}
      <RefusedNotice />
      {isAdmin && <ClockWarning />}
      <SecureHint />
    </>
  )
}
