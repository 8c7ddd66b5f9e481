import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderPage } from '../../testing/render-page.tsx'
import { ChatBubble } from './chat-bubble.tsx'
import { LinkedText } from './linked-text.tsx'

const render = (text: string) =>
  renderPage(
    <ChatBubble from={null} isFirst isLast time="12:00" at="2026-01-01T12:00:00Z">
      <LinkedText>{text}</LinkedText>
    </ChatBubble>,
  )

/** The text that a copy of the whole message puts on the clipboard. */
function copied(): string {
  const shown = document.querySelector('[class*="text"]')
  getSelection()?.selectAllChildren(shown ?? document.body)
  return String(getSelection())
}

test.each([
  'Come *now* and _quickly_, run `npm start`!',
  'Bring:\n- water\n- *bread*\nSee you',
  'Bring:\n- water\n- *bread*\n\nSee you',
  'see\n```\nx = 1\n\n  y\n```\nafter',
  '```\nx = 1\n```',
  '```a\nb```\n- c',
])('a copy of %j is what was typed', async (text) => {
  await render(text)
  expect(copied()).toBe(text)
})

test('formats are shown without their markers', async () => {
  await render('Come *now*')
  const bold = page.getByText('now', { exact: true })
  await expect.element(bold).toBeVisible()
  expect(getComputedStyle(bold.element()).fontWeight).toBe('700')
  for (const marker of document.querySelectorAll('[aria-hidden]')) expect(marker.getBoundingClientRect().width).toBe(0)
})

test('a list has its items, without a line for their line breaks', async () => {
  await render('- water\n- bread')
  const items = page.getByRole('listitem')
  expect(items.elements().map((item) => item.textContent)).toEqual(['- water\n', '- bread'])
  const [first, last] = items.elements().map((item) => item.getBoundingClientRect().height)
  expect(first).toBe(last)
})

test('the fences of a block of code take no line', async () => {
  await render('```\nx\n```')
  const block = page.getByRole('code').element()
  const { paddingTop, paddingBottom } = getComputedStyle(block)
  const inner = block.clientHeight - Number.parseFloat(paddingTop) - Number.parseFloat(paddingBottom)
  const [line] = [...block.children].slice(1, 2).map((code) => Number.parseFloat(getComputedStyle(code).lineHeight))
  expect(inner).toBeCloseTo(line ?? 0, 0)
})

test('a mail address and a phone number are links of this page, a web address opens another tab', async () => {
  await render('anna@example.org 090-1234-5678 https://example.org')
  const link = (name: string) => page.getByRole('link', { name }).element()
  expect(link('anna@example.org').outerHTML).toContain('href="mailto:anna@example.org">')
  expect(link('090-1234-5678').outerHTML).toContain('href="tel:09012345678">')
  expect(link('https://example.org').getAttribute('target')).toBe('_blank')
})
