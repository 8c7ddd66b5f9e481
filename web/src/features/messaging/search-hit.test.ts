import { expect, test } from 'vitest'
import { excerptOf, markHits, searchTextOf, type TextPart } from './search-hit.ts'

/** Joins the parts and puts hits into brackets. */
const shown = (parts: readonly TextPart[]) => parts.map(({ text, isHit }) => (isHit ? `[${text}]` : text)).join('')
const excerpt = (text: string, sought: string) => shown(excerptOf(text, sought))

test('a term is marked regardless of width and case, also two Japanese characters', () => {
  expect(excerpt('避難所はｷﾞﾓﾝ小学校です', '小学')).toBe('避難所はｷﾞﾓﾝ[小学]校です')
  expect(excerpt('Water TRUCK at nine', 'truck')).toBe('Water [TRUCK] at nine')
  expect(excerpt('給水車は９時', '9時')).toBe('給水車は[９時]')
  expect(excerpt('ﾊﾞｽ停でﾊﾞｽを待つ', 'バス')).toBe('[ﾊﾞｽ]停で[ﾊﾞｽ]を待つ')
  expect(excerpt('㍿の水', '株式')).toBe('[㍿]の水')
  expect(excerpt('nothing here', 'water')).toBe('nothing here')
})

test('every occurrence of every term is marked, and overlapping hits are joined', () => {
  expect(excerpt('Water comes by truck at nine', 'truck water')).toBe('[Water] comes by [truck] at nine')
  expect(excerpt('給水車は学校へ、給水は学校で', '学校　給水')).toBe('[給水]車は[学校]へ、[給水]は[学校]で')
  expect(excerpt('a truck, the water truck', 'water truck')).toBe('a [truck], the [water] [truck]')
  expect(excerpt('通行止め', '通行 行止')).toBe('[通行止]め')
  expect(excerpt('aaa', 'aa')).toBe('[aaa]')
})

test('an excerpt shows the first occurrence of each term at any distance', () => {
  const rest = 'x'.repeat(200)
  const parts = excerpt(`${rest} water ${rest} truck ${rest} end`, 'truck water')
  expect(parts).toBe(`…${'x'.repeat(23)} [water] ${'x'.repeat(11)}…${'x'.repeat(11)} [truck] ${'x'.repeat(171)}`)
})

test('an excerpt of a voice note is from its transcript', () => {
  const transcript = { language: 'en', state: 'complete', text: 'the road is closed', isCorrected: false } as const
  const note = { text: 'from the bridge', messageMedias: [{ transcript }, {}] }
  expect(shown(excerptOf(searchTextOf(note), 'road'))).toBe('from the bridge the [road] is closed')
})

test('a name is returned completely with marked hits', () => {
  expect(shown(markHits('Hillside  Watch', 'watch hill'))).toBe('[Hill]side  [Watch]')
  expect(shown(markHits('佐藤 遥', '遥'))).toBe('佐藤 [遥]')
  expect(shown(markHits('', 'water'))).toBe('')
})

test('a term is marked where the text writes it in another way', () => {
  expect(excerpt('今日はハルカと待つ', 'はるか')).toBe('今日は[ハルカ]と待つ')
  expect(excerpt('避難所　開設のお知らせ', '避難所開設')).toBe('[避難所 開設]のお知らせ')
  expect(excerpt('渡邊さんと髙橋さん', '渡辺　高橋')).toBe('[渡邊]さんと[髙橋]さん')
  expect(excerpt('ask Zoë at nine', 'zoe')).toBe('ask [Zoë] at nine')
  expect(excerpt('at the dam', 'tt')).toBe('at the dam')
})
