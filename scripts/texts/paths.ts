import path from 'node:path'

export const root = path.resolve(import.meta.dirname, '../..')

/** Returns the path of the PO file of a language. The repository does not contain these files. */
export const poFile = (language: string): string => path.join(root, 'translations', `${language}.po`)

/** Returns the path of the texts of a language that the catalogues do not contain. */
export const translationFile = (language: string): string => path.join(root, 'contract/src/languages', `${language}.json`)
