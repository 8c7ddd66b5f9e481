import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nodesOf, parseRichText, type RichBlock, type RichText } from '@noroshi/contract/pages/rich-text'
import { changesOf, isSame, keyOf } from './compare.ts'
import { type Choice, conflictsIn, mergedOf, mergeOf } from './compare-merge.ts'

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
const nothing = new Map<string, Choice>()

const merged = (base: RichText, published: RichText, draft: RichText) => mergedOf(mergeOf(base, published, draft), nothing)
const kinds = (base: RichText, published: RichText, draft: RichText) => mergeOf(base, published, draft).map(({ kind }) => kind)

describe('what does not touch is merged', () => {
  test('two paragraphs, each changed by one side', () => {
    expect(merged(lines('a', 'b', 'c'), lines('a2', 'b', 'c'), lines('a', 'b', 'c2'))).toEqual(lines('a2', 'b', 'c2'))
  })

  test('one side rewrote two neighbours, the other side one of them', () => {
    const base = lines('Shoes off here', 'Lights out at ten', 'Ask at the desk')
    const theirs = lines('Shoes off here please', 'Lights out at ten sharp', 'Ask at the desk')
    const ours = lines('Shoes off here now', 'Lights out at ten', 'Ask at the desk or me')
    expect(kinds(base, theirs, ours)).toEqual(['conflict', 'published', 'draft'])
  })

  test('paragraphs that stand next to each other', () => {
    expect(merged(lines('a', 'b'), lines('a2', 'b'), lines('a', 'b2'))).toEqual(lines('a2', 'b2'))
  })

  test('one put in before what the other rewrote, and one after it', () => {
    expect(merged(lines('a', 'b'), lines('a', 'x', 'b'), lines('a2', 'b2'))).toBeNull()
    expect(merged(lines('a', 'b'), lines('x', 'a', 'b'), lines('a2', 'b'))).toEqual(lines('x', 'a2', 'b'))
    expect(merged(lines('a', 'b'), lines('a', 'x', 'b'), lines('a2', 'b'))).toEqual(lines('a2', 'x', 'b'))
  })

  test('the same change on both sides is made once', () => {
    expect(kinds(lines('a', 'b'), lines('a2', 'b'), lines('a2', 'b'))).toEqual(['both', 'same'])
    expect(merged(lines('a', 'b'), lines('a2', 'b'), lines('a2', 'b'))).toEqual(lines('a2', 'b'))
  })

  test('items of one list, rows of one table and lines of one quote', () => {
    const woven = (base: RichBlock, published: RichBlock, draft: RichBlock, result: RichBlock) => {
      expect(kinds(doc(base), doc(published), doc(draft))).toEqual(['woven'])
      expect(merged(doc(base), doc(published), doc(draft))).toEqual(doc(result))
    }
    woven(list('a', 'b', 'c'), list('a2', 'b', 'c'), list('a', 'b', 'c', 'd'), list('a2', 'b', 'c', 'd'))
    woven(
      table(['what', 'for'], ['a', '1'], ['b', '2'], ['c', '3']),
      table(['what', 'for'], ['a', '9'], ['b', '2'], ['c', '3']),
      table(['what', 'for'], ['a', '1'], ['b', '2'], ['c', '8']),
      table(['what', 'for'], ['a', '9'], ['b', '2'], ['c', '8']),
    )
    woven(quote(line('a'), line('b')), quote(line('a2'), line('b')), quote(line('a'), line('b2')), quote(line('a2'), line('b2')))
  })

  test('a new column and a new row at once are nobody’s table: somebody has to choose', () => {
    const base = doc(table(['a'], ['b'], ['c']))
    expect(kinds(base, doc(table(['a', '1'], ['b', '2'], ['c', '3'])), doc(table(['a'], ['b'], ['c'], ['d'])))).toEqual([
      'conflict',
    ])
  })
})

test('a row put in while the columns changed places would stand under the wrong headings: somebody has to choose', () => {
  const base = doc(table(['what', 'for'], ['rice', 'two']))
  const theirs = doc(table(['what', 'for'], ['rice', 'two'], ['water', 'four']))
  const ours = doc(table(['for', 'what'], ['two', 'rice']))
  expect(kinds(base, theirs, ours)).toEqual(['conflict'])
})

describe('what both changed has to be chosen', () => {
  const pieces = mergeOf(lines('a', 'b', 'c'), lines('a', 'theirs', 'c'), lines('a', 'ours', 'c2'))
  const [conflict] = conflictsIn(pieces)
  const choose = (choice: Choice) => mergedOf(pieces, new Map([[conflict?.key ?? '', choice]]))

  test('without a choice there is no result', () => expect(mergedOf(pieces, nothing)).toBeNull())

  test('published, draft, or both one after the other', () => {
    const both = mergeOf(lines('a', 'b', 'c'), lines('a', 'theirs', 'c'), lines('a', 'ours', 'c'))
    const only = conflictsIn(both)[0]?.key ?? ''
    expect(mergedOf(both, new Map([[only, 'published']]))).toEqual(lines('a', 'theirs', 'c'))
    expect(mergedOf(both, new Map([[only, 'draft']]))).toEqual(lines('a', 'ours', 'c'))
    expect(mergedOf(both, new Map([[only, 'both']]))).toEqual(lines('a', 'theirs', 'ours', 'c'))
    expect(choose('draft')).toEqual(lines('a', 'ours', 'c2'))
  })

  test('one took out what the other rewrote', () => {
    expect(kinds(lines('a', 'b', 'c'), lines('a', 'c'), lines('a', 'b2', 'c'))).toEqual(['same', 'conflict', 'same'])
  })

  test('a choice still fits when another place was published meanwhile', () => {
    const anew = mergeOf(lines('a', 'b', 'c'), lines('a0', 'a', 'theirs', 'c'), lines('a', 'ours', 'c2'))
    expect(conflictsIn(anew).map(({ key }) => key)).toEqual([conflict?.key])
  })

  test('where everything was taken out, an empty page is left', () => {
    expect(mergedOf(mergeOf(lines('a'), doc(), doc()), nothing)).toEqual(doc({ type: 'paragraph' }))
  })
})

describe('whatever the contents', () => {
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
  const leaves = ({ content }: RichText) =>
    content.flatMap((each) => [each, ...nodesOf(each)]).flatMap((node) => (node.type === 'text' ? [node.text] : []))

  test('merged with an unchanged side, the other side comes out', () => {
    fc.assert(
      fc.property(page, page, (base, changed) => {
        expect(isSame(merged(base, base, changed), changed)).toBe(true)
        expect(isSame(merged(base, changed, base), changed)).toBe(true)
        expect(isSame(merged(base, changed, changed), changed)).toBe(true)
      }),
    )
  })

  test('where no conflict is told, what either side put in is there, and the result can be published', () => {
    const added = (base: RichText, changed: RichText) =>
      changesOf(base.content, changed.content).flatMap((change) => (change.kind === 'added' ? [keyOf(change.after)] : []))
    fc.assert(
      fc.property(page, page, page, (base, published, draft) => {
        const pieces = mergeOf(base, published, draft)
        if (conflictsIn(pieces).length > 0) return
        const result = mergedOf(pieces, nothing)
        expect(result && parseRichText(JSON.stringify(result))).not.toBeNull()
        const isWoven = pieces.some(({ kind }) => kind === 'woven')
        const there = new Set(result?.content.map(keyOf))
        for (const side of [published, draft]) {
          if (!isWoven) for (const key of added(base, side)) expect(there).toContain(key)
          const old = new Set(leaves(base))
          for (const word of leaves(side)) if (!old.has(word)) expect(result && leaves(result)).toContain(word)
        }
      }),
      { numRuns: 500 },
    )
  })

  test('each piece is one side’s or both’s: read in order, they give each content again', () => {
    fc.assert(
      fc.property(page, page, page, (base, published, draft) => {
        const pieces = mergeOf(base, published, draft)
        const all = (side: 'published' | 'draft', other: 'published' | 'draft') =>
          pieces.flatMap((piece) => {
            if (piece.kind === 'conflict') return piece[side]
            return piece.kind === other ? piece.base : piece.nodes
          })
        if (pieces.some(({ kind }) => kind === 'woven')) return
        expect(isSame(all('published', 'draft'), published.content)).toBe(true)
        expect(isSame(all('draft', 'published'), draft.content)).toBe(true)
      }),
    )
  })
})
