import { type RefObject, useEffect, useState } from 'react'
import { MAP_IDLE_MAX_MS } from '../../platform/tuning.ts'

/** Whether a map has started on this page. Another one does not wait: its code is there, or on its way. */
let hasStarted = false

/**
 * Returns whether a map may start: it is near the visible part of the page, and the page is idle or has been busy for
 * MAP_IDLE_MAX_MS. A map takes a second of a cheap phone, which the SOS button and the texts of the screen need first.
 * @param isUrgent the map of an alarm, which starts at once
 */
export function useMapStart(root: RefObject<Element | null>, isUrgent: boolean): boolean {
  const [isStarted, setStarted] = useState(hasStarted || isUrgent)
  useEffect(() => {
    if (isStarted || root.current === null) return undefined
    let cancel: (() => void) | null = null
    const start = () => {
      hasStarted = true
      setStarted(true)
    }
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.at(-1)?.isIntersecting === true) cancel ??= whenIdle(start)
      },
      { rootMargin: '100px' },
    )
    observer.observe(root.current)
    return () => {
      observer.disconnect()
      cancel?.()
    }
  }, [isStarted, root])
  return isStarted
}

/** Runs a task when the page is idle. Returns a function that cancels it. Safari has no idle callbacks: the task runs next. */
function whenIdle(task: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const id = requestIdleCallback(task, { timeout: MAP_IDLE_MAX_MS })
    return () => cancelIdleCallback(id)
  }
  const id = setTimeout(task, 0)
  return () => clearTimeout(id)
}
