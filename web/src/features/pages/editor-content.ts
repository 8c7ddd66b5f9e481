import type { JSONContent } from '@tiptap/core'
import { storable } from '@noroshi/contract/define'
import { documentSource } from './editor-media.ts'

type EditorMark = NonNullable<JSONContent['marks']>[number]

/**
 * Whatever way a link came (typed, pasted, entered), an own document is named by its path: so the unit knows that the page uses it, and
 * the link leads there under each of the unit's addresses.
 */
const cleanedMark = (mark: EditorMark): EditorMark => {
  if (mark.type !== 'link') return mark
  const href = String(mark.attrs?.['href'])
  return { ...mark, attrs: { ...mark.attrs, href: documentSource(href) ?? href } }
}

/** One node as the contract has it: a broken line carries no marks, and text nothing that no database can keep. */
function cleaned({ type, attrs, marks, content, text }: JSONContent): JSONContent[] {
  if (type === 'hardBreak') return [{ type }]
  if (type === 'text') {
    const words = storable(text ?? '')
    return words === '' ? [] : [{ type, text: words, ...(marks && { marks: marks.map(cleanedMark) }) }]
  }
  return [{ ...(type !== undefined && { type }), ...(attrs && { attrs }), ...(content && { content: content.flatMap(cleaned) }) }]
}

const isEmptyLine = ({ type, content = [] }: JSONContent): boolean => type === 'paragraph' && content.length === 0

/** The empty line that the editor keeps below a picture or table, so that one can write on, belongs to no page. */
function withoutLastLine(blocks: readonly JSONContent[]): JSONContent[] {
  const [before, last] = blocks.slice(-2)
  return before && last && isEmptyLine(last) && before.type !== 'paragraph' ? blocks.slice(0, -1) : [...blocks]
}

/** What the editor holds, as a page stores it: a JSON string. */
export function contentOf({ content = [] }: JSONContent): string {
  return JSON.stringify({ type: 'doc', content: withoutLastLine(content).flatMap(cleaned) })
}
