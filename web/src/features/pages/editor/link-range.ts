import { type Editor, getMarkRange } from '@tiptap/core'

/** The text range of a link, or the range to be linked. */
export interface LinkRange {
  readonly from: number
  readonly to: number
  readonly text: string
  /** Whether the range is within one block, so that its text can be edited in one line. */
  readonly isOneLine: boolean
}

/** Returns the range of the link at the cursor, otherwise the selection, which may be empty. */
export function linkRangeOf({ state, schema }: Editor): LinkRange {
  const { doc, selection } = state
  const { link } = schema.marks
  const found = link && getMarkRange(selection.$from, link)
  const { from, to } = found && selection.to <= found.to ? found : selection
  return {
    from,
    to,
    text: doc.textBetween(from, to, ' '),
    isOneLine: doc.resolve(from).sameParent(doc.resolve(to)),
  }
}

/** Links the range. A changed text gets the marks at the start of the old text. */
export function setLink(editor: Editor, href: string, text: string): void {
  const range = linkRangeOf(editor)
  const { from, to } = range
  const chain = editor.chain().focus()
  if (from !== to && text === range.text) return void chain.setTextSelection({ from, to }).setMark('link', { href }).run()
  const { link } = editor.schema.marks
  const keptMarks = (editor.state.doc.nodeAt(from)?.marks ?? []).filter(({ type }) => from !== to && link && !type.excludes(link))
  const marks = [...keptMarks.map(({ type: { name }, attrs }) => ({ type: name, attrs })), { type: 'link', attrs: { href } }]
  const linked = { type: 'text', text: text || href, marks }
  // A space after a new link, so that further text is not part of it.
  chain.insertContentAt({ from, to }, from === to ? [linked, { type: 'text', text: ' ' }] : linked).run()
}
