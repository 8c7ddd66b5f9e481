import { useMe } from '../../features/accounts/accounts.queries.ts'
import { ClockWarning } from '../../features/accounts/admin/clock-warning.tsx'
import { DiskWarning } from '../../features/accounts/admin/disk-warning.tsx'
import { SecureHint } from '../../features/devices/components/secure-hint.tsx'
import { useConnection } from '../../platform/connection/socket.ts'
import { OfflineNotice } from '../../ui/states/states.tsx'
import { MemoryNotice } from './memory-notice.tsx'
import { MicrophoneBanner } from './microphone-banner.tsx'
import { RefusedNotice } from './refused-notice.tsx'
import { UpdateNotice } from './update-notice.tsx'

/**
 * Banners below the top bar: the server is unreachable, the browser cannot store the session, the server refused
 * something, its clock has jumped or its disk is full (for administrators), the page is not secure, a new version is
 * ready, or hands-free mode is on.
 */
export function OfflineBanner() {
  const me = useMe()
  const isAdmin = me?.isAdmin === true
  return (
    <>
      {useConnection() === 'offline' && <OfflineNotice />}
      <MemoryNotice />
      <RefusedNotice />
      {isAdmin && <ClockWarning />}
      {isAdmin && <DiskWarning />}
      <SecureHint />
      <UpdateNotice />
      <MicrophoneBanner />
    </>
  )
}
