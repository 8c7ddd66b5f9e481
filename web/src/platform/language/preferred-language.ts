import { isLanguage, type Language, preferredOf } from '@noroshi/contract/i18n'

/** Returns the stored language of the user, else the first supported language of the browser, else English. */
export function preferredLanguage(stored: string | null, browser: readonly string[]): Language {
  return isLanguage(stored) ? stored : preferredOf(browser)
}
