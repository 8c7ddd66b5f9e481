/**
 * A ref callback for the element in which a screen scrolls. It sets the CSS variable `--n-pane` to its height in
 * pixels, because `100dvh` includes the bars around the pane.
 */
export function measurePane(pane: HTMLElement | null): (() => void) | undefined {
  if (!pane) return undefined
  const measure = () => pane.style.setProperty('--n-pane', `${pane.clientHeight}px`)
  measure()
  const observer = new ResizeObserver(measure)
  observer.observe(pane)
  return () => observer.disconnect()
}

/** Id of a screen's pane, by which the router restores its scroll position. */
export const PANE_ID = 'pane'
