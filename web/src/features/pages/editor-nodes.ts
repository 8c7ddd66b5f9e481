import { Node, textblockTypeInputRule, wrappingInputRule } from '@tiptap/core'
import { Link } from '@tiptap/extension-link'
import { TableCell, TableHeader, TableRow } from '@tiptap/extension-table'
import { isLinkable } from '@noroshi/contract/pages/rich-text'

// The nodes of text whose attributes are fewer than Tiptap's own: what the contract does not name, no page holds.

export type Level = 1 | 2 | 3
export const LEVELS: readonly Level[] = [1, 2, 3]

/** A whole number of an attribute, within its bounds; else what stands for it. */
const whole = (value: string | null, min: number, max: number, otherwise: number): number => {
  const number = Number.parseInt(value ?? '', 10)
  return Number.isNaN(number) ? otherwise : Math.min(max, Math.max(min, number))
}

/** The page's title is the heading above these: level 1 is an h2 on the screen, and says of itself which it is. */
export const PageHeading = Node.create({
  name: 'heading',
  group: 'block',
  content: 'inline*',
  defining: true,
  addAttributes: () => ({ level: { default: 1, rendered: false } }),
  parseHTML: () =>
    [1, 2, 3, 4].map((number) => ({
      tag: `h${number}`,
      getAttrs: (element: HTMLElement) => {
        const level = whole(element.dataset['level'] ?? String(number), 1, 4, 4)
        return level <= 3 ? { level } : false
      },
    })),
  renderHTML: ({ node }) => [`h${Number(node.attrs['level']) + 1}`, { 'data-level': String(node.attrs['level']) }, 0],
  addKeyboardShortcuts() {
    const toggle = (level: Level) => () => this.editor.commands.toggleNode(this.name, 'paragraph', { level })
    return Object.fromEntries(LEVELS.map((level) => [`Mod-Alt-${level}`, toggle(level)]))
  },
  addInputRules() {
    return LEVELS.map((level) =>
      textblockTypeInputRule({ find: new RegExp(`^#{${level}}\\s$`), type: this.type, getAttributes: { level } }),
    )
  },
})

export const NumberedList = Node.create({
  name: 'orderedList',
  group: 'block list',
  content: 'listItem+',
  addAttributes: () => ({
    start: { default: 1, parseHTML: (element: HTMLElement) => whole(element.getAttribute('start'), 0, 1_000_000, 1) },
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

/** Links know their address and nothing else. */
export const PageLink = Link.extend({
  addAttributes: () => ({ href: { default: null } }),
}).configure({
  openOnClick: false,
  defaultProtocol: 'https',
  HTMLAttributes: { target: null, rel: null, class: null },
  isAllowedUri: (href) => isLinkable(href),
})

const cellAttributes = {
  colspan: { default: 1, parseHTML: (element: HTMLElement) => whole(element.getAttribute('colspan'), 1, 100, 1) },
  rowspan: { default: 1, parseHTML: (element: HTMLElement) => whole(element.getAttribute('rowspan'), 1, 1000, 1) },
  /** Kept where a page has it; nothing here sets it. */
  colwidth: { default: null, parseHTML: () => null, rendered: false },
}
export const PageCell = TableCell.extend({ addAttributes: () => cellAttributes })
export const PageHeaderCell = TableHeader.extend({ addAttributes: () => cellAttributes })
/** A row without cells is none. */
export const PageRow = TableRow.extend({ content: '(tableCell | tableHeader)+' })
