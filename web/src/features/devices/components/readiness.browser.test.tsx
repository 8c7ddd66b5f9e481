import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderPage } from '../../../testing/render-page.tsx'
import { Readiness } from './readiness.tsx'

test('the device check shows the next step first, and each check once', async () => {
  await renderPage(<Readiness next="notifications" notifications={<h2>Bell</h2>} testAlarm={<h2>Test</h2>} />)
  await expect.element(page.getByText('Step 3 of 4, so that alarms reach this device:')).toBeVisible()
  const headings = [...document.querySelectorAll('h2')].map(({ textContent }) => textContent)
  expect(headings.indexOf('Bell')).toBe(0)
  expect(headings.filter((heading) => heading === 'Bell')).toHaveLength(1)
  expect(headings).toContain('Secure page')
  expect(headings.at(-1)).toBe('Test')
})
