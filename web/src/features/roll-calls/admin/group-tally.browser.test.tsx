import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { GROUPS_TALLIED_MAX } from '@noroshi/contract/roll-calls/roll-calls'
import { renderPage } from '../../../testing/render-page.tsx'
import { fakeRollCall } from '../testing/fake-roll-calls.ts'
import { GroupTally } from './group-tally.tsx'

const { id } = fakeRollCall(1)
const counts = { threadId: id, name: 'Night watch', asked: 4, safe: 1, injured: 0, needHelp: 1 }

afterEach(() => vi.restoreAllMocks())

test('the answers are listed by group, with a note when there are more groups, and a failure is shown', async () => {
  const fetchMock = vi.spyOn(window, 'fetch').mockRejectedValue(new TypeError('no network'))
  await renderPage(<GroupTally rollCallId={id} />)
  await expect.element(page.getByText('Couldn’t load the groups')).toBeVisible()
  fetchMock.mockImplementation(async () => Response.json({ items: [counts], isPartial: true }))
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('1 safe, 0 injured, 1 need help, 2 not answered')).toBeVisible()
  await expect.element(page.getByText(`Only the ${GROUPS_TALLIED_MAX} groups`, { exact: false })).toBeVisible()
})
