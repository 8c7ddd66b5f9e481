import { isolateOrder } from './text/visible-text.ts'

/** A text of a catalogue, in the languages that all catalogues have side by side. Japanese has no plural forms. */
export interface CatalogueText {
  readonly en: string | { readonly one: string; readonly other: string }
  readonly ja: string
}
export type CatalogueLanguage = keyof CatalogueText

/**
 * The languages of the interface (specification, section 9). Each further one has its name here and in {@link LOCALES}, and a file
 * of texts in further-texts.ts (decisions/0203).
 */
export const LANGUAGES = ['en', 'ja'] as const
export type Language = (typeof LANGUAGES)[number]

/** The language of users whose language is not known or not supported. */
export const FALLBACK_LANGUAGE: Language = 'en'

/** The facts about a language. */
interface Locale {
  /** The tag by which `Intl` and voices know it. */
  readonly tag: string
  /** Its name in itself. */
  readonly name: string
}

export const LOCALES: Readonly<Record<Language, Locale>> = {
  en: { tag: 'en-US', name: 'English' },
  ja: { tag: 'ja-JP', name: '日本語' },
}

export const isLanguage = (value: unknown): value is Language => LANGUAGES.some((language) => language === value)

/** Returns a language that was stored or sent; English if it is not supported. */
export const knownLanguage = (value: string | null): Language => (isLanguage(value) ? value : FALLBACK_LANGUAGE)

/** Returns the first supported language of tags such as `ja-JP`, which are in the order of the user's choice; else English. */
export const preferredOf = (tags: readonly string[]): Language =>
  tags.map((tag) => tag.trim().toLowerCase().split(/[-;]/)[0]).find(isLanguage) ?? FALLBACK_LANGUAGE

/** The forms of a text by the plural rule of the number `{count}`. A language has those of `Intl.PluralRules`. */
export type PluralForms = { readonly other: string } & Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>
/** A text of one language. */
export type LocalText = string | PluralForms
/** The texts of one language by message key. */
export type Texts<Key extends string = string> = Readonly<Record<Key, LocalText>>

/** Declares the texts of each key. A missing text is a compile error. `{name}` is a parameter. */
export const defineMessages = <const Messages extends Record<string, CatalogueText>>(messages: Messages): Messages => messages

export type TextParams = Readonly<Record<string, string | number>>

/**
 * Replaces `{name}` in a text by the parameter of that name, which cannot change the order of the text around it. Unknown names
 * stay unchanged.
 */
export const fill = (text: string, params: TextParams = {}): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => isolateOrder(String(params[name] ?? whole)))

/** The plural rules of each language that was used. */
const rules = new Map<Language, Intl.PluralRules>()

function pluralRulesOf(language: Language): Intl.PluralRules {
  const known = rules.get(language) ?? new Intl.PluralRules(language)
  rules.set(language, known)
  return known
}

/** Fills a text of a language. A text with plural forms takes the form of the parameter `count`. */
export function formatText(language: Language, text: LocalText, params: TextParams = {}): string {
  if (typeof text === 'string') return fill(text, params)
  return fill(text[pluralRulesOf(language).select(Number(params['count']))] ?? text.other, params)
}
