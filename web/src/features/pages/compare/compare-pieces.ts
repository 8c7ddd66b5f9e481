import type { RichNode } from '@noroshi/contract/pages/rich-text'
import { type Hunk, hunksOf, isSame, keyOf, pairRewritten } from './compare.ts'

type Side = 'published' | 'draft'

/** A part of a three-way merge: the common base, the content that was published since, and the draft. */
export type Piece<Node> =
  /** Unchanged. */
  | { readonly kind: 'same'; readonly nodes: readonly Node[] }
  /** Changed by one side, by both sides equally, or without overlap within one list, quote or table (`merged`). */
  | { readonly kind: Side | 'both' | 'merged'; readonly base: readonly Node[]; readonly nodes: readonly Node[] }
  /** Changed differently by both sides: the user has to choose. */
  | {
      readonly kind: 'conflict'
      /** Derived from the three contents, so that a choice survives a new comparison. */
      readonly key: string
      readonly base: readonly Node[]
      readonly published: readonly Node[]
      readonly draft: readonly Node[]
    }

type SidedHunk<Node> = Hunk<Node> & { readonly side: Side }
interface Region<Node> {
  start: number
  end: number
  readonly hunks: SidedHunk<Node>[]
}

/** Splits a hunk so that each rewritten block is a hunk of its own: a change of one block does not affect the next. */
function splitHunk<Node extends RichNode>(base: readonly Node[], { start, end, content }: Hunk<Node>): Hunk<Node>[] {
  const hunks: { start: number; end: number; content: Node[] }[] = []
  let at = start
  let isOpen = false
  for (const change of pairRewritten(base.slice(start, end), content)) {
    const last = hunks.at(-1)
    const next = change.kind === 'added' ? at : at + 1
    const added = change.kind === 'removed' ? [] : [change.after]
    if (last && isOpen && change.kind !== 'changed') {
      last.end = next
      last.content.push(...added)
    } else hunks.push({ start: at, end: next, content: added })
    isOpen = change.kind !== 'changed'
    at = next
  }
  return hunks
}

/** Groups hunks that overlap. An insertion directly before or after a changed block does not overlap it. */
function regionsOf<Node extends RichNode>(
  base: readonly Node[],
  published: readonly Node[],
  draft: readonly Node[],
): Region<Node>[] {
  const sided = (side: Side, nodes: readonly Node[]) =>
    hunksOf(base, nodes)
      .flatMap((hunk) => splitHunk(base, hunk))
      .map((hunk) => ({ ...hunk, side }))
  const hunks = [...sided('published', published), ...sided('draft', draft)].toSorted(
    (a, b) => a.start - b.start || a.end - b.end,
  )
  const regions: Region<Node>[] = []
  for (const hunk of hunks) {
    const last = regions.at(-1)
    const areBothInsertions = last?.start === hunk.start && last.end === hunk.end && hunk.start === hunk.end
    if (last && (hunk.start < last.end || areBothInsertions)) {
      last.end = Math.max(last.end, hunk.end)
      last.hunks.push(hunk)
    } else regions.push({ start: hunk.start, end: hunk.end, hunks: [hunk] })
  }
  return regions
}

/** Returns one side's content of a region of the base. */
function sideOf<Node>(base: readonly Node[], { start, end, hunks }: Region<Node>, side: Side): Node[] {
  const nodes: Node[] = []
  let at = start
  for (const hunk of hunks) {
    if (hunk.side !== side) continue
    nodes.push(...base.slice(at, hunk.start), ...hunk.content)
    at = hunk.end
  }
  return [...nodes, ...base.slice(at, end)]
}

/**
 * Splits three lists of blocks, items or rows into pieces: in order and complete. `mergeNode` merges one node that both
 * sides changed, or returns null.
 */
export function piecesOf<Node extends RichNode>(
  base: readonly Node[],
  published: readonly Node[],
  draft: readonly Node[],
  mergeNode: (base: Node, published: Node, draft: Node) => Node | null,
): Piece<Node>[] {
  const pieces: Piece<Node>[] = []
  let at = 0
  const same = (until: number) => {
    if (until > at) pieces.push({ kind: 'same', nodes: base.slice(at, until) })
  }
  for (const region of regionsOf(base, published, draft)) {
    same(region.start)
    at = region.end
    const old = base.slice(region.start, region.end)
    const [publishedNodes, draftNodes] = [sideOf(base, region, 'published'), sideOf(base, region, 'draft')]
    pieces.push(pieceOf(region.hunks, old, publishedNodes, draftNodes, mergeNode))
  }
  same(base.length)
  return pieces
}

const isSingle = <Node>(nodes: Node[]): nodes is [Node] => nodes.length === 1

function pieceOf<Node extends RichNode>(
  hunks: readonly SidedHunk<Node>[],
  base: Node[],
  published: Node[],
  draft: Node[],
  mergeNode: (base: Node, published: Node, draft: Node) => Node | null,
): Piece<Node> {
  if (hunks.every(({ side }) => side === 'draft')) return { kind: 'draft', base, nodes: draft }
  if (hunks.every(({ side }) => side === 'published')) return { kind: 'published', base, nodes: published }
  if (isSame(published, draft)) return { kind: 'both', base, nodes: draft }
  if (isSingle(base) && isSingle(published) && isSingle(draft)) {
    const merged = mergeNode(base[0], published[0], draft[0])
    if (merged) return { kind: 'merged', base, nodes: [merged] }
  }
  return { kind: 'conflict', key: keyOf([base, published, draft]), base, published, draft }
}

/** Returns all nodes in order; null if there is a conflict. */
export function flattenPieces<Node>(pieces: readonly Piece<Node>[]): Node[] | null {
  const nodes: Node[] = []
  for (const piece of pieces) {
    if (piece.kind === 'conflict') return null
    nodes.push(...piece.nodes)
  }
  return nodes
}
