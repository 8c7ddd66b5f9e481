import { useQuery } from '@tanstack/react-query'
import { Fragment, lazy, type ReactNode, useDeferredValue, useEffect } from 'react'
import { unitQuery, useMe } from '../features/accounts/accounts.queries.ts'
import { adoptEarlyPresses } from '../features/alerts/sos/early-sos.ts'
import { useHandsFree, useVoiceDialogUsed } from '../features/hands-free/hands-free-state.ts'
import { AlertOverlays } from '../overlays/alert-overlays.tsx'
import { useAppCommands } from '../overlays/app-commands.ts'
import { withTexts } from '../platform/language/i18n.ts'
import { UnitContext } from '../platform/session/unit.ts'
import { Boundary } from '../ui/states/boundary.tsx'
import { DialogHost } from '../ui/dialogs/dialog-host.tsx'
import { LazyContent, retryUntilLoaded } from '../ui/states/lazy-content.tsx'
import { ToastContainer } from '../ui/states/toast.tsx'
import { TopSlot } from '../ui/dialogs/top-slot.tsx'
import { overlays } from './features.ts'
import css from './root.module.css'
import { MapHints } from './map-hints.tsx'
import { RunningBars } from './layout/running-bars.tsx'
import { ScreenFailed } from './screen-failed.tsx'
import { useKeepMap } from './use-keep-map.ts'

const HandsFreeOverlay = lazy(() =>
  retryUntilLoaded(() => withTexts(() => import('../overlays/hands-free-overlay.tsx'))).then(({ HandsFreeOverlay: overlay }) => ({
    default: overlay,
  })),
)

let isOnScreen = false

/** The application is on the screen, so that its buttons work: the guard of the start ends (decisions/0167). */
function useStarted() {
  useEffect(() => {
    if (isOnScreen) return
    isOnScreen = true
    adoptEarlyPresses()
  }, [])
}

/** The window. If its content fails, a screen with the SOS button takes its place. */
export function Root({ children }: { children: ReactNode }) {
  useStarted()
  return (
    <Boundary fallback={<ScreenFailed />}>
      <Window>{children}</Window>
    </Boundary>
  )
}

/**
 * The content of the window: alarms, banners, the screen, dialogs and toasts. Alarms and the countdown of an SOS are
 * outside of the screen, so that they do not wait for its code. The SOS code is in the first bundle.
 */
function Window({ children }: { children: ReactNode }) {
  // A change of the unit's name has a low priority: all screens that use it render in parts and do not delay a press.
  const unit = useDeferredValue(useQuery(unitQuery).data)
  const me = useMe()
  useAppCommands(Boolean(me))
  useKeepMap(unit)
  return (
    <UnitContext value={unit}>
      <MapHints unit={unit}>
        <div className={css.window}>
          <TopSlot isWindow />
          <AlertOverlays />
          <div className={css.page}>{children}</div>
        </div>
        {me && (
          <Fragment key={me.id}>
            {overlays.map((Overlay, index) => (
              <Overlay key={index} />
            ))}
            <RunningBars />
          </Fragment>
        )}
        <HandsFree />
        <DialogHost />
        <Boundary>
          <ToastContainer />
        </Boundary>
      </MapHints>
    </UnitContext>
  )
}

/** Hands-free mode. Its code loads when it is enabled, or with the first voice command. */
function HandsFree() {
  const me = useMe()
  const isOn = useHandsFree()
  const wasOpened = useVoiceDialogUsed()
  return (
    me &&
    (isOn || wasOpened) && (
      <LazyContent>
        <HandsFreeOverlay key={me.id} />
      </LazyContent>
    )
  )
}
