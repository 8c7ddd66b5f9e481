import type { Media } from '@noroshi/contract/files'
import type { Message } from '@noroshi/contract/messaging/messaging.http'
import { foldedWords, foldText } from '@noroshi/contract/text/fold-text'

/** Returns the text in which the server's search finds a message: with the transcripts of its voice notes and the options of its poll. */
export const searchTextOf = ({
  text,
  messageMedias,
  poll,
}: Pick<Message, 'text' | 'poll'> & { messageMedias: readonly Pick<Media, 'transcript'>[] }): string =>
  [text, ...messageMedias.map(({ transcript }) => transcript?.text ?? ''), ...(poll?.options.map((option) => option.text) ?? [])]
    .filter((part) => part !== '')
    .join('\n')

/** Returns the distinct terms of a search, in all forms in which they may be written. */
const termsOf = (query: string): string[] => [...new Set(foldedWords(query).flat())]

/** Returns the letters by which a character is compared. A space inside Japanese text has none, as in the server's search. */
function lettersOf(characters: readonly string[], index: number): string {
  const character = characters[index] ?? ''
  if (character.trim() !== '') return foldText(character)
  return foldText(`${characters[index - 1] ?? ''} ${characters[index + 1] ?? ''}`).includes(' ') ? ' ' : ''
}

export interface TextPart {
  readonly text: string
  readonly isHit: boolean
}

/** Number of characters that an excerpt shows before its first hit, around other hits, and at its end. */
const CONTEXT_BEFORE = 24
const CONTEXT_AROUND = 12
const CONTEXT_AFTER = 160

interface Range {
  readonly from: number
  readonly to: number
}

/** Splits text into characters with their combining marks: NFKC joins half-width kana with a following sound mark. */
const charactersOf = (text: string): string[] => text.match(/.[\p{M}\uFF9E\uFF9F]*/gsu) ?? []

/** Returns the ranges of each term, in characters. Normalization changes how many code units a character has. */
function findHits(characters: readonly string[], terms: readonly string[]): Range[][] {
  const owners: number[] = []
  let whole = ''
  characters.forEach((_, index) => {
    const letters = lettersOf(characters, index)
    whole += letters
    for (let letter = 0; letter < letters.length; letter += 1) owners.push(index)
  })
  return terms.map((term) => {
    const ranges: Range[] = []
    for (let at = whole.indexOf(term); at !== -1; at = whole.indexOf(term, at + 1))
      ranges.push({ from: owners[at] ?? 0, to: (owners[at + term.length - 1] ?? 0) + 1 })
    return ranges
  })
}

/** Splits a range into parts that are hits or not. */
function partsOf(characters: readonly string[], isHit: readonly boolean[], { from, to }: Range): TextPart[] {
  const parts: TextPart[] = []
  for (let index = from; index < to; index += 1) {
    const [last, text, hit] = [parts.at(-1), characters[index] ?? '', isHit[index] === true]
    if (last?.isHit === hit) parts[parts.length - 1] = { text: last.text + text, isHit: hit }
    else parts.push({ text, isHit: hit })
  }
  return parts
}

function marksOf(length: number, hits: readonly Range[]): boolean[] {
  const isHit = Array.from({ length }, () => false)
  for (const { from, to } of hits) isHit.fill(true, from, to)
  return isHit
}

/** Marks every occurrence of every term in a text, for example a name. */
export function markHits(text: string, query: string): TextPart[] {
  const characters = charactersOf(text)
  const hits = findHits(characters, termsOf(query)).flat()
  return partsOf(characters, marksOf(characters.length, hits), { from: 0, to: characters.length })
}

/** Returns the ranges of an excerpt: the first occurrence of each term with the text around it. */
function rangesToShow(firsts: readonly Range[], length: number): Range[] {
  const ranges: Range[] = []
  firsts.forEach(({ from, to }, index) => {
    const next = {
      from: Math.max(0, from - (index === 0 ? CONTEXT_BEFORE : CONTEXT_AROUND)),
      to: Math.min(length, to + CONTEXT_AROUND),
    }
    const last = ranges.at(-1)
    if (last && next.from <= last.to) ranges[ranges.length - 1] = { from: last.from, to: Math.max(last.to, next.to) }
    else ranges.push(next)
  })
  const last = ranges.pop() ?? { from: 0, to: 0 }
  return [...ranges, { from: last.from, to: Math.min(length, last.to + CONTEXT_AFTER) }]
}

/**
 * Returns the excerpt of a message around its hits and marks every occurrence of every term. '…' replaces omitted text.
 */
export function excerptOf(text: string, query: string): TextPart[] {
  const characters = charactersOf(text.replace(/\s+/g, ' '))
  const hits = findHits(characters, termsOf(query))
  const isHit = marksOf(characters.length, hits.flat())
  const firsts = hits.flatMap(([first]) => first ?? []).toSorted((a, b) => a.from - b.from)
  const omission = { text: '…', isHit: false }
  return rangesToShow(firsts, characters.length).flatMap((range) => [
    ...(range.from > 0 ? [omission] : []),
    ...partsOf(characters, isHit, range),
  ])
}
