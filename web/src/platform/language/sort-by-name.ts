import type { NameParts } from '@noroshi/contract/accounts/person-name'
import { currentLanguage } from './i18n.ts'
import { nameOf } from './person-name.ts'

/**
 * Sorts by the name that the page shows, in the order of its language: the server sorts by first names, but Japanese
 * names begin with the last name. A component that calls it must use `useText` or `useLanguage`, as for `nameOf`.
 */
export function sortByName<Item>(items: readonly Item[], personOf: (item: Item) => NameParts | null): Item[] {
  const { compare } = new Intl.Collator(currentLanguage(), { numeric: true })
  return [...items].sort((a, b) => compare(nameOf(personOf(a)), nameOf(personOf(b))))
}
