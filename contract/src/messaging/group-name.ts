/** The capitalisation step of a group's name (specification, section 5): each word begins with a capital; the rest stays as it is written. */
export const capitalised = (name: string): string =>
  name.replace(/(^|\s)(\p{Ll})/gu, (_, before: string, letter: string) => before + letter.toUpperCase())
