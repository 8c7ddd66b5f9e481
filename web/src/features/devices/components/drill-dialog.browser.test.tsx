import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { AlertGroup } from '@noroshi/contract/alerts/alert-groups.http'
import { renderPage } from '../../../testing/render-page.tsx'
import { DrillDialog } from './drill-dialog.tsx'

const group = (number: number, name: string): AlertGroup => ({
  id: `01990000-0000-7000-8000-00000000000${number}`,
  name,
  isAnonymous: number === 1,
  takesNewUsers: number === 1,
  isBuiltIn: number === 1,
  memberCount: 10,
  updatedAt: '2026-11-21T09:30:00.000Z',
})
const [everyone, watch] = [group(1, 'Everyone'), group(2, 'Night watch')]

let started: { groupIds: string[] }[]
beforeEach(() => {
  started = []
  vi.spyOn(window, 'fetch').mockImplementation(async (_, init) => {
    if (init?.method !== 'POST') return Response.json({ items: [everyone, watch], nextCursor: null })
    started.push(JSON.parse(init.body as string) as (typeof started)[number])
    return Response.json({ id: everyone.id, recipientCount: 10 }, { status: 201 })
  })
})
afterEach(() => vi.restoreAllMocks())

test('a drill of the guide begins with everyone chosen, which the administrator can change', async () => {
  const onClose = vi.fn()
  await renderPage(<DrillDialog preselectsEveryone onClose={onClose} />)
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByRole('checkbox', { name: 'Everyone (10 people)' })).toBeChecked()
  await expect.element(dialog.getByRole('checkbox', { name: 'Night watch (10 people)' })).not.toBeChecked()
  await dialog.getByRole('checkbox', { name: 'Night watch (10 people)' }).click()
  await dialog.getByRole('button', { name: 'Start a drill' }).click()
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(started).toMatchObject([{ groupIds: [everyone.id, watch.id] }])
})

test('a drill elsewhere begins with no group, and without one it does not start', async () => {
  await renderPage(<DrillDialog onClose={() => undefined} />)
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByRole('checkbox', { name: 'Everyone (10 people)' })).not.toBeChecked()
  await expect.element(dialog.getByRole('button', { name: 'Start a drill' })).toBeDisabled()
})
