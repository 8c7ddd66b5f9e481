import { type Language, LOCALES } from '@noroshi/contract/i18n'

/** Returns the name of a language in another: 'Japanese' or '日本語'. */
export const languageName = (named: Language, language: Language): string =>
  new Intl.DisplayNames(LOCALES[language].tag, { type: 'language' }).of(named) ?? LOCALES[named].name
