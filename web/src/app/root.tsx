import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { ToastPlace } from '../ui/toast.tsx'

const AlertOverlays = lazy(() =>
  import('../overlays/alert-overlays.tsx').then(({ AlertOverlays }) => ({ default: AlertOverlays })),
)

/** Everything on the page: a screen, what may open above any of them, and toasts. */
export function Root() {
  return (
    <>
      <Outlet />
      <Suspense>
        <AlertOverlays />
      </Suspense>
      <ToastPlace />
    </>
  )
}
