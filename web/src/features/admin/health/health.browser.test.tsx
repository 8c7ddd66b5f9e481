import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { HealthReading } from '@noroshi/contract/health/health.http'
import { renderPage } from '../../../testing/render-page.tsx'
import { HealthProblems } from '../components/health-problems.tsx'
import { Health } from './health.tsx'

const at = '2026-11-21T09:30:00.000Z'
const good: HealthReading = {
  name: 'database',
  machine: null,
  level: 'good',
  advice: null,
  facts: [
    { kind: 'count', name: 'connections', value: 12 },
    { kind: 'seconds', name: 'answerTime', value: 0.004 },
  ],
  readAt: at,
  since: at,
}
const low: HealthReading = {
  ...good,
  name: 'disk',
  level: 'warning',
  advice: 'diskLow',
  facts: [{ kind: 'bytes', name: 'diskFree', value: 2 * 1024 ** 3 }],
}
const unread: HealthReading = { ...good, name: 'versions', level: 'unknown', advice: 'notRead', facts: [], readAt: null }
let checks: HealthReading[] = []

beforeEach(() => {
  vi.spyOn(window, 'fetch').mockImplementation(async () => Response.json({ now: at, checks }))
})
afterEach(() => vi.restoreAllMocks())

test('an administrator sees the problem first with what to do, and each fact', async () => {
  checks = [low, unread, good]
  await renderPage(
    <>
      <HealthProblems />
      <Health />
    </>,
  )
  await expect.element(page.getByText('1 problem', { exact: true })).toBeVisible()
  await expect.element(page.getByRole('status').getByText('1 thing needs attention')).toBeVisible()
  await expect.element(page.getByText('1 check is unknown')).toBeVisible()
  const problems = page.getByRole('region', { name: 'Needs attention' })
  await expect.element(problems.getByRole('heading', { name: 'Disk' })).toBeVisible()
  await expect.element(problems.getByText('The disk is nearly full', { exact: false })).toBeVisible()
  await expect.element(problems.getByText('2.0 GB')).toBeVisible()
  const others = page.getByRole('region', { name: 'All checks' })
  for (const shown of ['Connections', '12', '4 ms']) await expect.element(others.getByText(shown, { exact: true })).toBeVisible()
})

test('what is unknown is not called well', async () => {
  checks = [unread, good]
  await renderPage(<Health />)
  await expect.element(page.getByText('No problem found')).toBeVisible()
  await expect.element(page.getByText('All is well')).not.toBeInTheDocument()
})

test('all is well when each check is good', async () => {
  checks = [good]
  await renderPage(<Health />)
  await expect.element(page.getByText('All is well')).toBeVisible()
})
