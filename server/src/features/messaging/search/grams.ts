import type { NewPoll } from '@noroshi/contract/messaging/polls'
import { foldedForms, foldedWords } from '@noroshi/contract/text/fold-text'
import { textWithOptions } from '../polls/poll-text.ts'

/** A single ASCII character is too frequent to index. A single kanji can be a word. */
const isAscii = (character: string): boolean => character <= '\u007f'

/**
 * Returns the grams that a text is indexed by: each pair of neighbouring characters, and each single character outside ASCII, of
 * the text in its folded forms (decisions/0191). One or two kanji are therefore enough for a search. The text is not split by the
 * rules of any language.
 * @returns the grams separated by spaces, the format of the index
 */
export function gramsOf(text: string): string {
  const grams = new Set<string>()
  for (const form of foldedForms(text)) {
    for (const word of form.split(' ')) {
      let previous = ''
      for (const character of word) {
        if (previous !== '') grams.add(previous + character)
        if (!isAscii(character)) grams.add(character)
        previous = character
      }
    }
  }
  return [...grams].join(' ')
}

interface SearchedMessage {
  readonly text: string
  /** The text of its voice notes; null without one. */
  readonly transcript: string | null
  readonly poll?: NewPoll | null | undefined
}

/** Returns the grams that a message is indexed by: those of all texts by which it is found. */
export const gramsOfMessage = ({ text, transcript, poll }: SearchedMessage): string =>
  gramsOf([textWithOptions(text, poll), transcript ?? ''].join('\n'))

/** Returns the pairs of a word, or the word itself if it is one character. A single ASCII character has none. */
function gramsOfWord(word: string): string[] {
  const characters = Array.from(word)
  if (characters.length === 1) return isAscii(word) ? [] : [word]
  return characters.slice(1).map((character, index) => (characters[index] ?? '') + character)
}

/** The grams of a search. A text has all of `common`, and for each word with several forms those of one form. */
export interface QueryGrams {
  readonly common: readonly string[]
  readonly choices: readonly (readonly string[][])[]
  /** The grams of the text as it was typed, by which messages are indexed that are not folded yet. */
  readonly asTyped: readonly string[]
}

/** Returns the grams of a search. Words of a single ASCII character have none. */
export function queryGrams(query: string): QueryGrams {
  const words = foldedWords(query).map((forms) => forms.map(gramsOfWord))
  const typed = query.normalize('NFKC').toLowerCase().split(/\s+/u)
  return {
    common: distinct(words.filter((forms) => forms.length === 1).flat()),
    choices: words.filter((forms) => forms.length > 1 && forms.every((grams) => grams.length > 0)),
    asTyped: distinct(typed.map(gramsOfWord)),
  }
}

const distinct = (words: readonly (readonly string[])[]): string[] => [...new Set(words.flat())]
