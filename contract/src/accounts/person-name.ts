import type { Language } from '../i18n.ts'
import { withoutReordering } from '../text/visible-text.ts'

/** The parts of a person's name. Each may be ''. */
export interface NameParts {
  readonly firstName: string
  readonly lastName: string
}

/** Whether a text contains kana or kanji. */
export const isJapanese = (text: string): boolean => /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u.test(text)

/**
 * Returns a person's name as it is shown or spoken in a language. In Japanese, a name in Japanese script has the family
 * name first (docs/architecture.md, Conventions). Characters that reorder others, which older names may have, are left out.
 */
export const nameIn = (language: Language, { firstName, lastName }: NameParts): string =>
  withoutReordering(
    language === 'ja' && isJapanese(firstName + lastName) ? `${lastName} ${firstName}` : `${firstName} ${lastName}`,
  ).trim()

/**
 * Returns a stored full name, with the first name first, as {@link nameIn} shows it. The audit log stores names as they
 * were, and only a name of two parts can be divided.
 */
export function storedNameIn(language: Language, fullName: string): string {
  const [firstName = '', lastName = '', ...more] = fullName.split(' ')
  return more.length === 0 ? nameIn(language, { firstName, lastName }) : fullName
}
