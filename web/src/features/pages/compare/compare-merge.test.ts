import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nodesOf, parseRichText, type RichBlock, type RichText } from '@noroshi/contract/pages/rich-text'
import { changesOf, isSame, keyOf } from './compare.ts'
import { type Choice, conflictsIn, mergedContent, mergeContents } from './compare-merge.ts'

const line = (text: string): RichBlock => ({ type: 'paragraph', content: [{ type: 'text', text }] })
const item = (...blocks: RichBlock[]) => ({ type: 'listItem' as const, content: blocks })
const list = (...items: string[]): RichBlock => ({ type: 'bulletList', content: items.map((text) => item(line(text))) })
const table = (...rows: string[][]): RichBlock => ({
  type: 'table',
  content: rows.map((cells) => ({
    type: 'tableRow',
    content: cells.map((text) => ({ type: 'tableCell', content: [line(text)] })),
  })),
})
const quote = (...content: RichBlock[]): RichBlock => ({ type: 'blockquote', content })
const doc = (...content: RichBlock[]): RichText => ({ type: 'doc', content })
const lines = (...texts: string[]) => doc(...texts.map(line))
const noChoices = new Map<string, Choice>()

const merged = (base: RichText, published: RichText, draft: RichText) =>
  mergedContent(mergeContents(base, published, draft), noChoices)
const kinds = (base: RichText, published: RichText, draft: RichText) =>
  mergeContents(base, published, draft).map(({ kind }) => kind)

describe('changes without overlap are merged', () => {
  test('two paragraphs that are block changed by one side', () => {
    expect(merged(lines('a', 'b', 'c'), lines('a2', 'b', 'c'), lines('a', 'b', 'c2'))).toEqual(lines('a2', 'b', 'c2'))
  })

  test('only the paragraph that both sides rewrote is a conflict', () => {
    const base = lines('Shoes off here', 'Lights out at ten', 'Ask at the desk')
    const published = lines('Shoes off here please', 'Lights out at ten sharp', 'Ask at the desk')
    const draft = lines('Shoes off here now', 'Lights out at ten', 'Ask at the desk or me')
    expect(kinds(base, published, draft)).toEqual(['conflict', 'published', 'draft'])
  })

  test('neighbouring paragraphs', () => {
    expect(merged(lines('a', 'b'), lines('a2', 'b'), lines('a', 'b2'))).toEqual(lines('a2', 'b2'))
  })

  test('a paragraph inserted before or after a rewritten one', () => {
    expect(merged(lines('a', 'b'), lines('a', 'x', 'b'), lines('a2', 'b2'))).toBeNull()
    expect(merged(lines('a', 'b'), lines('x', 'a', 'b'), lines('a2', 'b'))).toEqual(lines('x', 'a2', 'b'))
    expect(merged(lines('a', 'b'), lines('a', 'x', 'b'), lines('a2', 'b'))).toEqual(lines('a2', 'x', 'b'))
  })

  test('the same change on both sides is applied once', () => {
    expect(kinds(lines('a', 'b'), lines('a2', 'b'), lines('a2', 'b'))).toEqual(['both', 'same'])
    expect(merged(lines('a', 'b'), lines('a2', 'b'), lines('a2', 'b'))).toEqual(lines('a2', 'b'))
  })

  test('items of a list, rows of a table and lines of a quote', () => {
    const expectMerged = (base: RichBlock, published: RichBlock, draft: RichBlock, result: RichBlock) => {
      expect(kinds(doc(base), doc(published), doc(draft))).toEqual(['merged'])
      expect(merged(doc(base), doc(published), doc(draft))).toEqual(doc(result))
    }
    expectMerged(list('a', 'b', 'c'), list('a2', 'b', 'c'), list('a', 'b', 'c', 'd'), list('a2', 'b', 'c', 'd'))
    expectMerged(
      table(['what', 'for'], ['a', '1'], ['b', '2'], ['c', '3']),
      table(['what', 'for'], ['a', '9'], ['b', '2'], ['c', '3']),
      table(['what', 'for'], ['a', '1'], ['b', '2'], ['c', '8']),
      table(['what', 'for'], ['a', '9'], ['b', '2'], ['c', '8']),
    )
    expectMerged(
      quote(line('a'), line('b')),
      quote(line('a2'), line('b')),
      quote(line('a'), line('b2')),
      quote(line('a2'), line('b2')),
    )
  })

  test('a new column on one side and a new row on the other are a conflict', () => {
    const base = doc(table(['a'], ['b'], ['c']))
    expect(kinds(base, doc(table(['a', '1'], ['b', '2'], ['c', '3'])), doc(table(['a'], ['b'], ['c'], ['d'])))).toEqual([
      'conflict',
    ])
  })
})

test('a new row on one side and reordered columns on the other are a conflict', () => {
  const base = doc(table(['what', 'for'], ['rice', 'two']))
  const published = doc(table(['what', 'for'], ['rice', 'two'], ['water', 'four']))
  const draft = doc(table(['for', 'what'], ['two', 'rice']))
  expect(kinds(base, published, draft)).toEqual(['conflict'])
})

describe('overlapping changes are conflicts', () => {
  const pieces = mergeContents(lines('a', 'b', 'c'), lines('a', 'published', 'c'), lines('a', 'draft', 'c2'))
  const [conflict] = conflictsIn(pieces)
  const choose = (choice: Choice) => mergedContent(pieces, new Map([[conflict?.key ?? '', choice]]))

  test('the result is null without a choice', () => expect(mergedContent(pieces, noChoices)).toBeNull())

  test('a choice keeps the published blocks, the draft’s, or both', () => {
    const both = mergeContents(lines('a', 'b', 'c'), lines('a', 'published', 'c'), lines('a', 'draft', 'c'))
    const only = conflictsIn(both)[0]?.key ?? ''
    expect(mergedContent(both, new Map([[only, 'published']]))).toEqual(lines('a', 'published', 'c'))
    expect(mergedContent(both, new Map([[only, 'draft']]))).toEqual(lines('a', 'draft', 'c'))
    expect(mergedContent(both, new Map([[only, 'both']]))).toEqual(lines('a', 'published', 'draft', 'c'))
    expect(choose('draft')).toEqual(lines('a', 'draft', 'c2'))
  })

  test('a removal on one side and a rewrite on the other are a conflict', () => {
    expect(kinds(lines('a', 'b', 'c'), lines('a', 'c'), lines('a', 'b2', 'c'))).toEqual(['same', 'conflict', 'same'])
  })

  test('a choice applies to a later merge if its conflict is unchanged', () => {
    const later = mergeContents(lines('a', 'b', 'c'), lines('a0', 'a', 'published', 'c'), lines('a', 'draft', 'c2'))
    expect(conflictsIn(later).map(({ key }) => key)).toEqual([conflict?.key])
  })

  test('removing everything on both sides results in an empty page', () => {
    expect(mergedContent(mergeContents(lines('a'), doc(), doc()), noChoices)).toEqual(doc({ type: 'paragraph' }))
  })
})

describe('any contents', () => {
  const text = fc.constantFrom('a', 'b', 'c', 'd', 'e').map(line)
  const block = fc.oneof(
    { weight: 4, arbitrary: text },
    fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 4 }).map((items) => list(...items)),
    fc
      .array(fc.tuple(fc.constantFrom('a', 'b'), fc.constantFrom('1', '2')), { minLength: 1, maxLength: 3 })
      .map((rows) => table(...rows)),
    fc.array(text, { minLength: 1, maxLength: 3 }).map((content) => quote(...content)),
  )
  const page = fc.array(block, { minLength: 1, maxLength: 8 }).map((content) => doc(...content))
  const textsOf = ({ content }: RichText) =>
    content.flatMap((block) => [block, ...nodesOf(block)]).flatMap((node) => (node.type === 'text' ? [node.text] : []))

  test('a merge with an unchanged side returns the other side', () => {
    fc.assert(
      fc.property(page, page, (base, changed) => {
        expect(isSame(merged(base, base, changed), changed)).toBe(true)
        expect(isSame(merged(base, changed, base), changed)).toBe(true)
        expect(isSame(merged(base, changed, changed), changed)).toBe(true)
      }),
    )
  })

  test('a merge without conflicts contains the additions of both sides and is valid', () => {
    const added = (base: RichText, changed: RichText) =>
      changesOf(base.content, changed.content).flatMap((change) => (change.kind === 'added' ? [keyOf(change.after)] : []))
    fc.assert(
      fc.property(page, page, page, (base, published, draft) => {
        const pieces = mergeContents(base, published, draft)
        if (conflictsIn(pieces).length > 0) return
        const result = mergedContent(pieces, noChoices)
        expect(result && parseRichText(JSON.stringify(result))).not.toBeNull()
        const isMerged = pieces.some(({ kind }) => kind === 'merged')
        const resultKeys = new Set(result?.content.map(keyOf))
        for (const side of [published, draft]) {
          if (!isMerged) for (const key of added(base, side)) expect(resultKeys).toContain(key)
          const old = new Set(textsOf(base))
          for (const word of textsOf(side)) if (!old.has(word)) expect(result && textsOf(result)).toContain(word)
        }
      }),
      { numRuns: 500 },
    )
  })

  test('the pieces contain both contents completely and in order', () => {
    fc.assert(
      fc.property(page, page, page, (base, published, draft) => {
        const pieces = mergeContents(base, published, draft)
        const all = (side: 'published' | 'draft', other: 'published' | 'draft') =>
          pieces.flatMap((piece) => {
            if (piece.kind === 'conflict') return piece[side]
            return piece.kind === other ? piece.base : piece.nodes
          })
        if (pieces.some(({ kind }) => kind === 'merged')) return
        expect(isSame(all('published', 'draft'), published.content)).toBe(true)
        expect(isSame(all('draft', 'published'), draft.content)).toBe(true)
      }),
    )
  })
})
