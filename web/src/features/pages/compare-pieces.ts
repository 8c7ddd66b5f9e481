import type { RichNode } from '@noroshi/contract/pages/rich-text'
import { type Hunk, hunksOf, isSame, keyOf, pairUp } from './compare.ts'

type Side = 'published' | 'draft'

/** One stretch of three contents laid beside each other: what both began from, what was published since, and the draft. */
export type Piece<Node> =
  /** As it was. */
  | { readonly kind: 'same'; readonly nodes: readonly Node[] }
  /** Changed by one of them, by both alike, or within the same list or table at places that do not touch. */
  | { readonly kind: Side | 'both' | 'woven'; readonly base: readonly Node[]; readonly nodes: readonly Node[] }
  /** Changed by both, each in its own way: somebody has to choose. */
  | {
      readonly kind: 'conflict'
      /** The same for the same three, so that a choice is still known when all is compared anew. */
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

/** Blocks that were rewritten one beside the other are a hunk each: who changed the first has not touched the second. */
function singled<Node extends RichNode>(base: readonly Node[], { start, end, content }: Hunk<Node>): Hunk<Node>[] {
  const hunks: { start: number; end: number; content: Node[] }[] = []
  let at = start
  let isOpen = false
  for (const change of pairUp(base.slice(start, end), content)) {
    const last = hunks.at(-1)
    const next = change.kind === 'added' ? at : at + 1
    const fresh = change.kind === 'removed' ? [] : [change.after]
    if (last && isOpen && change.kind !== 'changed') {
      last.end = next
      last.content.push(...fresh)
    } else hunks.push({ start: at, end: next, content: fresh })
    isOpen = change.kind !== 'changed'
    at = next
  }
  return hunks
}

/** Hunks that touch the same blocks, together. What is put in right before or after a changed block does not touch it. */
function regionsOf<Node extends RichNode>(
  base: readonly Node[],
  published: readonly Node[],
  draft: readonly Node[],
): Region<Node>[] {
  const sided = (side: Side, nodes: readonly Node[]) =>
    hunksOf(base, nodes)
      .flatMap((hunk) => singled(base, hunk))
      .map((hunk) => ({ ...hunk, side }))
  const hunks = [...sided('published', published), ...sided('draft', draft)].toSorted(
    (a, b) => a.start - b.start || a.end - b.end,
  )
  const regions: Region<Node>[] = []
  for (const hunk of hunks) {
    const last = regions.at(-1)
    const bothPutIn = last?.start === hunk.start && last.end === hunk.end && hunk.start === hunk.end
    if (last && (hunk.start < last.end || bothPutIn)) {
      last.end = Math.max(last.end, hunk.end)
      last.hunks.push(hunk)
    } else regions.push({ start: hunk.start, end: hunk.end, hunks: [hunk] })
  }
  return regions
}

/** What one side has in place of a region of the base. */
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

/** Lays three lists of blocks, items or rows beside each other; in order, nothing left out. */
export function piecesOf<Node extends RichNode>(
  base: readonly Node[],
  published: readonly Node[],
  draft: readonly Node[],
  weave: (base: Node, published: Node, draft: Node) => Node | null,
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
    const [theirs, ours] = [sideOf(base, region, 'published'), sideOf(base, region, 'draft')]
    pieces.push(pieceOf(region.hunks, old, theirs, ours, weave))
  }
  same(base.length)
  return pieces
}

const isOne = <Node>(nodes: Node[]): nodes is [Node] => nodes.length === 1

function pieceOf<Node extends RichNode>(
  hunks: readonly SidedHunk<Node>[],
  base: Node[],
  published: Node[],
  draft: Node[],
  weave: (base: Node, published: Node, draft: Node) => Node | null,
): Piece<Node> {
  if (hunks.every(({ side }) => side === 'draft')) return { kind: 'draft', base, nodes: draft }
  if (hunks.every(({ side }) => side === 'published')) return { kind: 'published', base, nodes: published }
  if (isSame(published, draft)) return { kind: 'both', base, nodes: draft }
  if (isOne(base) && isOne(published) && isOne(draft)) {
    const woven = weave(base[0], published[0], draft[0])
    if (woven) return { kind: 'woven', base, nodes: [woven] }
  }
  return { kind: 'conflict', key: keyOf([base, published, draft]), base, published, draft }
}

/** All nodes in order; null where somebody has to choose. */
export function wholeOf<Node>(pieces: readonly Piece<Node>[]): Node[] | null {
  const nodes: Node[] = []
  for (const piece of pieces) {
    if (piece.kind === 'conflict') return null
    nodes.push(...piece.nodes)
  }
  return nodes
}
