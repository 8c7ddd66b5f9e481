import { expect, type Route } from '@playwright/test'
import { draftRoutes } from '@noroshi/contract/pages/drafts.http'
import { pageRoutes } from '@noroshi/contract/pages/pages.http'
import { API_BASE } from '@noroshi/contract/routes'
import { createAdministrator } from '../fixtures/servers/administrator.ts'
import { decideDraft } from '../fixtures/scenes/draft-actions.ts'
import { test } from '../fixtures/journey.ts'
import { onlyLong } from '../fixtures/long.ts'
import { paragraph, publishPage, submitDraftByApi } from '../fixtures/scenes/page-texts.ts'
import { editorOf, createPageByApi, openEditor, typeAfter } from '../fixtures/scenes/page-actions.ts'
import type { Person } from '../fixtures/person.ts'
import { textsIn } from '../fixtures/texts.ts'

const en = textsIn('en')
const button = ({ page }: Person, name: Parameters<typeof en>[0]) => page.getByRole('button', { name: en(name), exact: true })

/** Runs a change while the next matching request is pending, so that its reply reports the change. */
async function changeDuringRequest({ page }: Person, path: string, change: (route: Route) => Promise<void>): Promise<void> {
  await page.route(
    `**${API_BASE}${path}`,
    async (route) => {
      await change(route)
      await route.continue()
    },
    { times: 1 },
  )
}

test(
  'a reply reports changes that happened during its request, and nothing is lost',
  onlyLong(),
  async ({ server, signedIn, visitor }) => {
    const kenji = await createAdministrator(server, visitor, { wide: true })
    const ben = await signedIn('Ben')
    kenji.allowConsoleError(/status of 409/)
    const pageId = await createPageByApi(kenji, 'Night watch', [ben])
    await publishPage(kenji, pageId, paragraph('Two people an hour'), paragraph('Take a lamp'))
    await submitDraftByApi(ben, pageId, paragraph('Two people an hour'), paragraph('Take a lamp and a radio'))
    await submitDraftByApi(ben, pageId, paragraph('Two people an hour, in turns'), paragraph('Take a lamp'))

    await test.step('publishing: the editor is locked during the request, and both contents are merged', async () => {
      const editor = await openEditor(kenji, en, pageId)
      await typeAfter(kenji, en, 'Take a lamp', ' with you')
      await changeDuringRequest(kenji, pageRoutes.publish.path.replace(':id', pageId), async () => {
        await expect(kenji.page.locator('[inert]').filter({ has: editor })).toHaveCount(1)
        await publishPage(kenji, pageId, paragraph('Welcome'), paragraph('Two people an hour'), paragraph('Take a lamp'))
      })
      await button(kenji, 'drafts.publish').click()
      await expect(kenji.page.getByRole('heading', { name: en('drafts.mergeTitle') })).toBeVisible()
      await button(kenji, 'drafts.takeResult').click()
      await expect(editorOf(kenji, en)).toContainText('Welcome')
      await expect(editorOf(kenji, en)).toContainText('Take a lamp with you')
      await button(kenji, 'drafts.publish').click()
      await expect(kenji.page.getByText(en('drafts.published'))).toBeVisible()
    })

    await test.step('approving after a new publication: the comparison is updated, and nothing is approved', async () => {
      await kenji.open(`/pages/${pageId}/draft-request`)
      await kenji.page.getByRole('tab', { name: en('drafts.pageRequest') }).click()
      const cards = kenji.page.getByRole('listitem')
      await cards
        .filter({ hasText: 'in turns' })
        .getByRole('button', { name: en('drafts.review') })
        .click()
      await changeDuringRequest(kenji, draftRoutes.review.path, () =>
        publishPage(
          kenji,
          pageId,
          paragraph('Two people an hour'),
          paragraph('Take a lamp with you'),
          paragraph('Report at six'),
        ),
      )
      await decideDraft(kenji, en, 'approve')
      await expect(kenji.page.getByText(en('drafts.comparedAgain'))).toBeVisible()
      await expect(kenji.page.getByRole('region', { name: en('drafts.merge') })).toContainText('Report at six')
      await decideDraft(kenji, en, 'approve')
      await expect(kenji.page.getByText(en('drafts.approved'))).toBeVisible()
    })

    await test.step('approving a draft that another tab has just rejected', async () => {
      const card = kenji.page.getByRole('listitem').filter({ hasText: 'and a radio' })
      await card.getByRole('button', { name: en('drafts.review') }).click()
      await kenji.page.getByRole('radio', { name: en('drafts.choice.draft') }).check()
      await changeDuringRequest(kenji, draftRoutes.review.path, async (route) => {
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
      await decideDraft(kenji, en, 'approve')
      await expect(kenji.page.getByText(en('drafts.reviewedMeanwhile')).first()).toBeVisible()
      await expect(kenji.page.getByText(en('drafts.writtenKept'))).toBeVisible()
      await expect(kenji.page.getByRole('radio', { name: en('drafts.choice.draft') })).toBeChecked()
      await expect(button(kenji, 'drafts.approve')).toBeDisabled()
      await button(kenji, 'drafts.backToRequests').last().click()
      await kenji.page.getByRole('button', { name: en('chrome.discard'), exact: true }).click()
      await expect(kenji.page.getByRole('heading', { name: en('drafts.noRequests') })).toBeVisible()
      await kenji.open(`/pages/${pageId}`)
      await expect(kenji.page.getByRole('article')).toContainText('Report at six')
      await expect(kenji.page.getByRole('article')).not.toContainText('and a radio')
    })
  },
)
