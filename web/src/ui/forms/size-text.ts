const UNITS = ['KB', 'MB', 'GB'] as const

/** Returns '340 KB', '1.2 MB' or '3.4 GB'. */
export function sizeText(bytes: number): string {
  let size = bytes / 1024
  let unit = 0
  for (; size >= 1000 && unit < UNITS.length - 1; unit++) size /= 1024
  return unit === 0 ? `${Math.max(1, Math.round(size))} KB` : `${size.toFixed(1)} ${UNITS[unit]}`
}
