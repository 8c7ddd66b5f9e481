import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MESSAGE_MAX } from '@noroshi/contract/limits'
import { formatText, type TextBlock, type TextSegment } from './format-text.ts'

const typedOf = (segments: readonly TextSegment[]) => segments.map(({ text }) => text).join('')

/** The whole text of a block with its markers. */
function typed(block: TextBlock): string {
  if (block.kind === 'text') return typedOf(block.segments)
  if (block.kind === 'code') return block.open + block.text + block.close
  return block.items.map((item) => block.marker + typedOf(item)).join('')
}

/** The shown text with its formats, such as `<b>now</b>`. */
const shownOf = (segments: readonly TextSegment[]) =>
  segments
    .filter(({ isMarker }) => isMarker !== true)
    .map(({ text, href, isBold, isItalic, isCode }) => {
      const tags = [href && 'a', isBold && 'b', isItalic && 'i', isCode && 'code'].filter(Boolean)
      return tags.reduce((inner, tag) => `<${tag}>${inner}</${tag}>`, text)
    })
    .join('')
const shown = (text: string) =>
  formatText(text)
    .map((block) =>
      block.kind === 'text'
        ? shownOf(block.segments)
        : block.kind === 'code'
          ? `<pre>${block.text}</pre>`
          : block.items.map((item) => `<li>${shownOf(item)}</li>`).join(''),
    )
    .join('')

test.each<[text: string, formatted: string]>([
  ['Come *now*!', 'Come <b>now</b>!'],
  ['Come **now**!', 'Come <b>now</b>!'],
  ['*Attention!* The _old_ bridge', '<b>Attention!</b> The <i>old</i> bridge'],
  ['これは*大事*です', 'これは<b>大事</b>です'],
  ['*「避難所」* は _第一小_ です', '<b>「避難所」</b> は <i>第一小</i> です'],
  ['*_both_* and _*both*_', '<i><b>both</b></i> and <i><b>both</b></i>'],
  ['*🔥 fire* and *fire 🔥*', '<b>🔥 fire</b> and <b>fire 🔥</b>'],
  ['(*important*)', '(<b>important</b>)'],
  ['run `npm start` now', 'run <code>npm start</code> now'],
  ['`a_b_c *x*`', '<code>a_b_c *x*</code>'],
  ['コマンドは`ls`です', 'コマンドは<code>ls</code>です'],
  ['`https://example.org`', '<code>https://example.org</code>'],
  ['see ```x = 1``` there', 'see <code>x = 1</code> there'],
  ['*see https://example.org/a_b_c now*', '<b>see </b><b><a>https://example.org/a_b_c</a></b><b> now</b>'],
  ['*https://example.org/a*', '<b><a>https://example.org/a</a></b>'],
  ['_anna@example.org_', '<i><a>anna@example.org</a></i>'],
  ['call *090-1234-5678*', 'call <b><a>090-1234-5678</a></b>'],
  ['```\nx = 1\n  y\n```', '<pre>x = 1\n  y</pre>'],
  ['before\n```\n*x*\n```\nafter', 'before\n<pre>*x*</pre>after'],
  ['- water\n- *bread*\nthen', '<li>water\n</li><li><b>bread</b>\n</li>then'],
  ['Bring:\n- 2 blankets\n- water', 'Bring:\n<li>2 blankets\n</li><li>water</li>'],
])('%j is shown as %j', (text, formatted) => {
  expect(shown(text).replaceAll('</b><b>', '')).toBe(formatted.replaceAll('</b><b>', ''))
})

test.each([
  '2*3*4',
  '2 * 3 * 4',
  '(a)*(b)*(c)',
  '縦*横*高さ',
  'りんご*2、みかん*3',
  'snake_case_names and file_name_2.pdf',
  '_private_var_',
  '__init__',
  'ファイル_名前_最新.pdf',
  '避難所_一覧_新',
  'Price* and more*',
  '*.txt and *.pdf',
  'f(*args, **named)',
  '**** ****',
  '*line\nbreak*',
  '* item',
  '10:00~12:00 13:00~15:00',
  '(*^_^*)',
  '(*´ω｀*) (*´д｀*)',
  "(*'▽'*)",
  '(*_*) (~_~) (^_^;) (T_T) m(_ _)m (>_<)',
  '(´・ω・`) (´・ω・`)',
  '(´･ω･`) (´･ω･`)',
  '(;´Д`) (´∀`) (`・ω・´)ゞ',
  'it`s and don`t',
  '``',
  '- 5',
  '- 5 °C\n- 3 °C',
  '-5',
  '- - -',
  '-',
  '---',
  '```',
  '``````',
  '```\n\n```',
])('%j is shown as it was typed', (text) => {
  expect(shown(text)).toBe(text)
})

const piece = fc.oneof(
  fc.constantFrom(
    '*',
    '**',
    '_',
    '`',
    '```',
    '\n',
    '\n- ',
    '\n```\n',
    ' ',
    'a',
    '1',
    '大',
    'は',
    '😀',
    '\ud83d',
    '(',
    ')',
    '.',
    'https://a.b/c_d',
    'a@b.org',
    '090-1234-5678',
  ),
  fc.string({ unit: 'binary', maxLength: 4 }),
)
const typedTexts = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''))

test('the shown text and the markers are together the text that was typed', () => {
  fc.assert(
    fc.property(typedTexts, (text) => {
      expect(formatText(text).map(typed).join('')).toBe(text)
    }),
    { numRuns: 2000 },
  )
})

test('a text without markers is one block that is shown whole', () => {
  fc.assert(
    fc.property(typedTexts, (text) => {
      const plain = text.replaceAll(/[*_`-]/g, '')
      expect(shown(plain).replaceAll(/<\/?a>/g, '')).toBe(plain)
    }),
  )
})

test.each([
  '*',
  '*a',
  '*a ',
  'a* ',
  '_',
  '_a ',
  '`',
  '`a ',
  '```',
  '\n```',
  '\n```a',
  '- a\n',
  '- 1\n',
  '**a*',
  '*_`',
  '*a_b`c ',
])('a text that repeats %j is formatted in linear time', (part) => {
  // Six times the longest message: quadratic processing would take longer than the time limit of a test.
  const text = part.repeat((6 * MESSAGE_MAX) / part.length)
  expect(formatText(text).map(typed).join('')).toBe(text)
})
