import { diffArrays } from 'diff'
import type { RichNode } from '@noroshi/contract/pages/rich-text'
import { numbered } from './compare-numbers.ts'
import { wordsIn } from './compare-words.ts'

/** One step from an older content to a newer one. */
export type Change<Node> =
  | { readonly kind: 'same'; readonly after: Node }
  | { readonly kind: 'added'; readonly after: Node }
  | { readonly kind: 'removed'; readonly before: Node }
  | { readonly kind: 'changed'; readonly before: Node; readonly after: Node }

/** A stretch of the older list that stands otherwise in the newer one; empty where something was only put in or only taken out. */
export interface Hunk<Node> {
  readonly start: number
  readonly end: number
  readonly content: readonly Node[]
}

/** Two contents that differ in more steps than this are not worth aligning: what differs of one is then replaced by the other's. */
const STEPS_MAX = 1_000
/** So many words are looked up within one hunk to find what was rewritten; the rest of it was taken out or put in. */
const LOOKUPS_MAX = 1_000_000
/** From this share of common words on, a paragraph counts as the same one, rewritten. */
const ALIKE = 0.35

const defaults: Readonly<Record<string, unknown>> = { colspan: 1, rowspan: 1, colwidth: null, start: 1 }

/** The same text for what looks the same: what an editor writes out and another leaves away is not a change. */
export function keyOf(node: unknown): string {
  return JSON.stringify(node, (name, value: unknown) => {
    if (value === defaults[name]) return undefined
    if (name === 'marks' && Array.isArray(value)) {
      return value.length === 0 ? undefined : value.map((mark) => JSON.stringify(mark)).toSorted()
    }
    if (name === 'attrs' && typeof value === 'object' && value !== null) {
      const kept = Object.entries(value).filter(([attribute, set]) => set !== defaults[attribute])
      return kept.length === 0 ? undefined : Object.fromEntries(kept.toSorted(([a], [b]) => (a < b ? -1 : 1)))
    }
    return value
  })
}

export const isSame = (one: unknown, other: unknown): boolean => keyOf(one) === keyOf(other)

/** How many stand alike at both beginnings, and then at both ends. */
function alikeAround(one: readonly number[], other: readonly number[]): { head: number; tail: number } {
  const most = Math.min(one.length, other.length)
  let [head, tail] = [0, 0]
  while (head < most && one[head] === other[head]) head += 1
  while (tail < most - head && one.at(-1 - tail) === other.at(-1 - tail)) tail += 1
  return { head, tail }
}

/** Where the newer list differs from the older one, in order and never touching one another. */
export function hunksOf<Node>(before: readonly Node[], after: readonly Node[]): Hunk<Node>[] {
  const numberOf = numbered()
  const numbersOf = (nodes: readonly Node[]) => nodes.map((node) => numberOf(keyOf(node)))
  const [old, fresh] = [numbersOf(before), numbersOf(after)]
  const steps = diffArrays(old, fresh, { maxEditLength: STEPS_MAX })
  if (!steps) {
    const { head, tail } = alikeAround(old, fresh)
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

// Each block is held against many others, and finding its words is the dear part.
const known = new WeakMap<RichNode, Words>()

const listOf = (node: RichNode): string[] =>
  node.type === 'text' ? wordsIn(node.text) : ('content' in node ? (node.content ?? []) : []).flatMap(listOf)

function wordsOf(node: RichNode): Words {
  const counted = known.get(node)
  if (counted) return counted
  const [all, counts] = [listOf(node), new Map<string, number>()]
  for (const word of all) counts.set(word, (counts.get(word) ?? 0) + 1)
  const words = { total: all.length, counts }
  known.set(node, words)
  return words
}

const isMedia = (node: RichNode) => node.type === 'image' || node.type === 'video' || node.type === 'embed'

/** Whether one is the other, rewritten: of a kind, and with enough in common to be read beside it. */
function isRewritten(before: RichNode, after: RichNode, onLookups: (count: number) => void): boolean {
  if (isMedia(before) || isMedia(after)) {
    return before.type === after.type && 'attrs' in before && 'attrs' in after && isSame(sourceOf(before), sourceOf(after))
  }
  const kinds = ['paragraph', 'heading']
  if (before.type !== after.type && !(kinds.includes(before.type) && kinds.includes(after.type))) return false
  const [old, fresh] = [wordsOf(before), wordsOf(after)]
  const needed = ((old.total + fresh.total) * ALIKE) / 2
  if (needed === 0 || Math.min(old.total, fresh.total) < needed) return false
  const [fewer, more] = old.counts.size < fresh.counts.size ? [old.counts, fresh.counts] : [fresh.counts, old.counts]
  onLookups(fewer.size)
  let common = 0
  for (const [word, count] of fewer) common += Math.min(count, more.get(word) ?? 0)
  return common >= needed
}

const sourceOf = (node: RichNode): string | null =>
  node.type === 'image' || node.type === 'video' || node.type === 'embed' ? node.attrs.src : null

/** Pairs what was rewritten within one hunk; the rest was taken out or put in. */
export function pairUp<Node extends RichNode>(removed: readonly Node[], added: readonly Node[]): Change<Node>[] {
  const changes: Change<Node>[] = []
  let next = 0
  let left = LOOKUPS_MAX
  const isFound = (before: Node, after: Node) => {
    left -= 1
    return isRewritten(before, after, (count) => {
      left -= count
    })
  }
  for (const before of removed) {
    const found = added.findIndex((after, index) => index >= next && left > 0 && isFound(before, after))
    if (found === -1) {
      changes.push({ kind: 'removed', before })
      continue
    }
    for (const after of added.slice(next, found)) changes.push({ kind: 'added', after })
    changes.push({ kind: 'changed', before, after: added[found] as Node }) // `as`: its index was just found
    next = found + 1
  }
  for (const after of added.slice(next)) changes.push({ kind: 'added', after })
  return changes
}

/** From an older list of blocks, items, rows or cells to a newer one. */
export function changesOf<Node extends RichNode>(before: readonly Node[], after: readonly Node[]): Change<Node>[] {
  const changes: Change<Node>[] = []
  let [from, to] = [0, 0]
  const same = (until: number) => {
    const fresh = after.slice(to, to + until - from)
    for (const node of fresh) changes.push({ kind: 'same', after: node })
    to += fresh.length
    from = until
  }
  for (const { start, end, content } of hunksOf(before, after)) {
    same(start)
    changes.push(...pairUp(before.slice(start, end), content))
    from = end
    to += content.length
  }
  same(before.length)
  return changes
}

export const hasChanges = (changes: readonly Change<unknown>[]): boolean => changes.some(({ kind }) => kind !== 'same')
