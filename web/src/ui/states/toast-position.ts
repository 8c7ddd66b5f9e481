/** A rectangle in the window, in pixels. */
export interface Box {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

/** Pixels between a toast and elements that it must not cover. */
export const TOAST_GAP = 12

/**
 * Returns the pixels between the lower edge of the window and a toast: the lowest position that covers none of
 * `blocks`. If no position is free, it is above the lowest block.
 * @param toast its height and horizontal range.
 * @param base pixels between the window's lower edge and an unobstructed toast.
 */
export function toastBottom(
  toast: { readonly height: number; readonly left: number; readonly right: number },
  blocks: readonly Box[],
  windowHeight: number,
  base: number,
): number {
  const obstacles = blocks
    .filter(({ left, right, top, bottom }) => left < toast.right && right > toast.left && bottom > 0 && top < windowHeight)
    .toSorted((a, b) => b.bottom - a.bottom)
  let bottom = base
  let lowest: number | null = null
  for (const block of obstacles) {
    const isFree =
      windowHeight - bottom + TOAST_GAP <= block.top || windowHeight - bottom - toast.height - TOAST_GAP >= block.bottom
    if (isFree) continue
    bottom = windowHeight - block.top + TOAST_GAP
    lowest ??= bottom
  }
  return bottom + toast.height + TOAST_GAP <= windowHeight ? bottom : (lowest ?? base)
}
