/**
 * Selects a field and copies its text by the clipboard API, or by `execCommand` on plain http.
 * @returns false if the browser refuses both.
 */
export async function copyField(field: HTMLInputElement | HTMLTextAreaElement): Promise<boolean> {
  field.select()
  try {
    await navigator.clipboard.writeText(field.value)
    return true
  } catch {
    return document.execCommand('copy') // the page has no clipboard API, or it was refused
  }
}
