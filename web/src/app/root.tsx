import { Outlet } from '@tanstack/react-router'
import { AlertOverlays } from '../overlays/alert-overlays.tsx'
import { ToastPlace } from '../ui/toast.tsx'

/** Everything on the page: a screen, what may open above any of them, and toasts. The SOS never waits for a chunk. */
export function Root() {
  return (
    <>
      <Outlet />
      <AlertOverlays />
      <ToastPlace />
    </>
  )
}
