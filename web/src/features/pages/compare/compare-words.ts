import { diffArrays } from 'diff'
import type { RichInline } from '@noroshi/contract/pages/rich-text'
import { createNumbering } from './compare-numbers.ts'

/** A part of a paragraph: in both versions, or only in the newer or older one. */
export interface WordChange {
  readonly kind: 'same' | 'added' | 'removed'
  readonly inline: RichInline
}

/** Max edit steps. Paragraphs that need more are shown as replaced. */
const STEPS_MAX = 200

interface Segment {
  readonly segment: string
  readonly isWordLike?: boolean | undefined
}

/** Word pattern for browsers without Intl.Segmenter: runs of letters, and single Japanese characters. */
const RUNS = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|[\p{L}\p{N}_'’-]+|\s+|./gsu

const byRuns = (text: string): Segment[] =>
  Array.from(text.match(RUNS) ?? [], (segment) => ({ segment, isWordLike: /[\p{L}\p{N}]/u.test(segment) }))

// One segmenter for both languages: it also splits English at spaces.
const segmenter = 'Segmenter' in Intl ? new Intl.Segmenter('ja', { granularity: 'word' }) : null

const segmentsOf = (text: string): Segment[] => (segmenter ? Array.from(segmenter.segment(text)) : byRuns(text))
const segments = (text: string): string[] => segmentsOf(text).map(({ segment }) => segment)

/** Returns the words of a text without spaces and punctuation. */
export const wordsIn = (text: string): string[] =>
  segmentsOf(text).flatMap(({ segment, isWordLike }) => (isWordLike ? [segment] : []))

/** Splits inline nodes into words. Each word keeps its marks. */
const tokensOf = (inlines: readonly RichInline[]): RichInline[] =>
  inlines.flatMap((inline): RichInline[] =>
    inline.type === 'text' ? segments(inline.text).map((text) => ({ ...inline, text })) : [inline],
  )

const marksOf = (inline: RichInline): string =>
  inline.type === 'text' ? JSON.stringify((inline.marks ?? []).map((mark) => JSON.stringify(mark)).toSorted()) : ''

/** Returns an equal key for two equal words with equal marks. */
const keyOf = (inline: RichInline): string => (inline.type === 'text' ? `${marksOf(inline)} ${inline.text}` : inline.type)

/** Joins neighbouring words of the same kind with equal marks. */
function joinChanges(changes: readonly WordChange[]): WordChange[] {
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

/** Returns the changes from the older to the newer version of a paragraph, word by word. */
export function diffWords(before: readonly RichInline[], after: readonly RichInline[]): WordChange[] {
  const [older, newer] = [tokensOf(before), tokensOf(after)]
  const numberOf = createNumbering()
  const numbersOf = (inlines: readonly RichInline[]) => inlines.map((inline) => numberOf(keyOf(inline)))
  const steps = diffArrays(numbersOf(older), numbersOf(newer), { maxEditLength: STEPS_MAX })
  const changes: WordChange[] = []
  const push = (kind: WordChange['kind'], inlines: readonly RichInline[]) => {
    for (const inline of inlines) changes.push({ kind, inline })
  }
  if (!steps) {
    push('removed', older)
    push('added', newer)
    return joinChanges(changes)
  }
  let [from, to] = [0, 0]
  for (const { added, removed, count } of steps) {
    if (removed) push('removed', older.slice(from, from + count))
    else push(added ? 'added' : 'same', newer.slice(to, to + count))
    if (!added) from += count
    if (!removed) to += count
  }
  return joinChanges(changes)
}
