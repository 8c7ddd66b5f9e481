/** Capitalises the first letter of each word of a group's name (specification, section 5). Other letters stay unchanged. */
export const capitalised = (name: string): string =>
  name.replace(/(^|\s)(\p{Ll})/gu, (_, before: string, letter: string) => before + letter.toUpperCase())
