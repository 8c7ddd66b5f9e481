import i18next from 'i18next'
import { useCallback, useSyncExternalStore } from 'react'
import { initReactI18next, useTranslation } from 'react-i18next'
import { LANGUAGES, type Language } from '@noroshi/contract/i18n'
import { messages, type MessageKey } from '@noroshi/contract/messages'
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

const textsIn = (language: Language) => Object.fromEntries(Object.entries(messages).map(([key, text]) => [key, text[language]]))

export const isMessageKey = (key: string): key is MessageKey => Object.hasOwn(messages, key)

/** Both languages are at hand: without a network one can still change. */
export const loadTexts = (language: Language) =>
  i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: 'en',
    resources: { en: { translation: textsIn('en') }, ja: { translation: textsIn('ja') } },
    keySeparator: false,
    nsSeparator: false,
    interpolation: { prefix: '{', suffix: '}', escapeValue: false },
  })

/** Before the first render. */
export async function startLanguage() {
  const language = preferredLanguage(readStored(storageKeys.language), navigator.languages)
  await loadTexts(language)
  document.documentElement.lang = language
}

/** false: nobody has chosen on this device yet. */
export const hasChosenLanguage = (): boolean => isLanguage(readStored(storageKeys.language))

export const currentLanguage = (): Language => (isLanguage(i18next.language) ? i18next.language : 'en')

/** Kept on this device; the person's choice on the server is the accounts' business. */
export async function setLanguage(language: Language) {
  writeStored(storageKeys.language, language)
  await i18next.changeLanguage(language)
  document.documentElement.lang = language
}

/** A text outside of components (toasts, requests). */
export const text: Text = (key, params) => i18next.t(key, { ...params })

export function useText(): Text {
  const { t } = useTranslation()
  return useCallback<Text>((key, params) => t(key, { ...params }), [t])
}

const onLanguage = (listener: () => void) => {
  i18next.on('languageChanged', listener)
  return () => i18next.off('languageChanged', listener)
}

export const useLanguage = (): Language => useSyncExternalStore(onLanguage, currentLanguage)
