import {
  FALLBACK_LANGUAGE,
  formatText,
  isLanguage,
  type Language,
  LANGUAGES,
  type TextParams,
  type Texts,
} from '@noroshi/contract/i18n'
import type { MessageKey } from '@noroshi/contract/messages'
import loaders from 'virtual:texts'
import { createObservable, useObservable } from '../observable.ts'
import { preferredLanguage } from './preferred-language.ts'
import { readStored, storageKeys, writeStored } from '../session/storage.ts'

export type { MessageKey, TextParams }
export type Text = (key: MessageKey, params?: TextParams) => string

/** The loaded texts of each language. */
const loaded = new Map<Language, Texts>()
const loadedIn = (language: Language): Texts => loaded.get(language) ?? {}

/** The texts of the first screen, those of the administration, and those of all other screens. */
type Part = keyof (typeof loaders)[Language]
/** The parts that the page uses so far. */
const used = new Set<Part>(['first'])
/** The language that was chosen last. Its texts may still be loading. */
let chosenLanguage: Language = FALLBACK_LANGUAGE

/** Loads a part of the texts in a language, which is one file. */
async function load(part: Part, language: Language): Promise<void> {
  const { default: texts } = await loaders[language][part]()
  loaded.set(language, { ...loadedIn(language), ...texts })
}

const loadParts = async (parts: ReadonlySet<Part>, language: Language): Promise<void> => {
  await Promise.all([...parts].map((part) => load(part, language)))
}

/**
 * Loads the texts of all screens, and those of the administration for `admin`. The start of the page loads only those of
 * the first screen.
 */
export async function loadTexts(part: 'other' | 'admin' = 'other'): Promise<void> {
  const parts = new Set<Part>(['first', 'other', part])
  for (const each of parts) used.add(each)
  try {
    await loadParts(parts, currentLanguage())
  } catch (error) {
    if (part === 'admin') used.delete(part) // a change of the language does not need it
    throw error
  }
  // The service worker stores these at their first use. The language can then change without a connection.
  if (part === 'admin') for (const language of LANGUAGES) void loaders[language].admin().catch(() => undefined)
}

/** Loads a module together with its texts ({@link loadTexts}), for content that is not in the first bundle. */
export const withTexts = async <Module>(loadModule: () => Promise<Module>, part?: 'other' | 'admin'): Promise<Module> =>
  (await Promise.all([loadModule(), loadTexts(part)]))[0]

/** Returns the keys of the loaded texts. */
export const messageKeys = (): readonly string[] => Object.keys(loadedIn(currentLanguage()))

export const isMessageKey = (key: string): key is MessageKey => Object.hasOwn(loadedIn(currentLanguage()), key)

/**
 * Creates one function for each language, so that memoized values that depend on it are computed again after a change.
 */
const textIn =
  (language: Language): Text =>
  (key, params) => {
    const found = loadedIn(language)[key]
    if (found !== undefined) return formatText(language, found, params)
    // oxlint-disable-next-line no-console -- a programming error; each journey fails on it
    console.error(`The text ${key} was not loaded`)
    return key
  }

const current = createObservable<{ readonly language: Language; readonly text: Text }>({
  language: FALLBACK_LANGUAGE,
  text: textIn(FALLBACK_LANGUAGE),
})

const applyLanguage = (language: Language) => current.set({ language, text: textIn(language) })

/** Calls back when the language changes. @returns the function that unsubscribes */
export const onLanguage = (listener: () => void) => current.subscribe(listener)

/** Sets the language of the page and loads its first texts. Call it once, before the first render. */
export async function startLanguage(): Promise<void> {
  const language = preferredLanguage(readStored(storageKeys.language), navigator.languages)
  await load('first', language)
  current.subscribe(() => {
    document.documentElement.lang = currentLanguage()
  })
  applyLanguage(language)
}

/** Returns the language that was chosen on this device; null if none was. */
export function storedLanguage(): Language | null {
  const stored = readStored(storageKeys.language)
  return isLanguage(stored) ? stored : null
}

export const currentLanguage = (): Language => current.get().language

/** Stores the language on this device, for the next page. The accounts feature stores the user's choice on the server. */
export const storeLanguage = (chosen: Language): void => writeStored(storageKeys.language, chosen)

/**
 * Changes the language of the page, unless another one is chosen before its texts are loaded. Rejects, and changes
 * nothing, if they cannot be loaded.
 */
export async function setLanguage(chosen: Language): Promise<void> {
  chosenLanguage = chosen
  let isComplete = false
  while (!isComplete) {
    const before = used.size
    await loadParts(used, chosen)
    isComplete = before === used.size // a screen may have been opened meanwhile
  }
  if (chosenLanguage !== chosen) return
  storeLanguage(chosen)
  applyLanguage(chosen)
}

/** Returns a text outside of components (toasts, requests). */
export const text: Text = (key, params) => current.get().text(key, params)

export const useText = (): Text => useObservable(current, (now) => now.text)

export const useLanguage = (): Language => useObservable(current, (now) => now.language)
