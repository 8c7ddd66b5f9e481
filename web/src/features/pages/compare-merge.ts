import { EMPTY_CONTENT, type RichBlock, type RichListItem, type RichRow, type RichText } from '@noroshi/contract/pages/rich-text'
import { isSame } from './compare.ts'
import { type Piece, piecesOf, wholeOf } from './compare-pieces.ts'

export type BlockPiece = Piece<RichBlock>
export type Conflict = Extract<BlockPiece, { kind: 'conflict' }>
/** `both`: what is published first, then the draft's. */
export type Choice = 'published' | 'draft' | 'both'

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
