/** Milliseconds after which the address of a download is given up. The browser has read it by then. */
const KEPT_MS = 60_000

/** Downloads a text as a JSON file. */
export function saveText(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS)
}
