import type { Extensions } from '@tiptap/core'
import { Table } from '@tiptap/extension-table'
import { StarterKit } from '@tiptap/starter-kit'
import { PageEmbed, PageVideo, PagePicture } from './editor-media.ts'
import { PageOrderedList, PageCell, PageHeaderCell, PageHeading, PageLink, PageRow } from './editor-nodes.ts'

/** Extensions with exactly the nodes and marks of the contract's rich text, and undo. A test compares both. */
export const pageExtensions: Extensions = [
  StarterKit.configure({ codeBlock: false, heading: false, link: false, orderedList: false }),
  PageHeading,
  PageOrderedList,
  PageLink,
  Table.configure({ resizable: false }),
  PageRow,
  PageCell,
  PageHeaderCell,
  PagePicture,
  PageVideo,
  PageEmbed,
]
