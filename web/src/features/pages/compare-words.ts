import { diffArrays } from 'diff'
import type { RichInline } from '@noroshi/contract/pages/rich-text'

/** A stretch of a paragraph, and whether only the older or only the newer one has it. */
export interface WordChange {
  readonly kind: 'same' | 'added' | 'removed'
  readonly inline: RichInline
}

/** Paragraphs that differ in more words than this are shown as replaced. */
const STEPS_MAX = 1_000

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

const isSame = (one: RichInline, other: RichInline): boolean =>
  one.type === 'text' && other.type === 'text'
    ? one.text === other.text && marksOf(one) === marksOf(other)
    : one.type === other.type

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
  const steps = diffArrays(old, fresh, { comparator: isSame, maxEditLength: STEPS_MAX })
  if (!steps) {
    return joined([
      ...old.map((inline) => ({ kind: 'removed' as const, inline })),
      ...fresh.map((inline) => ({ kind: 'added' as const, inline })),
    ])
  }
  return joined(
    steps.flatMap(({ added, removed, value }) =>
      value.map((inline) => ({ kind: added ? ('added' as const) : removed ? ('removed' as const) : ('same' as const), inline })),
    ),
  )
}
