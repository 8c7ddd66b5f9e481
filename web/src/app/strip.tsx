import { useLocation } from '@tanstack/react-router'
import { useMe } from '../features/accounts/accounts.queries.ts'
import { SharingQuestion } from '../features/accounts/components/sharing-question.tsx'
import { paths } from '../platform/paths.ts'
import { useConnection } from '../platform/socket.ts'
import { OfflineStrip } from '../ui/states.tsx'

/** Under the top bar: that the unit cannot be reached, and at home what a person has not been asked yet. */
export function Strip() {
  const isOffline = useConnection() === 'offline'
  const isHome = useLocation({ select: ({ pathname }) => pathname === paths.home })
  const me = useMe()
  // Without https the browser gives no position, so there is nothing to consent to.
  const isUnasked = me?.locationSharing === null && window.isSecureContext
  return (
    <>
      {isOffline && <OfflineStrip />}
      {isHome && isUnasked && <SharingQuestion />}
    </>
  )
}
