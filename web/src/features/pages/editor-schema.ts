import type { Extensions } from '@tiptap/core'
import { Table } from '@tiptap/extension-table'
import { StarterKit } from '@tiptap/starter-kit'
import { Embedding, Film, Picture } from './editor-media.ts'
import { NumberedList, PageCell, PageHeaderCell, PageHeading, PageLink, PageRow } from './editor-nodes.ts'

/** Exactly the nodes and marks of the contract's rich text, with undo and the like; a test holds the two together. */
export const pageExtensions: Extensions = [
  StarterKit.configure({ codeBlock: false, heading: false, link: false, orderedList: false }),
  PageHeading,
  NumberedList,
  PageLink,
  Table.configure({ resizable: false }),
  PageRow,
  PageCell,
  PageHeaderCell,
  Picture,
  Film,
  Embedding,
]
