/** What this device keeps in local storage, each key once. */
export const storageKeys = {
  accessToken: 'accessToken',
  language: 'language',
  /** Tokens of the alerts that this device raised anonymously. */
  alertTokens: 'alertTokens',
  /** SOS that the unit has not acknowledged yet. */
  unsentSos: 'unsentSos',
  cursor: 'eventCursor',
  /** What the link of a reset mail carried (specification, section 2). */
  resetToken: 'reset-password-token',
} as const

/** What the keys of one kind begin with, where there are many of it. */
export const storagePrefixes = {
  /** What somebody wrote on a page and has not sent. */
  unsentPage: 'unsentPage:',
} as const

/** A logout clears everything else (product decision: an SOS and its tokens outlive a session). */
const kept: readonly string[] = [storageKeys.language, storageKeys.alertTokens, storageKeys.unsentSos]

type Listener = () => void
const listeners = new Map<string, Set<Listener>>()

const changed = (key: string) => {
  for (const listener of listeners.get(key) ?? []) listener()
}

/** Where the browser refuses to store (blocked site data, a full disk), what was written lives as long as the page. */
const unstored = new Map<string, string>()

/** Even to touch local storage throws where a person has blocked it; the app works there all the same. */
function stored<Result>(read: (storage: Storage) => Result, otherwise: Result): Result {
  try {
    return read(localStorage)
  } catch {
    return otherwise
  }
}

export const readStored = (key: string): string | null => unstored.get(key) ?? stored((storage) => storage.getItem(key), null)

export function writeStored(key: string, value: string | null) {
  unstored.delete(key)
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    if (value !== null) unstored.set(key, value)
  }
  changed(key)
}

/** Calls back on each change of a key, in this tab or another one. */
export function onStored(key: string, listener: Listener): () => void {
  const ofKey = listeners.get(key) ?? new Set()
  listeners.set(key, ofKey.add(listener))
  return () => ofKey.delete(listener)
}

const storedNow = (): string[] => [...new Set([...unstored.keys(), ...stored(Object.keys, [])])]

/** How many keys of one kind there are. */
export const countStored = (prefix: string): number => storedNow().filter((key) => key.startsWith(prefix)).length

/** Forgets the person, keeps the device's own. */
export function clearStored() {
  for (const key of storedNow()) if (!kept.includes(key)) writeStored(key, null)
}

if (typeof window !== 'undefined') {
  window.addEventListener('storage', ({ key }) => {
    if (key !== null) changed(key)
    else for (const each of listeners.keys()) changed(each)
  })
}
