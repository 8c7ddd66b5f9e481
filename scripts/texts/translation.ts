import { ONLY_FORM, type SourceText } from './catalogue-source.ts'
import type { PoEntry } from './po.ts'

/** The texts of one language as its file has them: a string, or one for each plural form. */
export type Translation = Readonly<Record<string, string | Readonly<Record<string, string>>>>

/** The place of one string of a language: its key and its plural form. */
interface Place {
  readonly key: string
  readonly form: string
}

const contextOf = ({ key, form }: Place): string => (form === ONLY_FORM ? key : `${key} [${form}]`)

/** Returns the numbers for which a language has a plural form, as examples. */
function examplesOf(language: string, form: string): string {
  const rules = new Intl.PluralRules(language)
  // French, Spanish and others have a form for millions.
  const candidates = [...Array.from({ length: 200 }, (_, number) => number), 1_000_000, 2_000_000]
  const numbers = candidates.filter((number) => rules.select(number) === form)
  return numbers.length === 0 ? 'fractions' : numbers.slice(0, 6).join(', ')
}

/** Returns the forms that a text needs in a language that the catalogues do not contain. */
function formsOf(language: string, { languages }: SourceText): readonly string[] {
  const english = languages.get('en')
  const hasNumber = english?.get(ONLY_FORM)?.value.includes('{count}') ?? true
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions()
  return hasNumber && pluralCategories.length > 1 ? pluralCategories : [ONLY_FORM]
}

const englishOf = ({ languages }: SourceText, form: string): string => {
  const english = languages.get('en')
  return (english?.get(form) ?? english?.get('other') ?? english?.get(ONLY_FORM))?.value ?? ''
}

/** Returns whether the catalogues contain a language. */
const isInCatalogues = (language: string, texts: readonly SourceText[]): boolean =>
  texts.some(({ languages }) => languages.has(language))

/** Returns the forms of a text that a PO file of a language contains. */
const expectedForms = (language: string, text: SourceText, isInCatalogue: boolean): readonly string[] =>
  isInCatalogue ? [...(text.languages.get(language)?.keys() ?? [])] : formsOf(language, text)

/** Returns the entries of the PO file of a language. @param translation the texts of a language outside of the catalogues */
export function entriesOf(language: string, texts: readonly SourceText[], translation: Translation): readonly PoEntry[] {
  const isInCatalogue = isInCatalogues(language, texts)
  return texts.flatMap((text) =>
    expectedForms(language, text, isInCatalogue).map((form) => {
      const own = translation[text.key] ?? ''
      const translated = typeof own === 'string' ? own : (own[form] ?? '')
      const numbers = form === ONLY_FORM ? [] : [`The form for the numbers ${examplesOf(language, form)}`]
      return {
        comments: [...text.comments, ...numbers],
        reference: text.file,
        flags: [],
        context: contextOf({ key: text.key, form }),
        source: englishOf(text, form),
        translation: isInCatalogue ? (text.languages.get(language)?.get(form)?.value ?? '') : translated,
      }
    }),
  )
}

const paramsOf = (text: string): readonly string[] => [...new Set(text.match(/\{\w+\}/g))].toSorted()

/** Returns what is wrong with a translated string; null for nothing. */
function problemOf(entry: PoEntry | undefined, source: string, form: string): string | null {
  if (entry === undefined) return 'is missing'
  if (entry.source !== source) return 'has another English text: export the texts again'
  if (entry.translation.trim() === '' || entry.flags.includes('fuzzy')) return 'is not translated'
  // The form of one number may contain the number in words.
  const withCount = (text: string) =>
    [...new Set(form === ONLY_FORM ? paramsOf(text) : [...paramsOf(text), '{count}'])].toSorted()
  const [expected, found] = [withCount(source).join(' '), withCount(entry.translation).join(' ')]
  return expected === found ? null : `has the placeholders ${found || 'none'} instead of ${expected || 'none'}`
}

/**
 * Returns the strings of a PO file by key and form.
 * @returns the problems instead, if there are any: nothing is imported then
 */
export function readEntries(
  language: string,
  texts: readonly SourceText[],
  entries: readonly PoEntry[],
): { readonly strings: ReadonlyMap<string, ReadonlyMap<string, string>>; readonly problems: readonly string[] } {
  const isInCatalogue = isInCatalogues(language, texts)
  const byContext = new Map(entries.map((entry) => [entry.context, entry]))
  const known = new Set<string>()
  const problems: string[] = []
  const strings = new Map<string, Map<string, string>>()
  for (const text of texts) {
    const forms = new Map<string, string>()
    for (const form of expectedForms(language, text, isInCatalogue)) {
      const context = contextOf({ key: text.key, form })
      known.add(context)
      const entry = byContext.get(context)
      const problem = problemOf(entry, englishOf(text, form), form)
      if (problem !== null) problems.push(`${context} ${problem}`)
      forms.set(form, entry?.translation ?? '')
    }
    strings.set(text.key, forms)
  }
  const seen = new Set<string>()
  for (const { context } of entries) {
    if (!known.has(context)) problems.push(`${context} is not a text of the catalogues`)
    if (seen.has(context)) problems.push(`${context} is there twice`)
    seen.add(context)
  }
  return { strings, problems }
}

/** Returns the strings of a language as its file has them. Forms that are all the same are one string. */
export const translationOf = (strings: ReadonlyMap<string, ReadonlyMap<string, string>>): Translation =>
  Object.fromEntries(
    [...strings].map(([key, forms]) => {
      const [first = ''] = forms.values()
      return [key, new Set(forms.values()).size === 1 ? first : Object.fromEntries(forms)]
    }),
  )
