import { type NameParts, nameIn } from '@noroshi/contract/accounts/person-name'
import { currentLanguage } from './i18n.ts'

/**
 * Returns a person's name in the language of the page; '' without a person. A component that calls it renders with `useText` or
 * `useLanguage`, itself or by its parent, so that the name follows a change of the language.
 */
export const nameOf = (person: NameParts | null | undefined): string => (person ? nameIn(currentLanguage(), person) : '')
