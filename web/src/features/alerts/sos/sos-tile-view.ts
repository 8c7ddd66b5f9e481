import { useLayoutEffect, useState } from 'react'
import { createObservable } from '../../../platform/observable.ts'

/** Whether the large SOS tile is on the screen. The small button of the bar is hidden then. */
const isInView = createObservable(false)

/** Whether the SOS tile is in view. Reads the state before the first paint, so that the layout does not jump. */
export function useSosTileInView(): boolean {
  const [isShown, setShown] = useState(isInView.get)
  useLayoutEffect(() => {
    const update = () => setShown(isInView.get())
    update()
    return isInView.subscribe(update)
  }, [])
  return isShown
}

/** Part of the tile that must be visible, from 0 to 1. */
const THRESHOLD = 0.5

/** Ref callback of the tile. */
export function observeSosTile(tile: HTMLElement | null) {
  if (!tile) return
  const { top, height } = tile.getBoundingClientRect()
  const pane = tile.closest('main')?.getBoundingClientRect() ?? { top: 0, bottom: window.innerHeight }
  isInView.set(top >= pane.top - height * THRESHOLD && top + height * THRESHOLD <= pane.bottom)
  // A busy page gets several changes in one call; the last one is the current state.
  const observer = new IntersectionObserver((entries) => isInView.set(entries.at(-1)?.isIntersecting === true), {
    threshold: THRESHOLD,
  })
  observer.observe(tile)
  return () => {
    observer.disconnect()
    isInView.set(false)
  }
}
