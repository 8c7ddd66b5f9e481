import type { Language } from '@noroshi/contract/i18n'
import type { PageCard } from '@noroshi/contract/pages/pages.http'

/** Sorts pages by title in the order of the language; 'Shelter 2' comes before 'Shelter 10'. */
export function byTitle(pages: readonly PageCard[], language: Language): PageCard[] {
  const collator = new Intl.Collator(language, { numeric: true })
  return [...pages].sort((a, b) => collator.compare(a.title, b.title) || (a.id < b.id ? -1 : 1))
}
