import { diffArrays } from 'diff'
import type { RichInline } from '@noroshi/contract/pages/rich-text'
import { numbered } from './compare-numbers.ts'

/** A stretch of a paragraph, and whether only the older or only the newer one has it. */
export interface WordChange {
  readonly kind: 'same' | 'added' | 'removed'
  readonly inline: RichInline
}

/** Paragraphs that differ in more words than this are shown as replaced. */
const STEPS_MAX = 200

interface Segment {
  readonly segment: string
  readonly isWordLike?: boolean | undefined
}

/** Where the browser finds no words itself: runs of letters, and each character of Japanese alone. */
const RUNS = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|[\p{L}\p{N}_'’-]+|\s+|./gsu

const byRuns = (text: string): Segment[] =>
  Array.from(text.match(RUNS) ?? [], (segment) => ({ segment, isWordLike: /[\p{L}\p{N}]/u.test(segment) }))

// One segmenter for both languages: without spaces it finds the words of Japanese, with them those of English.
const segmenter = 'Segmenter' in Intl ? new Intl.Segmenter('ja', { granularity: 'word' }) : null

const segmentsOf = (text: string): Segment[] => (segmenter ? Array.from(segmenter.segment(text)) : byRuns(text))
const segments = (text: string): string[] => segmentsOf(text).map(({ segment }) => segment)

/** The words that carry a meaning: no spaces, no punctuation. */
export const wordsIn = (text: string): string[] =>
  segmentsOf(text).flatMap(({ segment, isWordLike }) => (isWordLike ? [segment] : []))

/** Word by word; how a word is set belongs to it. */
const tokensOf = (inlines: readonly RichInline[]): RichInline[] =>
  inlines.flatMap((inline): RichInline[] =>
    inline.type === 'text' ? segments(inline.text).map((text) => ({ ...inline, text })) : [inline],
  )

const marksOf = (inline: RichInline): string =>
  inline.type === 'text' ? JSON.stringify((inline.marks ?? []).map((mark) => JSON.stringify(mark)).toSorted()) : ''

/** The same for two words that are set alike. */
const keyOf = (inline: RichInline): string => (inline.type === 'text' ? `${marksOf(inline)} ${inline.text}` : inline.type)

/** Words of one kind and one setting that stand beside each other become one stretch again. */
function joined(changes: readonly WordChange[]): WordChange[] {
  const all: WordChange[] = []
  for (const change of changes) {
    const last = all.at(-1)
    if (
      last?.kind === change.kind &&
      last.inline.type === 'text' &&
      change.inline.type === 'text' &&
      marksOf(last.inline) === marksOf(change.inline)
    ) {
      all[all.length - 1] = { kind: last.kind, inline: { ...last.inline, text: last.inline.text + change.inline.text } }
    } else all.push(change)
  }
  return all
}

/** From the older words of a paragraph to the newer ones. */
export function wordChangesOf(before: readonly RichInline[], after: readonly RichInline[]): WordChange[] {
  const [old, fresh] = [tokensOf(before), tokensOf(after)]
  const numberOf = numbered()
  const numbersOf = (inlines: readonly RichInline[]) => inlines.map((inline) => numberOf(keyOf(inline)))
  const steps = diffArrays(numbersOf(old), numbersOf(fresh), { maxEditLength: STEPS_MAX })
  const changes: WordChange[] = []
  const take = (kind: WordChange['kind'], inlines: readonly RichInline[]) => {
    for (const inline of inlines) changes.push({ kind, inline })
  }
  if (!steps) {
    take('removed', old)
    take('added', fresh)
    return joined(changes)
  }
  let [from, to] = [0, 0]
  for (const { added, removed, count } of steps) {
    if (removed) take('removed', old.slice(from, from + count))
    else take(added ? 'added' : 'same', fresh.slice(to, to + count))
    if (!added) from += count
    if (!removed) to += count
  }
  return joined(changes)
}
