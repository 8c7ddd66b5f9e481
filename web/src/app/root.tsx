import { Outlet } from '@tanstack/react-router'
import { lazy } from 'react'
import { AlertOverlays } from '../overlays/alert-overlays.tsx'
import { Later, untilLoaded } from '../ui/later.tsx'
import { ToastPlace } from '../ui/toast.tsx'

// The first screen does not wait for the code of messages.
const MessagesOverlay = lazy(() =>
  untilLoaded(() => import('../overlays/messages-overlay.tsx')).then(({ MessagesOverlay }) => ({ default: MessagesOverlay })),
)

/** Everything on the page: a screen, what may open above any of them, and toasts. The SOS never waits for a chunk. */
export function Root() {
  return (
    <>
      <Outlet />
      <AlertOverlays />
      <Later>
        <MessagesOverlay />
      </Later>
      <ToastPlace />
    </>
  )
}
