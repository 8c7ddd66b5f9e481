/** Returns '1.2 MB' or '340 KB'. */
export function sizeText(bytes: number): string {
  const kilobytes = bytes / 1024
  return kilobytes < 1000 ? `${Math.max(1, Math.round(kilobytes))} KB` : `${(kilobytes / 1024).toFixed(1)} MB`
}
