import { firstMessages } from '@noroshi/contract/first-messages'
import { fill, type Language, type Text as Words } from '@noroshi/contract/i18n'
import type { MessageKey } from '@noroshi/contract/messages'
import { createObservable, useObservable } from './observable.ts'
import { isLanguage, preferredLanguage } from './preferred-language.ts'
import { readStored, storageKeys, writeStored } from './storage.ts'

export type { MessageKey }
export type TextParams = Readonly<Record<string, string | number>>
export type Text = (key: MessageKey, params?: TextParams) => string

/** The catalogue contains both languages, so that users can change the language without a network. */
let catalogue: Readonly<Record<string, Words>> = firstMessages

/** Loads the texts of all screens. The first bundle contains only the texts of the home screen. */
export async function loadTexts(): Promise<void> {
  catalogue = (await import('@noroshi/contract/messages')).messages
}

/** Loads a module together with the texts of all screens, for content that is not in the first bundle. */
export const withTexts = async <Module>(load: () => Promise<Module>): Promise<Module> =>
  (await Promise.all([load(), loadTexts()]))[0]

export const isMessageKey = (key: string): key is MessageKey => Object.hasOwn(catalogue, key)

/**
 * Creates one function for each language, so that memoized values that depend on it are computed again after a change.
 */
const textIn =
  (language: Language): Text =>
  (key, params) => {
    const entry = catalogue[key]
    if (entry) return fill(entry[language], params)
    // oxlint-disable-next-line no-console -- a programming error; each journey fails on it
    console.error(`The text ${key} was not loaded`)
    return key
  }

const current = createObservable<{ readonly language: Language; readonly text: Text }>({ language: 'en', text: textIn('en') })

const applyLanguage = (language: Language) => current.set({ language, text: textIn(language) })

/** Calls back when the language changes. @returns the function that unsubscribes */
export const onLanguage = (listener: () => void) => current.subscribe(listener)

/** Sets the language of the page. Call it once, before the first render. */
export function startLanguage() {
  current.subscribe(() => {
    document.documentElement.lang = currentLanguage()
  })
  applyLanguage(preferredLanguage(readStored(storageKeys.language), navigator.languages))
}

/** Returns false if no language was chosen on this device. */
export const hasChosenLanguage = (): boolean => isLanguage(readStored(storageKeys.language))

export const currentLanguage = (): Language => current.get().language

/** Stores the language on this device. The accounts feature stores the user's choice on the server. */
export function setLanguage(chosen: Language) {
  writeStored(storageKeys.language, chosen)
  applyLanguage(chosen)
}

/** Returns a text outside of components (toasts, requests). */
export const text: Text = (key, params) => current.get().text(key, params)

export const useText = (): Text => useObservable(current, (now) => now.text)

export const useLanguage = (): Language => useObservable(current, (now) => now.language)
