import { fill, type Language } from '@noroshi/contract/i18n'
import type { MessageKey } from '@noroshi/contract/messages'
import { createObservable, useObservable } from './observable.ts'
import { isLanguage, preferredLanguage } from './preferred-language.ts'
import { readStored, storageKeys, writeStored } from './storage.ts'

export type { MessageKey }
export type TextParams = Readonly<Record<string, string | number>>
export type Text = (key: MessageKey, params?: TextParams) => string

type Texts = Readonly<Record<string, string>>

/** The texts of the first screen, and those of all other screens. Each is one file per language. */
const FILES = {
  first: { en: () => import('virtual:first-texts-en'), ja: () => import('virtual:first-texts-ja') },
  other: { en: () => import('virtual:other-texts-en'), ja: () => import('virtual:other-texts-ja') },
} as const

/** The loaded texts of each language. */
const loaded: Record<Language, Texts> = { en: {}, ja: {} }

/** Whether the page uses the texts of all screens. */
let areAllUsed = false
/** The language that was chosen last. Its texts may still be loading. */
let chosenLanguage: Language = 'en'

async function load(part: keyof typeof FILES, language: Language): Promise<void> {
  const { default: texts } = await FILES[part][language]()
  loaded[language] = { ...loaded[language], ...texts }
}

/** Loads the texts that the page uses so far in a language. */
const loadLanguage = async (language: Language): Promise<void> => {
  await Promise.all([load('first', language), areAllUsed ? load('other', language) : null])
}

/** Loads the texts of all screens. The start of the page loads only those of the first screen. */
export async function loadTexts(): Promise<void> {
  areAllUsed = true
  await loadLanguage(currentLanguage())
}

/** Loads a module together with the texts of all screens, for content that is not in the first bundle. */
export const withTexts = async <Module>(loadModule: () => Promise<Module>): Promise<Module> =>
  (await Promise.all([loadModule(), loadTexts()]))[0]

/** Returns the keys of the loaded texts. */
export const messageKeys = (): readonly string[] => Object.keys(loaded[currentLanguage()])

export const isMessageKey = (key: string): key is MessageKey => Object.hasOwn(loaded[currentLanguage()], key)

/**
 * Creates one function for each language, so that memoized values that depend on it are computed again after a change.
 */
const textIn =
  (language: Language): Text =>
  (key, params) => {
    const found = loaded[language][key]
    if (found !== undefined) return fill(found, params)
    // oxlint-disable-next-line no-console -- a programming error; each journey fails on it
    console.error(`The text ${key} was not loaded`)
    return key
  }

const current = createObservable<{ readonly language: Language; readonly text: Text }>({ language: 'en', text: textIn('en') })

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
    const before = areAllUsed
    await loadLanguage(chosen)
    isComplete = before === areAllUsed // a screen may have been opened meanwhile
  }
  if (chosenLanguage !== chosen) return
  storeLanguage(chosen)
  applyLanguage(chosen)
}

/** Returns a text outside of components (toasts, requests). */
export const text: Text = (key, params) => current.get().text(key, params)

export const useText = (): Text => useObservable(current, (now) => now.text)

export const useLanguage = (): Language => useObservable(current, (now) => now.language)
