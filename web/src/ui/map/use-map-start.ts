import { type RefObject, useEffect, useState } from 'react'
import { MAP_IDLE_MAX_MS } from '../../platform/tuning.ts'
import { whenIdle } from '../../platform/when-idle.ts'

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
        if (entries.at(-1)?.isIntersecting === true) cancel ??= whenIdle(start, MAP_IDLE_MAX_MS)
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
