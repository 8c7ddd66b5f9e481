import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { lazy } from 'react'
import { unitQuery } from '../features/accounts/accounts.queries.ts'
import { AlertOverlays } from '../overlays/alert-overlays.tsx'
import { UnitContext } from '../platform/unit.ts'
import { Later, untilLoaded } from '../ui/later.tsx'
import { ToastPlace } from '../ui/toast.tsx'

// The first screen does not wait for the code of messages.
const MessagesOverlay = lazy(() =>
  untilLoaded(() => import('../overlays/messages-overlay.tsx')).then(({ MessagesOverlay }) => ({ default: MessagesOverlay })),
)

/** Everything on the page: a screen, what may open above any of them, and toasts. The SOS never waits for a chunk. */
export function Root() {
  const { data: unit } = useQuery(unitQuery)
  return (
    <UnitContext value={unit}>
      <Outlet />
      <AlertOverlays />
      <Later>
        <MessagesOverlay />
      </Later>
      <ToastPlace />
    </UnitContext>
  )
}
