/** Removes differences of character width and case. */
const normalized = (text: string): string => text.normalize('NFKC').toLowerCase()

const WHITESPACE = /\s+/u
/** A single ASCII character is too frequent to index. A single kanji can be a word. */
const isAscii = (character: string): boolean => character <= '\u007f'

/**
 * Returns the grams that a text is indexed by: each pair of neighbouring characters, and each single character outside ASCII. One
 * or two kanji are therefore enough for a search. The text is not split by the rules of any language.
 * @returns the grams separated by spaces, the format of the index
 */
export function gramsOf(text: string): string {
  const grams = new Set<string>()
  for (const word of normalized(text).split(WHITESPACE)) {
    let previous = ''
    for (const character of word) {
      if (previous !== '') grams.add(previous + character)
      if (!isAscii(character)) grams.add(character)
      previous = character
    }
  }
  return [...grams].join(' ')
}

/**
 * Returns the grams of a search: the pairs of each word, or the word itself if it is one character. A single ASCII character has
 * none.
 */
export function queryGrams(query: string): string[] {
  const grams = new Set<string>()
  for (const word of normalized(query).split(WHITESPACE)) {
    const characters = Array.from(word)
    characters.slice(1).forEach((character, index) => grams.add((characters[index] ?? '') + character))
    if (characters.length === 1 && !isAscii(word)) grams.add(word)
  }
  return [...grams]
}
