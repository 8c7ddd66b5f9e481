import { type Language, LOCALES } from '@noroshi/contract/i18n'

/** Returns the items as one text with the separators of the language, such as 'A, B' and 'A、B'. */
export const listText = (items: readonly string[], language: Language): string =>
  new Intl.ListFormat(LOCALES[language].tag, { type: 'conjunction', style: 'narrow' }).format(items)
