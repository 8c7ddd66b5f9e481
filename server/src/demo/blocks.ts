import type { RichBlock, RichInline } from '@noroshi/contract/pages/rich-text'
import { EMBED_HEIGHT, PAGE_PICTURE_WIDTH_MAX } from '@noroshi/contract/limits'
import type { SceneName } from './scenes.ts'

/** A picture that is drawn when the page is created. */
export interface SceneBlock {
  readonly scene: SceneName
  readonly alt: string
}
/** A content block of a demo page. */
export type DemoBlock = RichBlock | SceneBlock

const textNodes = (text: string): RichInline[] => [{ type: 'text', text }]

export const heading = (level: 1 | 2 | 3, text: string): RichBlock => ({
  type: 'heading',
  attrs: { level },
  content: textNodes(text),
})
export const paragraph = (text: string): RichBlock => ({ type: 'paragraph', content: textNodes(text) })
export const strong = (text: string): RichBlock => ({
  type: 'paragraph',
  content: [{ type: 'text', text, marks: [{ type: 'bold' }] }],
})
export const link = (text: string, href: string): RichBlock => ({
  type: 'paragraph',
  content: [{ type: 'text', text, marks: [{ type: 'link', attrs: { href } }] }],
})
export const bullets = (...items: string[]): RichBlock => ({
  type: 'bulletList',
  content: items.map((item) => ({ type: 'listItem', content: [paragraph(item)] })),
})
export const steps = (...items: string[]): RichBlock => ({
  type: 'orderedList',
  attrs: { start: 1 },
  content: items.map((item) => ({ type: 'listItem', content: [paragraph(item)] })),
})
export const quote = (text: string): RichBlock => ({ type: 'blockquote', content: [paragraph(text)] })
export const divider: RichBlock = { type: 'horizontalRule' }
export const table = (head: readonly string[], ...rows: (readonly string[])[]): RichBlock => ({
  type: 'table',
  content: [head, ...rows].map((cells, row) => ({
    type: 'tableRow',
    content: cells.map((cell) => ({ type: row === 0 ? 'tableHeader' : 'tableCell', content: [paragraph(cell)] })),
  })),
})
export const embed = (src: string): RichBlock => ({
  type: 'embed',
  attrs: { src, width: PAGE_PICTURE_WIDTH_MAX, height: EMBED_HEIGHT },
})
