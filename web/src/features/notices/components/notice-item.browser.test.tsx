import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderPage } from '../../../testing/render-page.tsx'
import { fakeNotice } from '../testing/fake-notice.ts'
import { NoticeItem } from './notice-item.tsx'

const now = new Date('2026-11-30T10:00:00Z')
const text = () => page.getByRole('article').element().textContent

test('a notice names its authority and its times, and its texts have their language', async () => {
  await renderPage(
    <NoticeItem notice={fakeNotice({ language: 'ja', headline: '大雨警報', areas: ['宮城県', '仙台市'] })} now={now} />,
  )
  await expect.element(page.getByRole('heading', { name: '大雨警報' })).toHaveAttribute('lang', 'ja')
  expect(text()).toMatch(/Areas: 宮城県, 仙台市.*Sent .* by JMA.*In effect until.*Received/)
})

test('an exercise, a test and a cancelled notice say so', async () => {
  await renderPage(<NoticeItem notice={fakeNotice({ status: 'exercise', severity: 'extreme' })} now={now} />)
  await expect.element(page.getByText('EXERCISE, not real')).toBeVisible()
  expect(getComputedStyle(page.getByRole('article').element()).borderTopStyle).toBe('dashed')
  await renderPage(<NoticeItem notice={fakeNotice({ status: 'test', isCancelled: true })} now={now} />)
  await expect.element(page.getByText('TEST, not real')).toBeVisible()
  await expect.element(page.getByText('Cancelled or over')).toBeVisible()
})
