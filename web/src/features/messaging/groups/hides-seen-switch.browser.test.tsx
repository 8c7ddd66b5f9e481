import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { renderPage } from '../../../testing/render-page.tsx'
import { aThread } from '../testing/fake-threads.ts'
import { GroupDialog } from './group-dialog.tsx'

afterEach(() => vi.restoreAllMocks())

test('an admin turns the reading marks of a group off, and sees the present choice', async () => {
  const plain = aThread(1, { isGroup: true })
  const hiding = { ...plain, group: plain.group && { ...plain.group, hidesSeen: true as const } }
  const sent: unknown[] = []
  vi.spyOn(window, 'fetch').mockImplementation(async (request, init) => {
    sent.push(JSON.parse(request instanceof Request ? await request.text() : (init?.body as string)))
    return Response.json(hiding)
  })
  const { screen } = await renderPage(<GroupDialog thread={plain} onClose={() => undefined} />)
  const choice = page.getByRole('switch', { name: 'Don’t show who has read messages' })
  await expect.element(choice).not.toBeChecked()
  await choice.click({ force: true })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => sent).toEqual([{ name: 'Group 1', description: '', hidesSeen: true }])
  await screen.unmount()
  await renderPage(<GroupDialog thread={hiding} onClose={() => undefined} />)
  await expect.element(choice).toBeChecked()
})
