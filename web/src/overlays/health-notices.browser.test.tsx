import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { HealthNotice } from '@noroshi/contract/health/health.events'
import { createReceiver } from '../platform/connection/live.ts'
import { newId } from '../platform/ids.ts'
import { renderPage } from '../testing/render-page.tsx'
import { HealthNotices } from './health-notices.tsx'

const low: HealthNotice = { id: newId(), name: 'disk', machine: null, level: 'warning', advice: 'diskLow' }

test('an administrator is told on each page what is wrong and what is good again, but not what is caught up', async () => {
  const { cache } = await renderPage(<HealthNotices />)
  const refetch = vi.spyOn(cache, 'invalidateQueries')
  const receiver = createReceiver(cache, [])
  receiver('health:changed', { ...low, name: 'temperature' }, newId(), { isCatchUp: true })
  expect(refetch).toHaveBeenCalledWith({ queryKey: ['admin', 'health'] })
  receiver('health:changed', low, newId(), { isCatchUp: false })
  await expect.element(page.getByText('Disk: Warning')).toBeVisible()
  await expect.element(page.getByText('The disk is nearly full', { exact: false })).toBeVisible()
  await expect.element(page.getByText('Temperature: Warning')).not.toBeInTheDocument()
  receiver('health:changed', { ...low, level: 'good', advice: null }, newId(), { isCatchUp: false })
  await expect.element(page.getByText('Disk: good again')).toBeVisible()
})
