import { useSyncExternalStore } from 'react'

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
  return () => watchers.delete(watcher)
}

export const useSosTileInView = (): boolean => useSyncExternalStore(watch, () => isInView)

/** A ref callback for the tile. */
export function observeSosTile(tile: HTMLElement | null) {
  if (!tile) return
  const observer = new IntersectionObserver((entries) => become(entries.some((entry) => entry.isIntersecting)), {
    threshold: 0.5,
  })
  observer.observe(tile)
  return () => {
    observer.disconnect()
    become(false)
  }
}
