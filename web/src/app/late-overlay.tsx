import { type ComponentType, useEffect } from 'react'
import type { EventName } from '@noroshi/contract/realtime'
import { loadBefore, onMissedEvents } from '../platform/connection/live.ts'
import { nextTask } from '../platform/next-task.ts'
import { createObservable, useObservable } from '../platform/observable.ts'
import { whenStarted } from '../platform/when-idle.ts'
import { LazyContent, retryUntilLoaded } from '../ui/states/lazy-content.tsx'

interface Options {
  /** Events that load the code at once. They are reported after the overlay is mounted. */
  readonly events?: readonly EventName[]
  /**
   * Whether missed events load the code at once, since the overlay reads its state from the server when it is mounted.
   */
  readonly readsMissed?: boolean
  /** Returns whether the code loads with the first render. */
  readonly isNeededNow?: () => boolean
  /** Only an event loads the code. Otherwise it also loads when the page has started and is idle. */
  readonly isForEventsOnly?: boolean
}

/** Returns an overlay whose code the first screen does not wait for (decisions/0145). */
export function lateOverlay(
  load: () => Promise<ComponentType>,
  { events = [], readsMissed = false, isNeededNow = () => false, isForEventsOnly = false }: Options,
): ComponentType {
  const overlay = createObservable<ComponentType | null>(null)
  let loading: Promise<void> | undefined
  const loadOnce = () => (loading ??= retryUntilLoaded(load).then(overlay.set))

  // Not in an effect: an event may arrive while the page is being loaded, after its socket has connected.
  for (const name of events)
    loadBefore(name, async () => {
      await loadOnce()
      await nextTask() // so that React has mounted the overlay
    })
  if (readsMissed) onMissedEvents(() => void loadOnce())

  return function LateOverlay() {
    const Overlay = useObservable(overlay)
    useEffect(() => {
      if (isNeededNow()) void loadOnce()
      return isForEventsOnly ? undefined : whenStarted(() => void loadOnce())
    }, [])
    return (
      Overlay && (
        <LazyContent>
          <Overlay />
        </LazyContent>
      )
    )
  }
}
