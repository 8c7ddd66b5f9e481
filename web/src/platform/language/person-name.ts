import { type NameParts, nameIn } from '@noroshi/contract/accounts/person-name'
import { currentLanguage, text } from './i18n.ts'

/**
 * Returns a person's name in the language of the page; '' without a person. A deleted user has no name, and is shown as one. A
 * component that calls it, or its parent, must use `useText` or `useLanguage`, so that a change of the language updates the name.
 */
export const nameOf = (person: NameParts | null | undefined): string =>
  person ? nameIn(currentLanguage(), person) || text('people.deleted') : ''
