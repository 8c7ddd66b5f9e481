import type { Language } from '@noroshi/contract/i18n'
import type { PageCard } from '@noroshi/contract/pages/pages.http'

/** By title, as the reader's language orders words; 'Shelter 2' comes before 'Shelter 10'. */
export function byTitle(pages: readonly PageCard[], language: Language): PageCard[] {
  const words = new Intl.Collator(language, { numeric: true })
  return [...pages].sort((one, other) => words.compare(one.title, other.title) || (one.id < other.id ? -1 : 1))
}
