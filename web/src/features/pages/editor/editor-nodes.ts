import { Node, textblockTypeInputRule, wrappingInputRule } from '@tiptap/core'
import { Link } from '@tiptap/extension-link'
import { TableCell, TableHeader, TableRow } from '@tiptap/extension-table'
import { isLinkable } from '@noroshi/contract/pages/rich-text'

// Text nodes with fewer attributes than Tiptap's: pages contain only attributes of the contract.

export type HeadingLevel = 1 | 2 | 3
export const HEADING_LEVELS: readonly HeadingLevel[] = [1, 2, 3]

/** Parses an integer attribute and limits it to its bounds; returns `fallback` if it is not a number. */
const integer = (value: string | null, min: number, max: number, fallback: number): number => {
  const number = Number.parseInt(value ?? '', 10)
  return Number.isNaN(number) ? fallback : Math.min(max, Math.max(min, number))
}

/** Heading of a page. The page's title is the h1, so level 1 is an h2 element; `data-level` contains the level. */
export const PageHeading = Node.create({
  name: 'heading',
  group: 'block',
  content: 'inline*',
  defining: true,
  addAttributes: () => ({ level: { default: 1, rendered: false } }),
  parseHTML: () =>
    [1, 2, 3, 4, 5, 6].map((number) => ({
      tag: `h${number}`,
      // Deeper headings of pasted documents become level 3.
      getAttrs: (element: HTMLElement) => ({ level: integer(element.dataset['level'] ?? String(number), 1, 3, 3) }),
    })),
  renderHTML: ({ node }) => [`h${Number(node.attrs['level']) + 1}`, { 'data-level': String(node.attrs['level']) }, 0],
  addKeyboardShortcuts() {
    const toggle = (level: HeadingLevel) => () => this.editor.commands.toggleNode(this.name, 'paragraph', { level })
    return Object.fromEntries(HEADING_LEVELS.map((level) => [`Mod-Alt-${level}`, toggle(level)]))
  },
  addInputRules() {
    return HEADING_LEVELS.map((level) =>
      textblockTypeInputRule({ find: new RegExp(`^#{${level}}\\s$`), type: this.type, getAttributes: { level } }),
    )
  },
})

export const PageOrderedList = Node.create({
  name: 'orderedList',
  group: 'block list',
  content: 'listItem+',
  addAttributes: () => ({
    start: { default: 1, parseHTML: (element: HTMLElement) => integer(element.getAttribute('start'), 0, 1_000_000, 1) },
  }),
  parseHTML: () => [{ tag: 'ol' }],
  renderHTML: ({ node: { attrs } }) => ['ol', attrs['start'] === 1 ? {} : { start: String(attrs['start']) }, 0],
  addKeyboardShortcuts() {
    return { 'Mod-Shift-7': () => this.editor.commands.toggleList(this.name, 'listItem') }
  },
  addInputRules() {
    return [
      wrappingInputRule({
        find: /^(\d{1,6})\.\s$/,
        type: this.type,
        getAttributes: (match) => ({ start: Number(match[1]) }),
        joinPredicate: (match, node) => node.childCount + Number(node.attrs['start']) === Number(match[1]),
      }),
    ]
  },
})

/** Links have no attribute but their address. */
export const PageLink = Link.extend({
  addAttributes: () => ({ href: { default: null } }),
}).configure({
  openOnClick: false,
  defaultProtocol: 'https',
  HTMLAttributes: { target: null, rel: null, class: null },
  isAllowedUri: (href) => isLinkable(href),
})

const cellAttributes = {
  colspan: { default: 1, parseHTML: (element: HTMLElement) => integer(element.getAttribute('colspan'), 1, 100, 1) },
  rowspan: { default: 1, parseHTML: (element: HTMLElement) => integer(element.getAttribute('rowspan'), 1, 1000, 1) },
  /** Kept if a page has it. The editor does not set it. */
  colwidth: { default: null, parseHTML: () => null, rendered: false },
}
export const PageCell = TableCell.extend({ addAttributes: () => cellAttributes })
export const PageHeaderCell = TableHeader.extend({ addAttributes: () => cellAttributes })
/** A row has at least one cell. */
export const PageRow = TableRow.extend({ content: '(tableCell | tableHeader)+' })
