import { getSchema } from '@tiptap/core'
import { Node } from '@tiptap/pm/model'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  documentIdsOf,
  nodesOf,
  parseRichText,
  type RichMark,
  type RichNode,
  type RichText,
} from '@noroshi/contract/pages/rich-text'
import { isSame } from '../compare/compare.ts'
import { contentOf } from './editor-content.ts'
import { pageExtensions } from './editor-schema.ts'

const schema = getSchema(pageExtensions)

// All names of the contract: a missing or additional one does not compile.
const nodes: Record<RichNode['type'] | 'doc', true> = {
  doc: true,
  paragraph: true,
  heading: true,
  bulletList: true,
  orderedList: true,
  listItem: true,
  blockquote: true,
  horizontalRule: true,
  image: true,
  video: true,
  embed: true,
  table: true,
  tableRow: true,
  tableCell: true,
  tableHeader: true,
  text: true,
  hardBreak: true,
}
const marks: Record<RichMark['type'], true> = { bold: true, italic: true, underline: true, strike: true, code: true, link: true }

const src = '/backend/uploads/019a0000-0000-7000-8000-000000000001'
const everything: RichText = {
  type: 'doc',
  content: [
    { type: 'heading', attrs: { level: 3 }, content: [{ type: 'text', text: 'Water' }] },
    {
      type: 'paragraph',
      content: [
        { type: 'text', text: 'both', marks: [{ type: 'bold' }, { type: 'italic' }, { type: 'strike' }, { type: 'underline' }] },
        { type: 'hardBreak' },
        { type: 'text', text: 'リンク', marks: [{ type: 'link', attrs: { href: 'https://example.org/' } }] },
        { type: 'text', text: 'npm', marks: [{ type: 'code' }] },
      ],
    },
    { type: 'orderedList', attrs: { start: 3 }, content: [{ type: 'listItem', content: [{ type: 'paragraph' }] }] },
    {
      type: 'bulletList',
      content: [{ type: 'listItem', content: [{ type: 'paragraph' }, { type: 'blockquote', content: [{ type: 'paragraph' }] }] }],
    },
    { type: 'horizontalRule' },
    { type: 'image', attrs: { src, alt: 'A well', width: 500, height: 375 } },
    { type: 'image', attrs: { src, alt: '', width: null, height: null } },
    { type: 'video', attrs: { src, title: 'River' } },
    { type: 'embed', attrs: { src: 'https://youtu.be/abcdefghijk', width: 280, height: 300 } },
    {
      type: 'table',
      content: [
        {
          type: 'tableRow',
          content: [
            { type: 'tableHeader', attrs: { colspan: 2, rowspan: 1, colwidth: [100, 50] }, content: [{ type: 'paragraph' }] },
          ],
        },
        {
          type: 'tableRow',
          content: [
            { type: 'tableCell', content: [{ type: 'paragraph' }] },
            { type: 'tableCell', content: [{ type: 'paragraph' }] },
          ],
        },
      ],
    },
    { type: 'paragraph', content: [{ type: 'text', text: 'End' }] },
  ],
}

/** Loads a document into the editor and returns its content. */
const throughEditor = (doc: RichText): RichText | null => {
  const node = Node.fromJSON(schema, doc)
  node.check()
  return parseRichText(contentOf(node.toJSON()))
}

describe('the editor', () => {
  test('the schema has exactly the nodes and marks of the contract', () => {
    expect(Object.keys(schema.nodes).toSorted()).toEqual(Object.keys(nodes).toSorted())
    expect(Object.keys(schema.marks).toSorted()).toEqual(Object.keys(marks).toSorted())
  })

  test('the editor returns a page with all nodes unchanged', () => {
    expect(parseRichText(JSON.stringify(everything))).not.toBeNull()
    const back = throughEditor(everything)
    expect(back && isSame(back, everything)).toBe(true)
  })

  test('any text with any marks passes the contract’s schema', () => {
    const mark = fc.constantFrom<RichMark>(
      { type: 'bold' },
      { type: 'italic' },
      { type: 'underline' },
      { type: 'strike' },
      { type: 'link', attrs: { href: '/pages' } },
    )
    const inlines = fc.record({
      text: fc.string({ minLength: 1, maxLength: 8, unit: 'binary' }),
      marks: fc.uniqueArray(mark, { selector: ({ type }) => type }),
    })
    fc.assert(
      fc.property(fc.array(inlines, { maxLength: 5 }), (all) => {
        const content = all.map(({ text, marks: set }) =>
          schema.text(
            text,
            set.map((mark) => schema.mark(mark.type, 'attrs' in mark ? mark.attrs : null)),
          ),
        )
        const doc = schema.node('doc', null, [schema.node('paragraph', null, content)])
        expect(parseRichText(contentOf(doc.toJSON()))).not.toBeNull()
      }),
      { numRuns: 30 },
    )
  })

  test('a bold line break, a null character and half an emoji are normalized to valid content', () => {
    const bold = [schema.mark('bold')]
    const doc = schema.node('doc', null, [
      schema.node('paragraph', null, [
        schema.text('a\u0000\uD83D', bold),
        schema.node('hardBreak', null, [], bold),
        schema.text('\u0000'),
      ]),
    ])
    expect(parseRichText(contentOf(doc.toJSON()))?.content).toEqual([
      { type: 'paragraph', content: [{ type: 'text', text: 'a\uFFFD', marks: [{ type: 'bold' }] }, { type: 'hardBreak' }] },
    ])
  })

  test('a link to an own document becomes its path, so that the server counts the document as used', () => {
    vi.stubGlobal('location', { origin: 'https://noroshi.example' })
    onTestFinished(() => void vi.unstubAllGlobals())
    const hrefs = [`https://noroshi.example${src}`, src, `https://other.example${src}`, 'https://noroshi.example/pages']
    const inlines = hrefs.map((href, index) => schema.text(`link ${index}`, [schema.mark('link', { href })]))
    const doc = schema.node('doc', null, [schema.node('paragraph', null, inlines)])
    const content = parseRichText(contentOf(doc.toJSON()))
    const links = content && [...nodesOf(content)].flatMap((node) => (node.type === 'text' ? (node.marks ?? []) : []))
    expect(links).toEqual([src, src, hrefs[2], hrefs[3]].map((href) => ({ type: 'link', attrs: { href } })))
    expect(content && documentIdsOf(content)).toEqual(['019a0000-0000-7000-8000-000000000001'])
  })

  test('the empty last line of the editor is removed, and a line with text is kept', () => {
    const rule = schema.node('horizontalRule')
    const below = (...content: Node[]) => parseRichText(contentOf(schema.node('doc', null, content).toJSON()))?.content.length
    expect(below(rule, schema.node('paragraph'))).toBe(1)
    expect(below(rule, schema.node('paragraph', null, schema.text('a')))).toBe(2)
    expect(below(schema.node('paragraph'), schema.node('paragraph'))).toBe(2)
    expect(below(schema.node('paragraph'))).toBe(1)
  })
})
