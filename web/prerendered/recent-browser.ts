/**
 * Returns whether the browser is at least Safari 16.4, Chrome 111 or Firefox 115 (docs/operations.md), by features that
 * came with or shortly before these versions.
 */
export function isRecentBrowser(): boolean {
  try {
    void new RegExp('(?<=a)b') // Safari 16.4
    // Chrome 111; Firefox 115
    return CSS.supports('color', 'color-mix(in srgb, red, blue)') && 'toSorted' in Array.prototype
  } catch {
    return false
  }
}
