import { useLayoutEffect, useState } from 'react'

/** Whether the large SOS tile is on the screen: the small key then sinks out of the bar. */
let isInView = false
const watchers = new Set<() => void>()

const become = (next: boolean) => {
  if (next === isInView) return
  isInView = next
  for (const watcher of watchers) watcher()
}

const watch = (watcher: () => void) => {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}

/** What the tile said when it came is heard before the first paint, by whoever stands after it: nothing jumps. */
export function useSosTileInView(): boolean {
  const [isShown, setShown] = useState(isInView)
  useLayoutEffect(() => {
    const hear = () => setShown(isInView)
    hear()
    return watch(hear)
  }, [])
  return isShown
}

/** At least this much of it. */
const THRESHOLD = 0.5

/** A ref callback for the tile. */
export function observeSosTile(tile: HTMLElement | null) {
  if (!tile) return
  const { top, height } = tile.getBoundingClientRect()
  become(top >= -height * THRESHOLD && top + height * THRESHOLD <= window.innerHeight)
  const observer = new IntersectionObserver((entries) => become(entries.some((entry) => entry.isIntersecting)), {
    threshold: THRESHOLD,
  })
  observer.observe(tile)
  return () => {
    observer.disconnect()
    become(false)
  }
}
