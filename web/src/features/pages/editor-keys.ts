import type { Editor } from '@tiptap/core'
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBlockquote,
  IconBold,
  IconCode,
  IconColumnInsertLeft,
  IconColumnInsertRight,
  IconColumnRemove,
  IconH1,
  IconH2,
  IconH3,
  IconItalic,
  IconList,
  IconListNumbers,
  IconMinus,
  IconPilcrow,
  IconRowInsertBottom,
  IconRowInsertTop,
  IconRowRemove,
  IconStrikethrough,
  IconTableOff,
  IconTableRow,
  IconUnderline,
} from '@tabler/icons-react'
import type { MessageKey } from '../../platform/i18n.ts'

export interface EditorKey {
  readonly label: MessageKey
  readonly params?: Readonly<Record<string, number>>
  readonly icon: typeof IconBold
  /** What of the editor's state it shows as pressed; none: it does something once. */
  readonly pressedBy?: string
  /** What of the editor's state it needs. */
  readonly needs?: string
  readonly run: (editor: Editor) => void
}

const mark = (name: 'bold' | 'italic' | 'underline' | 'strike' | 'code', icon: EditorKey['icon']): EditorKey => ({
  label: `editor.${name}`,
  icon,
  pressedBy: name,
  run: (editor) => void editor.chain().focus().toggleMark(name).run(),
})

const heading = (level: 1 | 2 | 3, icon: EditorKey['icon']): EditorKey => ({
  label: 'editor.heading',
  params: { level },
  icon,
  pressedBy: `heading${level}`,
  run: (editor) => void editor.chain().focus().toggleNode('heading', 'paragraph', { level }).run(),
})

/** The keys of text, in groups. */
export const textKeys: readonly (readonly EditorKey[])[] = [
  [
    { label: 'editor.undo', icon: IconArrowBackUp, needs: 'undo', run: (editor) => void editor.chain().focus().undo().run() },
    { label: 'editor.redo', icon: IconArrowForwardUp, needs: 'redo', run: (editor) => void editor.chain().focus().redo().run() },
  ],
  [
    {
      label: 'editor.paragraph',
      icon: IconPilcrow,
      pressedBy: 'paragraph',
      run: (editor) => void editor.chain().focus().setParagraph().run(),
    },
    heading(1, IconH1),
    heading(2, IconH2),
    heading(3, IconH3),
  ],
  [
    mark('bold', IconBold),
    mark('italic', IconItalic),
    mark('underline', IconUnderline),
    mark('strike', IconStrikethrough),
    mark('code', IconCode),
  ],
  [
    {
      label: 'editor.bulletList',
      icon: IconList,
      pressedBy: 'bulletList',
      run: (editor) => void editor.chain().focus().toggleList('bulletList', 'listItem').run(),
    },
    {
      label: 'editor.orderedList',
      icon: IconListNumbers,
      pressedBy: 'orderedList',
      run: (editor) => void editor.chain().focus().toggleList('orderedList', 'listItem').run(),
    },
    {
      label: 'editor.quote',
      icon: IconBlockquote,
      pressedBy: 'blockquote',
      run: (editor) => void editor.chain().focus().toggleBlockquote().run(),
    },
    { label: 'editor.divider', icon: IconMinus, run: (editor) => void editor.chain().focus().setHorizontalRule().run() },
  ],
]

/** The keys of the table that the cursor is in. */
export const tableKeys: readonly EditorKey[] = [
  { label: 'editor.rowAbove', icon: IconRowInsertTop, run: (editor) => void editor.chain().focus().addRowBefore().run() },
  { label: 'editor.rowBelow', icon: IconRowInsertBottom, run: (editor) => void editor.chain().focus().addRowAfter().run() },
  { label: 'editor.rowDelete', icon: IconRowRemove, run: (editor) => void editor.chain().focus().deleteRow().run() },
  {
    label: 'editor.columnBefore',
    icon: IconColumnInsertLeft,
    run: (editor) => void editor.chain().focus().addColumnBefore().run(),
  },
  {
    label: 'editor.columnAfter',
    icon: IconColumnInsertRight,
    run: (editor) => void editor.chain().focus().addColumnAfter().run(),
  },
  { label: 'editor.columnDelete', icon: IconColumnRemove, run: (editor) => void editor.chain().focus().deleteColumn().run() },
  { label: 'editor.headerRow', icon: IconTableRow, run: (editor) => void editor.chain().focus().toggleHeaderRow().run() },
  { label: 'editor.tableDelete', icon: IconTableOff, run: (editor) => void editor.chain().focus().deleteTable().run() },
]
