import type { JSONContent } from '@tiptap/core'
import { toStorable } from '@noroshi/contract/define'
import { documentSource } from './editor-media.ts'

type EditorMark = NonNullable<JSONContent['marks']>[number]

/**
 * Replaces the address of an own document by its path, whether it was typed, pasted or entered. The server then counts
 * the document as used, and the link works under each address of the server.
 */
const normalizeMark = (mark: EditorMark): EditorMark => {
  if (mark.type !== 'link') return mark
  const href = String(mark.attrs?.['href'])
  return { ...mark, attrs: { ...mark.attrs, href: documentSource(href) ?? href } }
}

/**
 * Converts a node to the contract's schema: line breaks have no marks, and text has no characters that the database
 * refuses.
 */
function normalizeNode({ type, attrs, marks, content, text }: JSONContent): JSONContent[] {
  if (type === 'hardBreak') return [{ type }]
  if (type === 'text') {
    const stored = toStorable(text ?? '')
    return stored === '' ? [] : [{ type, text: stored, ...(marks && { marks: marks.map(normalizeMark) }) }]
  }
  return [
    { ...(type !== undefined && { type }), ...(attrs && { attrs }), ...(content && { content: content.flatMap(normalizeNode) }) },
  ]
}

const isEmptyLine = ({ type, content = [] }: JSONContent): boolean => type === 'paragraph' && content.length === 0

/** Removes the empty last line that the editor keeps below a picture or table for further typing. */
function withoutLastLine(blocks: readonly JSONContent[]): JSONContent[] {
  const [before, last] = blocks.slice(-2)
  return before && last && isEmptyLine(last) && before.type !== 'paragraph' ? blocks.slice(0, -1) : [...blocks]
}

/** Returns the content of the editor as a page stores it: a JSON string. */
export function contentOf({ content = [] }: JSONContent): string {
  return JSON.stringify({ type: 'doc', content: withoutLastLine(content).flatMap(normalizeNode) })
}
