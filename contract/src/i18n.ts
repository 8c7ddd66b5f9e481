/** The interface's languages (specification, section 9): en is the fallback. */
export const LANGUAGES = ['en', 'ja'] as const
export type Language = (typeof LANGUAGES)[number]

export type Text = Record<Language, string>

/** Both texts of each key side by side: a missing one does not compile. `{name}` stands for a parameter. */
export const defineMessages = <const Messages extends Record<string, Text>>(messages: Messages): Messages => messages

/** Puts the parameters into a text. */
export const fill = (text: string, params: Record<string, string | number> = {}): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole))
