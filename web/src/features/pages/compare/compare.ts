import { diffArrays } from 'diff'
import type { RichNode } from '@noroshi/contract/pages/rich-text'
import { createNumbering } from './compare-numbers.ts'
import { wordsIn } from './compare-words.ts'

/** One change from an older content to a newer one. */
export type Change<Node> =
  | { readonly kind: 'same'; readonly after: Node }
  | { readonly kind: 'added'; readonly after: Node }
  | { readonly kind: 'removed'; readonly before: Node }
  | { readonly kind: 'changed'; readonly before: Node; readonly after: Node }

/**
 * A range of the older list and its content in the newer list. The range is empty for an insertion, the content for a
 * removal.
 */
export interface Hunk<Node> {
  readonly start: number
  readonly end: number
  readonly content: readonly Node[]
}

/** Max edit steps. Contents that need more are not aligned: the whole differing range becomes one hunk. */
const STEPS_MAX = 1_000
/** Max word lookups within one hunk to pair rewritten blocks. The remaining blocks count as removed or added. */
const LOOKUPS_MAX = 1_000_000
/** Min share of common words for a paragraph to count as rewritten. */
const MIN_COMMON_SHARE = 0.35

const defaults: Readonly<Record<string, unknown>> = { colspan: 1, rowspan: 1, colwidth: null, start: 1 }

/** Returns an equal key for nodes that look equal. Default attributes and the order of marks do not matter. */
export function keyOf(node: unknown): string {
  return JSON.stringify(node, (name, value: unknown) => {
    if (value === defaults[name]) return undefined
    if (name === 'marks' && Array.isArray(value)) {
      return value.length === 0 ? undefined : value.map((mark) => JSON.stringify(mark)).toSorted()
    }
    if (name === 'attrs' && typeof value === 'object' && value !== null) {
      const changed = Object.entries(value).filter(([attribute, set]) => set !== defaults[attribute])
      return changed.length === 0 ? undefined : Object.fromEntries(changed.toSorted(([a], [b]) => (a < b ? -1 : 1)))
    }
    return value
  })
}

export const isSame = (one: unknown, other: unknown): boolean => keyOf(one) === keyOf(other)

/** Returns the lengths of the common prefix and suffix. */
function commonEnds(one: readonly number[], other: readonly number[]): { head: number; tail: number } {
  const length = Math.min(one.length, other.length)
  let [head, tail] = [0, 0]
  while (head < length && one[head] === other[head]) head += 1
  while (tail < length - head && one.at(-1 - tail) === other.at(-1 - tail)) tail += 1
  return { head, tail }
}

/** Returns the differences between two lists, in order. Two hunks never touch. */
export function hunksOf<Node>(before: readonly Node[], after: readonly Node[]): Hunk<Node>[] {
  const numberOf = createNumbering()
  const numbersOf = (nodes: readonly Node[]) => nodes.map((node) => numberOf(keyOf(node)))
  const [older, newer] = [numbersOf(before), numbersOf(after)]
  const steps = diffArrays(older, newer, { maxEditLength: STEPS_MAX })
  if (!steps) {
    const { head, tail } = commonEnds(older, newer)
    return [{ start: head, end: before.length - tail, content: after.slice(head, after.length - tail) }]
  }
  const hunks: Hunk<Node>[] = []
  let [from, to] = [0, 0]
  let open: { start: number; end: number; first: number } | null = null
  const close = () => {
    if (open) hunks.push({ start: open.start, end: open.end, content: after.slice(open.first, to) })
    open = null
  }
  for (const { added, removed, count } of steps) {
    if (!added && !removed) {
      close()
      from += count
      to += count
      continue
    }
    open ??= { start: from, end: from, first: to }
    if (removed) {
      from += count
      open.end = from
    } else to += count
  }
  close()
  return hunks
}

interface Words {
  readonly total: number
  readonly counts: ReadonlyMap<string, number>
}

// Each block is compared with many others, and splitting it into words is expensive.
const wordsByNode = new WeakMap<RichNode, Words>()

const listOf = (node: RichNode): string[] =>
  node.type === 'text' ? wordsIn(node.text) : ('content' in node ? (node.content ?? []) : []).flatMap(listOf)

function wordsOf(node: RichNode): Words {
  const cached = wordsByNode.get(node)
  if (cached) return cached
  const [all, counts] = [listOf(node), new Map<string, number>()]
  for (const word of all) counts.set(word, (counts.get(word) ?? 0) + 1)
  const words = { total: all.length, counts }
  wordsByNode.set(node, words)
  return words
}

const isMedia = (node: RichNode) => node.type === 'image' || node.type === 'video' || node.type === 'embed'

/** Whether a block is a rewritten version of another: same type and enough common words, or the same media file. */
function isRewritten(before: RichNode, after: RichNode, onLookups: (count: number) => void): boolean {
  if (isMedia(before) || isMedia(after)) {
    return before.type === after.type && 'attrs' in before && 'attrs' in after && isSame(sourceOf(before), sourceOf(after))
  }
  const kinds = ['paragraph', 'heading']
  if (before.type !== after.type && !(kinds.includes(before.type) && kinds.includes(after.type))) return false
  const [older, newer] = [wordsOf(before), wordsOf(after)]
  const needed = ((older.total + newer.total) * MIN_COMMON_SHARE) / 2
  if (needed === 0 || Math.min(older.total, newer.total) < needed) return false
  const [fewer, more] = older.counts.size < newer.counts.size ? [older.counts, newer.counts] : [newer.counts, older.counts]
  onLookups(fewer.size)
  let common = 0
  for (const [word, count] of fewer) common += Math.min(count, more.get(word) ?? 0)
  return common >= needed
}

const sourceOf = (node: RichNode): string | null =>
  node.type === 'image' || node.type === 'video' || node.type === 'embed' ? node.attrs.src : null

/** Pairs rewritten blocks within one hunk. The remaining blocks are removed or added. */
export function pairRewritten<Node extends RichNode>(removed: readonly Node[], added: readonly Node[]): Change<Node>[] {
  const changes: Change<Node>[] = []
  let next = 0
  let lookupsLeft = LOOKUPS_MAX
  const isFound = (before: Node, after: Node) => {
    lookupsLeft -= 1
    return isRewritten(before, after, (count) => {
      lookupsLeft -= count
    })
  }
  for (const before of removed) {
    const found = added.findIndex((after, index) => index >= next && lookupsLeft > 0 && isFound(before, after))
    if (found === -1) {
      changes.push({ kind: 'removed', before })
      continue
    }
    for (const after of added.slice(next, found)) changes.push({ kind: 'added', after })
    changes.push({ kind: 'changed', before, after: added[found] as Node }) // `as`: findIndex returned its index
    next = found + 1
  }
  for (const after of added.slice(next)) changes.push({ kind: 'added', after })
  return changes
}

/** Returns the changes from an older list of blocks, items, rows or cells to a newer one. */
export function changesOf<Node extends RichNode>(before: readonly Node[], after: readonly Node[]): Change<Node>[] {
  const changes: Change<Node>[] = []
  let [from, to] = [0, 0]
  const same = (until: number) => {
    const newer = after.slice(to, to + until - from)
    for (const node of newer) changes.push({ kind: 'same', after: node })
    to += newer.length
    from = until
  }
  for (const { start, end, content } of hunksOf(before, after)) {
    same(start)
    changes.push(...pairRewritten(before.slice(start, end), content))
    from = end
    to += content.length
  }
  same(before.length)
  return changes
}

export const hasChanges = (changes: readonly Change<unknown>[]): boolean => changes.some(({ kind }) => kind !== 'same')
