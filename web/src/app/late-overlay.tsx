import { type ComponentType, useEffect } from 'react'
import type { EventName } from '@noroshi/contract/realtime'
import { loadBefore } from '../platform/live.ts'
import { nextTask } from '../platform/next-task.ts'
import { createObservable, useObservable } from '../platform/observable.ts'
import { whenStarted } from '../platform/when-idle.ts'
import { LazyContent, retryUntilLoaded } from '../ui/lazy-content.tsx'

interface Options {
  /** Events that load the code at once. They are reported after the overlay is mounted. */
  readonly events?: readonly EventName[]
  /** Returns whether the code loads with the first render. */
  readonly isNeededNow?: () => boolean
  /** Only an event loads the code. Otherwise it also loads when the page has started and is idle. */
  readonly isForEventsOnly?: boolean
}

/** Returns an overlay whose code the first screen does not wait for (decisions/0148). */
export function lateOverlay(
  load: () => Promise<ComponentType>,
  { events = [], isNeededNow = () => false, isForEventsOnly = false }: Options,
): ComponentType {
  const overlay = createObservable<ComponentType | null>(null)
  let loading: Promise<void> | undefined
  const loadOnce = () => (loading ??= retryUntilLoaded(load).then(overlay.set))

  // Not in an effect: an event may arrive while the page is being loaded, after its socket has connected.
  for (const name of events)
    loadBefore(name, async () => {
      await loadOnce()
      await nextTask() // React mounts the overlay before
    })

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
