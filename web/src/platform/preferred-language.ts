import { LANGUAGES, type Language } from '@noroshi/contract/i18n'

export const isLanguage = (value: unknown): value is Language => LANGUAGES.some((language) => language === value)

/** Returns the stored language of the user, else the first supported language of the browser, else English. */
export function preferredLanguage(stored: string | null, browser: readonly string[]): Language {
  if (isLanguage(stored)) return stored
  return browser.map((tag) => tag.toLowerCase().split('-')[0]).find(isLanguage) ?? 'en'
}
