import { beforeAll, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderPage } from '../../testing/render-page.tsx'
import { startFullTexts } from './full-text.ts'

const LONG = 'Donaudampfschifffahrtsgesellschaftskapitaensgattin'
const SHORT = 'Aiko'
const shown = () => [...document.querySelectorAll('body > [aria-hidden=true] > p')].map(({ textContent }) => textContent)

beforeAll(() => startFullTexts()) // it listens to the document of all tests of this file

test('a cut name is shown whole by a tap and by the keyboard, a name that fits is not', async () => {
  await renderPage(
    <div style={{ width: 160 }}>
      <h1 className="one-line">{LONG}</h1>
      <h2 className="one-line">{SHORT}</h2>
      <button type="button" style={{ width: 160 }}>
        <b className="one-line">{LONG}</b>
        <span className="one-line">{SHORT}</span>
      </button>
    </div>,
  )
  const heading = page.getByRole('heading', { level: 1 })
  await heading.click()
  expect(shown()).toEqual([LONG])
  await userEvent.keyboard('{Escape}')
  expect(shown()).toEqual([])
  await page.getByRole('heading', { level: 2 }).click()
  expect(shown()).toEqual([])

  await userEvent.keyboard('{Tab}{Shift>}{Tab}{/Shift}')
  await userEvent.tab()
  await expect.element(page.getByRole('button')).toHaveFocus()
  expect(shown()).toEqual([LONG])
  await userEvent.tab({ shift: true })
  await expect.element(heading).toHaveFocus()
  expect(shown()).toEqual([LONG])
})
