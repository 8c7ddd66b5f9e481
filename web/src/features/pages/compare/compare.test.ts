import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import type { RichBlock, RichInline, RichMark } from '@noroshi/contract/pages/rich-text'
import { changesOf, hasChanges, hunksOf, isSame } from './compare.ts'
import { diffWords, wordsIn } from './compare-words.ts'

const textNode = (text: string, ...marks: RichMark[]): RichInline => ({ type: 'text', text, ...(marks.length > 0 && { marks }) })
const line = (text: string): RichBlock => ({ type: 'paragraph', content: [textNode(text)] })
const heading = (text: string): RichBlock => ({ type: 'heading', attrs: { level: 2 }, content: [textNode(text)] })
const picture = (id: string, alt: string): RichBlock => ({
  type: 'image',
  attrs: { src: `/backend/uploads/00000000-0000-4000-8000-00000000000${id}`, alt, width: null, height: null },
})
const list = (...items: string[]): RichBlock => ({
  type: 'bulletList',
  content: items.map((item) => ({ type: 'listItem', content: [line(item)] })),
})

const textsOf = (changes: readonly ReturnType<typeof diffWords>[number][]) =>
  changes.map(({ kind, inline }) => [kind, inline.type === 'text' ? inline.text : '\n'])

describe('blocks', () => {
  test('default attributes and the order of marks are not changes', () => {
    const cell = { type: 'tableCell', content: [line('a')] } as const
    expect(isSame(cell, { ...cell, attrs: { colspan: 1, rowspan: 1, colwidth: null } })).toBe(true)
    expect(isSame({ type: 'orderedList', content: [] }, { type: 'orderedList', attrs: { start: 1 }, content: [] })).toBe(true)
    expect(isSame(textNode('a', { type: 'bold' }, { type: 'italic' }), textNode('a', { type: 'italic' }, { type: 'bold' }))).toBe(
      true,
    )
    expect(isSame({ type: 'orderedList', content: [] }, { type: 'orderedList', attrs: { start: 2 }, content: [] })).toBe(false)
    expect(isSame(textNode('a'), textNode('a', { type: 'bold' }))).toBe(false)
  })

  test('changesOf distinguishes added, removed and rewritten blocks', () => {
    const before = [heading('Water'), line('Bring two bottles of water'), line('The gate is shut'), line('End')]
    const after = [heading('Water'), line('Bring three bottles of water'), line('End'), line('Ask at the school')]
    expect(changesOf(before, after)).toEqual([
      { kind: 'same', after: before[0] },
      { kind: 'changed', before: before[1], after: after[1] },
      { kind: 'removed', before: before[2] },
      { kind: 'same', after: before[3] },
      { kind: 'added', after: after[3] },
    ])
  })

  test('a line that became a heading is rewritten, and a line with other textNode is replaced', () => {
    expect(changesOf([line('Where to go')], [heading('Where to go')]).map(({ kind }) => kind)).toEqual(['changed'])
    expect(changesOf([line('Where to go')], [line('Nothing alike')]).map(({ kind }) => kind)).toEqual(['removed', 'added'])
  })

  test('a picture with another description is rewritten, and another picture is replaced', () => {
    expect(changesOf([picture('1', 'a')], [picture('1', 'b')]).map(({ kind }) => kind)).toEqual(['changed'])
    expect(changesOf([picture('1', 'a')], [picture('2', 'a')]).map(({ kind }) => kind)).toEqual(['removed', 'added'])
  })

  test('a list with one more item is a changed list', () => {
    expect(changesOf([list('water', 'rice')], [list('water', 'bread', 'rice')]).map(({ kind }) => kind)).toEqual(['changed'])
  })

  test('the changes contain both contents completely', () => {
    const block = fc.constantFrom(line('a b c'), line('a b d'), line('x'), heading('a b c'), picture('1', 'a'), list('a', 'b'))
    fc.assert(
      fc.property(fc.array(block, { maxLength: 12 }), fc.array(block, { maxLength: 12 }), (before, after) => {
        const changes = changesOf(before, after)
        const older = changes.flatMap((change) =>
          change.kind === 'added' ? [] : [change.kind === 'same' ? change.after : change.before],
        )
        expect(older).toEqual(before)
        expect(changes.flatMap((change) => (change.kind === 'removed' ? [] : [change.after]))).toEqual(after)
        expect(hasChanges(changes)).toBe(JSON.stringify(before) !== JSON.stringify(after))
      }),
    )
  })

  test('hunks are in order and do not touch', () => {
    const letters = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 15 })
    fc.assert(
      fc.property(letters, letters, (before, after) => {
        const hunks = hunksOf(before, after)
        hunks.slice(1).forEach(({ start }, index) => expect(start).toBeGreaterThan(hunks[index]?.end ?? 0))
      }),
    )
  })
})

describe('long contents', () => {
  const many = (word: string, count: number) => Array.from({ length: count }, (_, index) => line(`${word}${index} ${word}`))

  test('each block is split into textNode only once', () => {
    const segment = vi.spyOn(Intl.Segmenter.prototype, 'segment')
    changesOf(many('a', 100), many('b', 100))
    expect(segment).toHaveBeenCalledTimes(200)
    segment.mockRestore()
  })

  test('very different contents are not paired but stay complete', () => {
    const before = [heading('Water'), ...many('a', 1_500), line('Bring two bottles of water'), heading('End')]
    const after = [heading('Water'), ...many('b', 1_500), line('Bring three bottles of water'), heading('End')]
    const changes = changesOf(before, after)
    expect(new Set(changes.slice(1, -1).map(({ kind }) => kind))).toEqual(new Set(['removed', 'added']))
    expect(changes.flatMap((change) => (change.kind === 'removed' ? [] : [change.after]))).toEqual(after)
    expect(changes.flatMap((change) => (change.kind === 'removed' ? [change.before] : []))).toEqual(before.slice(1, -1))
    expect([changes.at(0)?.kind, changes.at(-1)?.kind]).toEqual(['same', 'same'])
  })

  test('contents with very many differences become one hunk between their common ends', () => {
    const alternating = (letter: string) =>
      Array.from({ length: 2_000 }, (_, index) => (index % 2 === 0 ? index : `${letter}${index}`))
    expect(hunksOf(alternating('x'), alternating('y'))).toEqual([{ start: 1, end: 2_000, content: alternating('y').slice(1) }])
  })
})

describe('diffWords', () => {
  test('a changed English word is marked', () => {
    expect(textsOf(diffWords([textNode('The gate is open today')], [textNode('The gate is shut today')]))).toEqual([
      ['same', 'The gate is '],
      ['removed', 'open'],
      ['added', 'shut'],
      ['same', ' today'],
    ])
  })

  test('a changed Japanese word is marked', () => {
    const changes = textsOf(diffWords([textNode('避難所は小学校です。')], [textNode('避難所は中学校です。')]))
    expect(changes[0]).toEqual(['same', '避難所は'])
    expect(changes.at(-1)).toEqual(['same', 'です。'])
    expect(changes.filter(([kind]) => kind === 'removed').map(([, text]) => text)).toEqual(['小学校'])
    expect(changes.filter(([kind]) => kind === 'added').map(([, text]) => text)).toEqual(['中学校'])
  })

  test('a word with other marks and a new line break are changes', () => {
    expect(textsOf(diffWords([textNode('now')], [textNode('now', { type: 'bold' })]))).toEqual([
      ['removed', 'now'],
      ['added', 'now'],
    ])
    expect(textsOf(diffWords([textNode('a')], [textNode('a'), { type: 'hardBreak' }, textNode('b')]))).toEqual([
      ['same', 'a'],
      ['added', '\n'],
      ['added', 'b'],
    ])
  })

  test('the changes contain every word of both sentences', () => {
    const sentence = fc.array(fc.constantFrom('gate ', 'water ', '避難所', 'は', '。', '😀'), { maxLength: 30 })
    const textOf = (changes: ReturnType<typeof diffWords>, omittedKind: string) =>
      changes.map(({ kind, inline }) => (kind === omittedKind || inline.type !== 'text' ? '' : inline.text)).join('')
    fc.assert(
      fc.property(sentence, sentence, (older, newer) => {
        const changes = diffWords([textNode(older.join('') || '-')], [textNode(newer.join('') || '-')])
        expect(textOf(changes, 'added')).toBe(older.join('') || '-')
        expect(textOf(changes, 'removed')).toBe(newer.join('') || '-')
      }),
    )
    const many = (word: string) => Array.from({ length: 3_000 }, (_, index) => `${word}${index} `).join('')
    const changes = diffWords([textNode(many('a'))], [textNode(many('b'))])
    expect(changes.map(({ kind }) => kind)).toEqual(['removed', 'added'])
  })

  test('wordsIn omits punctuation and spaces', () => {
    expect(wordsIn('Water, and rice!')).toEqual(['Water', 'and', 'rice'])
  })
})
