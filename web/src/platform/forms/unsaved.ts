/** Content that only memory has, such as the fields of an open dialog. */
export interface UnsavedEntry {
  readonly discard: () => void
}

const entries: UnsavedEntry[] = []

/** @returns the function that removes the entry. */
export function addUnsaved(entry: UnsavedEntry): () => void {
  entries.push(entry)
  return () => {
    const position = entries.indexOf(entry)
    if (position >= 0) entries.splice(position, 1)
  }
}

export const hasUnsaved = (): boolean => entries.length > 0

/** Returns whether this is the latest entry. Only the latest asks, so that leaving a page asks once. */
export const isLatestUnsaved = (entry: UnsavedEntry | null): boolean => entry !== null && entries.at(-1) === entry

/** Removes all entries without asking: a save succeeded and navigates before React has closed its dialog. */
export const releaseUnsaved = (): void => void entries.splice(0)

/** Discards all entries, after the user has confirmed. */
export function discardUnsaved(): void {
  for (const { discard } of entries.splice(0)) discard()
}
