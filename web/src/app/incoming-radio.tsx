import { lazy } from 'react'
import { loadBefore } from '../platform/live.ts'
import { createObservable, useObservable } from '../platform/observable.ts'
import { LazyContent, retryUntilLoaded } from '../ui/lazy-content.tsx'

const loadOverlay = () => retryUntilLoaded(() => import('../overlays/radio-overlay.tsx'))
const RadioOverlay = lazy(() => loadOverlay().then(({ RadioOverlay: overlay }) => ({ default: overlay })))

/** Whether a radio chat has started since the page was opened. */
const isNeeded = createObservable(false)

// Not in an effect: a radio chat may start while the page is being loaded, after its socket has connected.
loadBefore('asr-chat:new', async () => {
  await loadOverlay()
  isNeeded.set(true)
})

/** The popup of radio chats. Its code loads with the first one that starts while the page is open. */
export function IncomingRadio() {
  return (
    useObservable(isNeeded) && (
      <LazyContent>
        <RadioOverlay />
      </LazyContent>
    )
  )
}
