/** Widths and capitals do not count. */
const evenly = (words: string): string => words.normalize('NFKC').toLowerCase()

const WHITE = /\s+/u
/** Letters of an alphabet alone say nothing; a single kanji is a word. */
const isPlain = (character: string): boolean => character <= '\u007f'

/**
 * What a text is found by: each pair of neighbouring characters, and each character that is no plain letter. Two kanji, or one, are
 * enough to search by; no language is known and none is needed. With a space between, as the index takes it.
 */
export function gramsOf(text: string): string {
  const grams = new Set<string>()
  for (const word of evenly(text).split(WHITE)) {
    let before = ''
    for (const character of word) {
      if (before !== '') grams.add(before + character)
      if (!isPlain(character)) grams.add(character)
      before = character
    }
  }
  return [...grams].join(' ')
}

/** What a search asks the index for: the pairs of each word, or the word itself where it is one character. None for a plain letter. */
export function askedGrams(words: string): string[] {
  const grams = new Set<string>()
  for (const word of evenly(words).split(WHITE)) {
    const characters = Array.from(word)
    characters.slice(1).forEach((character, place) => grams.add((characters[place] ?? '') + character))
    if (characters.length === 1 && !isPlain(word)) grams.add(word)
  }
  return [...grams]
}
