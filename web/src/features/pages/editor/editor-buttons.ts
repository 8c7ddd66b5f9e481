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
import type { MessageKey } from '../../../platform/language/i18n.ts'

export interface EditorButton {
  readonly label: MessageKey
  readonly params?: Readonly<Record<string, number>>
  readonly icon: typeof IconBold
  /** Keyboard shortcut, for example `Mod+Shift+8`: see `shortcutText`. */
  readonly shortcut?: string
  /** Name of the editor state that the button shows as pressed. Without it, the button is not a toggle. */
  readonly pressedBy?: string
  /** Name of the editor state that enables the button. */
  readonly needs?: string
  readonly run: (editor: Editor) => void
}

const mark = (
  name: 'bold' | 'italic' | 'underline' | 'strike' | 'code',
  icon: EditorButton['icon'],
  shortcut: string,
): EditorButton => ({
  label: `editor.${name}`,
  icon,
  shortcut,
  pressedBy: name,
  run: (editor) => void editor.chain().focus().toggleMark(name).run(),
})

const heading = (level: 1 | 2 | 3, icon: EditorButton['icon']): EditorButton => ({
  label: 'editor.heading',
  params: { level },
  icon,
  shortcut: `Mod+Alt+${level}`,
  pressedBy: `heading${level}`,
  run: (editor) => void editor.chain().focus().toggleNode('heading', 'paragraph', { level }).run(),
})

/** Buttons for text, in groups. */
export const textButtons: readonly (readonly EditorButton[])[] = [
  [
    {
      label: 'editor.undo',
      icon: IconArrowBackUp,
      shortcut: 'Mod+Z',
      needs: 'undo',
      run: (editor) => void editor.chain().focus().undo().run(),
    },
    {
      label: 'editor.redo',
      icon: IconArrowForwardUp,
      shortcut: 'Mod+Shift+Z',
      needs: 'redo',
      run: (editor) => void editor.chain().focus().redo().run(),
    },
  ],
  [
    {
      label: 'editor.paragraph',
      icon: IconPilcrow,
      shortcut: 'Mod+Alt+0',
      pressedBy: 'paragraph',
      run: (editor) => void editor.chain().focus().setParagraph().run(),
    },
    heading(1, IconH1),
    heading(2, IconH2),
    heading(3, IconH3),
  ],
  [
    mark('bold', IconBold, 'Mod+B'),
    mark('italic', IconItalic, 'Mod+I'),
    mark('underline', IconUnderline, 'Mod+U'),
    mark('strike', IconStrikethrough, 'Mod+Shift+S'),
    mark('code', IconCode, 'Mod+E'),
  ],
  [
    {
      label: 'editor.bulletList',
      icon: IconList,
      shortcut: 'Mod+Shift+8',
      pressedBy: 'bulletList',
      run: (editor) => void editor.chain().focus().toggleList('bulletList', 'listItem').run(),
    },
    {
      label: 'editor.orderedList',
      icon: IconListNumbers,
      shortcut: 'Mod+Shift+7',
      pressedBy: 'orderedList',
      run: (editor) => void editor.chain().focus().toggleList('orderedList', 'listItem').run(),
    },
    {
      label: 'editor.quote',
      icon: IconBlockquote,
      shortcut: 'Mod+Shift+B',
      pressedBy: 'blockquote',
      run: (editor) => void editor.chain().focus().toggleBlockquote().run(),
    },
    { label: 'editor.divider', icon: IconMinus, run: (editor) => void editor.chain().focus().setHorizontalRule().run() },
  ],
]

/** Buttons for the table at the cursor. */
export const tableButtons: readonly EditorButton[] = [
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
