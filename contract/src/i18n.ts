import { isolateOrder } from './text/visible-text.ts'

/** The languages of the interface (specification, section 9). `en` is the fallback. */
export const LANGUAGES = ['en', 'ja'] as const
export type Language = (typeof LANGUAGES)[number]

export type Text = Record<Language, string>

/** Declares the texts of each key in all languages. A missing text is a compile error. `{name}` is a parameter. */
export const defineMessages = <const Messages extends Record<string, Text>>(messages: Messages): Messages => messages

/**
 * Replaces `{name}` in a text by the parameter of that name, which cannot change the order of the text around it. Unknown names
 * stay unchanged.
 */
export const fill = (text: string, params: Record<string, string | number> = {}): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => isolateOrder(String(params[name] ?? whole)))
