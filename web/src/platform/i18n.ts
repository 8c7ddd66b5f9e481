import { useSyncExternalStore } from 'react'
import { firstMessages } from '@noroshi/contract/first-messages'
import { fill, LANGUAGES, type Language, type Text as Words } from '@noroshi/contract/i18n'
import type { MessageKey } from '@noroshi/contract/messages'
import { readStored, storageKeys, writeStored } from './storage.ts'

export type { MessageKey }
export type TextParams = Readonly<Record<string, string | number>>
export type Text = (key: MessageKey, params?: TextParams) => string

const isLanguage = (value: unknown): value is Language => LANGUAGES.some((language) => language === value)

/** The person's choice, else what the browser prefers, else English. */
export function preferredLanguage(stored: string | null, browser: readonly string[]): Language {
  if (isLanguage(stored)) return stored
  return browser.map((tag) => tag.toLowerCase().split('-')[0]).find(isLanguage) ?? 'en'
}

/** Both languages are at hand: without a network one can still change. */
let catalogue: Readonly<Record<string, Words>> = firstMessages

/** Home has its texts at once; every other screen waits for these. */
export async function loadTexts(): Promise<void> {
  catalogue = (await import('@noroshi/contract/messages')).messages
}

export const isMessageKey = (key: string): key is MessageKey => Object.hasOwn(catalogue, key)

/** A function for each language, so that what depends on it is made again when the language changes. */
const textIn =
  (language: Language): Text =>
  (key, params) => {
    const words = catalogue[key]
    if (words) return fill(words[language], params)
    // oxlint-disable-next-line no-console -- a mistake of ours, which every journey counts as a failure
    console.error(`The text ${key} was not loaded`)
    return key
  }

let language: Language = 'en'
let current = textIn(language)
const listeners = new Set<() => void>()

const onLanguage = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function speak(chosen: Language) {
  language = chosen
  current = textIn(chosen)
  for (const listener of listeners) listener()
}

/** Once, before the first render. */
export function startLanguage() {
  onLanguage(() => {
    document.documentElement.lang = language
  })
  speak(preferredLanguage(readStored(storageKeys.language), navigator.languages))
}

/** false: nobody has chosen on this device yet. */
export const hasChosenLanguage = (): boolean => isLanguage(readStored(storageKeys.language))

export const currentLanguage = (): Language => language

/** Kept on this device; the person's choice on the server is the accounts' business. */
export function setLanguage(chosen: Language) {
  writeStored(storageKeys.language, chosen)
  speak(chosen)
}

/** A text outside of components (toasts, requests). */
export const text: Text = (key, params) => current(key, params)

export const useText = (): Text => useSyncExternalStore(onLanguage, () => current)

export const useLanguage = (): Language => useSyncExternalStore(onLanguage, currentLanguage)
