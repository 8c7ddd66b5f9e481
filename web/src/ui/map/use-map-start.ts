import { type RefObject, useEffect, useState } from 'react'
import { MAP_QUIET_MAX_MS, MAP_QUIET_MS } from '../../platform/tuning.ts'
import { whenQuiet } from '../../platform/when-idle.ts'
import { useWide } from '../layout/use-wide.ts'

/** Whether a map has started on this page. Another one does not wait: its code is there, or on its way. */
let hasStarted = false

/** Events by which the user shows interest in a map that has not started. */
const INTEREST = ['pointerenter', 'pointerdown', 'wheel'] as const

/**
 * Returns whether a map may start: it is near the visible part of the page, and the page is quiet or has been busy for
 * MAP_QUIET_MAX_MS, or the user touches the map. A map blocks a slow phone for a second. The SOS button and the texts
 * of the screen have priority; on a narrow screen, also over the other code that the page loads after its start.
 * @param isUrgent the map of an alarm, which starts at once
 */
export function useMapStart(root: RefObject<Element | null>, isUrgent: boolean): boolean {
  const isWide = useWide()
  const [quietMs] = useState(MAP_QUIET_MS[isWide ? 'wide' : 'narrow']) // a resize does not restart the wait
  const [isStarted, setStarted] = useState(hasStarted || isUrgent)
  useEffect(() => {
    const element = root.current
    if (isStarted || element === null) return undefined
    let cancel: (() => void) | null = null
    const start = () => {
      hasStarted = true
      setStarted(true)
    }
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.at(-1)?.isIntersecting === true) cancel ??= whenQuiet(start, { quietMs, maxMs: MAP_QUIET_MAX_MS })
      },
      { rootMargin: '100px' },
    )
    observer.observe(element)
    for (const event of INTEREST) element.addEventListener(event, start)
    return () => {
      for (const event of INTEREST) element.removeEventListener(event, start)
      observer.disconnect()
      cancel?.()
    }
  }, [isStarted, quietMs, root])
  return isStarted
}
