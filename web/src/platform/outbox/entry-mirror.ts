import { storedKeys, readStored, storagePrefixes, writeStored } from '../session/storage.ts'
import { type OutboxEntry, validEntries } from './entry.ts'

/** A synchronous copy of entries without files. It keeps an entry until IndexedDB has stored it. */
export interface Mirror {
  all(): readonly OutboxEntry[]
  put(entry: OutboxEntry): void
  remove(id: string): void
}

const { unsent } = storagePrefixes

const parse = (key: string): unknown => {
  try {
    return JSON.parse(readStored(key) ?? 'null')
  } catch {
    return null // invalid JSON: this version cannot send the entry
  }
}

/** Writes before `put` returns, so that the entry is stored even if the page closes right after. */
export const localStorageMirror: Mirror = {
  all: () => validEntries(storedKeys(unsent).map(parse)),
  put: (entry) => {
    if (entry.files.length === 0) writeStored(unsent + entry.id, JSON.stringify(entry)) // local storage takes text only
  },
  remove: (id) => writeStored(unsent + id, null),
}
