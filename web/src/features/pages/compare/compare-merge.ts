import { EMPTY_CONTENT, type RichBlock, type RichListItem, type RichRow, type RichText } from '@noroshi/contract/pages/rich-text'
import { isSame } from './compare.ts'
import { type Piece, piecesOf, flattenPieces } from './compare-pieces.ts'

export type BlockPiece = Piece<RichBlock>
export type Conflict = Extract<BlockPiece, { kind: 'conflict' }>
/** `both` keeps the published blocks, then the draft's. */
export type Choice = 'published' | 'draft' | 'both'

const never = () => null
const isEven = (rows: readonly RichRow[]): boolean =>
  rows.every(
    ({ content }) =>
      content.length === rows[0]?.content.length &&
      content.every(({ attrs }) => (attrs?.colspan ?? 1) === 1 && (attrs?.rowspan ?? 1) === 1),
  )

/** Merges a list, quote or table whose items or rows were changed without overlap; null if that is not possible. */
function mergeNestedBlocks(base: RichBlock, published: RichBlock, draft: RichBlock): RichBlock | null {
  if (base.type === 'blockquote' && published.type === 'blockquote' && draft.type === 'blockquote') {
    const content = flattenPieces(piecesOf(base.content, published.content, draft.content, mergeNestedBlocks))
    return content && content.length > 0 ? { type: 'blockquote', content } : null
  }
  if (base.type === 'table' && published.type === 'table' && draft.type === 'table') {
    // If only one side changed the header row, the rows of the other side would be under the wrong headings.
    if (!isSame(published.content[0], draft.content[0])) return null
    const rows = flattenPieces(piecesOf(base.content, published.content, draft.content, never))
    // Rows of different lengths mean that one side changed the columns.
    return rows && rows.length > 0 && isEven(rows) ? { type: 'table', content: rows } : null
  }
  if (base.type === 'bulletList' && published.type === 'bulletList' && draft.type === 'bulletList') {
    const content = mergeItems(base.content, published.content, draft.content)
    return content && { type: 'bulletList', content }
  }
  if (base.type === 'orderedList' && published.type === 'orderedList' && draft.type === 'orderedList') {
    const starts = [base, published, draft].map(({ attrs }) => attrs?.start ?? 1)
    const content = new Set(starts).size === 1 ? mergeItems(base.content, published.content, draft.content) : null
    return content && { ...base, content }
  }
  return null
}

function mergeItems(base: RichListItem[], published: RichListItem[], draft: RichListItem[]): RichListItem[] | null {
  const items = flattenPieces(
    piecesOf(base, published, draft, (one, two, three) => {
      const content = flattenPieces(piecesOf(one.content, two.content, three.content, mergeNestedBlocks))
      return content?.[0]?.type === 'paragraph' ? { type: 'listItem', content } : null
    }),
  )
  return items && items.length > 0 ? items : null
}

/** Merges two versions of a base. Changes that overlap become conflicts. */
export const mergeContents = (base: RichText, published: RichText, draft: RichText): BlockPiece[] =>
  piecesOf(base.content, published.content, draft.content, mergeNestedBlocks)

export const conflictsIn = (pieces: readonly BlockPiece[]): Conflict[] => pieces.filter((piece) => piece.kind === 'conflict')

export function chosenBlocks({ published, draft }: Conflict, choice: Choice): readonly RichBlock[] {
  if (choice === 'both') return [...published, ...draft]
  return choice === 'draft' ? draft : published
}

/** Returns the merged content; null while a conflict has no choice. */
export function mergedContent(pieces: readonly BlockPiece[], choices: ReadonlyMap<string, Choice>): RichText | null {
  const content: RichBlock[] = []
  for (const piece of pieces) {
    if (piece.kind !== 'conflict') content.push(...piece.nodes)
    else {
      const choice = choices.get(piece.key)
      if (!choice) return null
      content.push(...chosenBlocks(piece, choice))
    }
  }
  return content.length > 0 ? { type: 'doc', content } : EMPTY_CONTENT
}
