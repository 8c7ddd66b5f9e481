/** The steps of padding, margins and gaps, in pixels at the browser's default font size. */
const STEPS = [2, 4, 6, 8, 10, 12, 14, 16, 20, 24, 28, 32, 40]
/**
 * Per cent of the window's width for each pixel of a step: a window of 360 px keeps the steps, and 720 px doubles them.
 */
const VW_PER_PX = 0.275

/**
 * The variables `--n-space-2` to `--n-space-40`. Space grows with the browser's font size, but not on a phone, where
 * larger text needs the space.
 */
export const spaces: Readonly<Record<string, string>> = Object.fromEntries(
  STEPS.map((px) => [`--n-space-${px}`, `min(${px / 16}rem, max(${px}px, ${Number((px * VW_PER_PX).toFixed(2))}vw))`]),
)
