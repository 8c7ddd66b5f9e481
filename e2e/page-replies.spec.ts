import { expect, type Route } from '@playwright/test'
import { draftRoutes } from '@noroshi/contract/pages/drafts.http'
import { pageRoutes } from '@noroshi/contract/pages/pages.http'
import { API_BASE } from '@noroshi/contract/routes'
import { administrator } from './fixtures/administrator.ts'
import { test } from './fixtures/journey.ts'
import { paragraph, publishes, submits } from './fixtures/page-texts.ts'
import { editorOf, makesPage, opensEditor, writesAfter } from './fixtures/page-work.ts'
import type { Person } from './fixtures/person.ts'
import { wordsIn } from './fixtures/words.ts'

const en = wordsIn('en')
const key = ({ page }: Person, name: Parameters<typeof en>[0]) => page.getByRole('button', { name: en(name), exact: true })

/** Something happens while the next such request is on its way: the reply tells of it. */
async function meanwhile({ page }: Person, path: string, happens: (route: Route) => Promise<void>): Promise<void> {
  await page.route(
    `**${API_BASE}${path}`,
    async (route) => {
      await happens(route)
      await route.continue()
    },
    { times: 1 },
  )
}

test('what changed while a request was on its way is told by its reply, and nothing is lost', async ({
  server,
  signedIn,
  visitor,
}) => {
  const kenji = await administrator(server, visitor, { wide: true })
  const ben = await signedIn('Ben')
  kenji.expects(/status of 409/)
  const pageId = await makesPage(kenji, 'Night watch', [ben])
  await publishes(kenji, pageId, paragraph('Two people an hour'), paragraph('Take a lamp'))
  await submits(ben, pageId, paragraph('Two people an hour'), paragraph('Take a lamp and a radio'))
  await submits(ben, pageId, paragraph('Two people an hour, in turns'), paragraph('Take a lamp'))

  await test.step('publishing: what is on its way takes no more words, and both are brought together', async () => {
    const editor = await opensEditor(kenji, en, pageId)
    await writesAfter(kenji, en, 'Take a lamp', ' with you')
    await meanwhile(kenji, pageRoutes.publish.path.replace(':id', pageId), async () => {
      await expect(kenji.page.locator('[inert]').filter({ has: editor })).toHaveCount(1)
      await publishes(kenji, pageId, paragraph('Welcome'), paragraph('Two people an hour'), paragraph('Take a lamp'))
    })
    await key(kenji, 'drafts.publish').click()
    await expect(kenji.page.getByRole('heading', { name: en('drafts.bringTitle') })).toBeVisible()
    await key(kenji, 'drafts.takeResult').click()
    await expect(editorOf(kenji, en)).toContainText('Welcome')
    await expect(editorOf(kenji, en)).toContainText('Take a lamp with you')
    await key(kenji, 'drafts.publish').click()
    await expect(kenji.page.getByText(en('drafts.published'))).toBeVisible()
  })

  await test.step('approving what was published anew: compared anew, and not approved', async () => {
    await kenji.open(`/pages/${pageId}/draft-request`)
    await kenji.page.getByRole('tab', { name: en('drafts.pageRequest') }).click()
    const cards = kenji.page.getByRole('listitem')
    await cards
      .filter({ hasText: 'in turns' })
      .getByRole('button', { name: en('drafts.review') })
      .click()
    await meanwhile(kenji, draftRoutes.review.path, () =>
      publishes(kenji, pageId, paragraph('Two people an hour'), paragraph('Take a lamp with you'), paragraph('Report at six')),
    )
    await key(kenji, 'drafts.approve').click()
    await expect(kenji.page.getByText(en('drafts.comparedAnew'))).toBeVisible()
    await expect(kenji.page.getByRole('region', { name: en('drafts.merge') })).toContainText('Report at six')
    await key(kenji, 'drafts.approve').click()
    await expect(kenji.page.getByText(en('drafts.approved'))).toBeVisible()
  })

  await test.step('approving what another tab has just rejected', async () => {
    const card = kenji.page.getByRole('listitem').filter({ hasText: 'and a radio' })
    await card.getByRole('button', { name: en('drafts.review') }).click()
    await kenji.page.getByRole('radio', { name: en('drafts.choice.draft') }).check()
    await meanwhile(kenji, draftRoutes.review.path, async (route) => {
      const sent = draftRoutes.review.body.parse(JSON.parse(route.request().postData() ?? ''))
      const rejection = { id: sent.id, PageId: sent.PageId, status: 'rejected' }
      const reply = await fetch(route.request().url(), {
        method: draftRoutes.review.method,
        headers: {
          'content-type': 'application/json',
          authorization: (await route.request().headerValue('authorization')) ?? '',
        },
        body: JSON.stringify(rejection),
      })
      expect(reply.status).toBe(200)
    })
    await key(kenji, 'drafts.approve').click()
    await expect(kenji.page.getByText(en('drafts.reviewedMeanwhile')).first()).toBeVisible()
    await expect(kenji.page.getByRole('heading', { name: en('drafts.noRequests') })).toBeVisible()
    await kenji.open(`/pages/${pageId}`)
    await expect(kenji.page.getByRole('article')).toContainText('Report at six')
    await expect(kenji.page.getByRole('article')).not.toContainText('and a radio')
  })
})
