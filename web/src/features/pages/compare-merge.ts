import {
  EMPTY_CONTENT,
  type RichBlock,
  type RichListItem,
  type RichNode,
  type RichRow,
  type RichText,
} from '@noroshi/contract/pages/rich-text'
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

export type BlockPiece = Piece<RichBlock>
export type Conflict = Extract<BlockPiece, { kind: 'conflict' }>
/** `both`: what is published first, then the draft's. */
export type Choice = 'published' | 'draft' | 'both'

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
function piecesOf<Node extends RichNode>(
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
function wholeOf<Node>(pieces: readonly Piece<Node>[]): Node[] | null {
  const nodes: Node[] = []
  for (const piece of pieces) {
    if (piece.kind === 'conflict') return null
    nodes.push(...piece.nodes)
  }
  return nodes
}

const never = () => null
const isEven = (rows: readonly RichRow[]): boolean =>
  rows.every(
    ({ content }) =>
      content.length === rows[0]?.content.length &&
      content.every(({ attrs }) => (attrs?.colspan ?? 1) === 1 && (attrs?.rowspan ?? 1) === 1),
  )

/** One list, quote or table of three, where its items or rows were changed at places that do not touch. */
function weaveBlocks(base: RichBlock, published: RichBlock, draft: RichBlock): RichBlock | null {
  if (base.type === 'blockquote' && published.type === 'blockquote' && draft.type === 'blockquote') {
    const content = wholeOf(piecesOf(base.content, published.content, draft.content, weaveBlocks))
    return content && content.length > 0 ? { type: 'blockquote', content } : null
  }
  if (base.type === 'table' && published.type === 'table' && draft.type === 'table') {
    // Under headings that only one side knows, the rows of the other one would mean something else.
    if (!isSame(published.content[0], draft.content[0])) return null
    const rows = wholeOf(piecesOf(base.content, published.content, draft.content, never))
    // A table whose rows are not of one length is broken: one side changed its columns.
    return rows && rows.length > 0 && isEven(rows) ? { type: 'table', content: rows } : null
  }
  if (base.type === 'bulletList' && published.type === 'bulletList' && draft.type === 'bulletList') {
    const content = weaveItems(base.content, published.content, draft.content)
    return content && { type: 'bulletList', content }
  }
  if (base.type === 'orderedList' && published.type === 'orderedList' && draft.type === 'orderedList') {
    const starts = [base, published, draft].map(({ attrs }) => attrs?.start ?? 1)
    const content = new Set(starts).size === 1 ? weaveItems(base.content, published.content, draft.content) : null
    return content && { ...base, content }
  }
  return null
}

function weaveItems(base: RichListItem[], published: RichListItem[], draft: RichListItem[]): RichListItem[] | null {
  const items = wholeOf(
    piecesOf(base, published, draft, (one, two, three) => {
      const content = wholeOf(piecesOf(one.content, two.content, three.content, weaveBlocks))
      return content?.[0]?.type === 'paragraph' ? { type: 'listItem', content } : null
    }),
  )
  return items && items.length > 0 ? items : null
}

/** Three contents laid beside each other. Changes that do not touch are merged; every other one is told. */
export const mergeOf = (base: RichText, published: RichText, draft: RichText): BlockPiece[] =>
  piecesOf(base.content, published.content, draft.content, weaveBlocks)

export const conflictsIn = (pieces: readonly BlockPiece[]): Conflict[] => pieces.filter((piece) => piece.kind === 'conflict')

export function chosenOf({ published, draft }: Conflict, choice: Choice): readonly RichBlock[] {
  if (choice === 'both') return [...published, ...draft]
  return choice === 'draft' ? draft : published
}

/** The merged content; null while somebody has to choose. */
export function mergedOf(pieces: readonly BlockPiece[], choices: ReadonlyMap<string, Choice>): RichText | null {
  const content: RichBlock[] = []
  for (const piece of pieces) {
    if (piece.kind !== 'conflict') content.push(...piece.nodes)
    else {
      const choice = choices.get(piece.key)
      if (!choice) return null
      content.push(...chosenOf(piece, choice))
    }
  }
  return content.length > 0 ? { type: 'doc', content } : EMPTY_CONTENT
}
