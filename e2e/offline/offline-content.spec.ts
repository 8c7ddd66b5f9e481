import { expect } from '@playwright/test'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { commentRoutes } from '@noroshi/contract/comments/comments.http'
import { feedRoutes } from '@noroshi/contract/feeds/feeds.http'
import { postRoutes } from '@noroshi/contract/feeds/posts.http'
import type { CatalogueLanguage } from '@noroshi/contract/i18n'
import { createAdministrator } from '../fixtures/servers/administrator.ts'
import { fetchOk } from '../fixtures/servers/api.ts'
import { expectAccessible } from '../fixtures/checks/axe.ts'
import { userIdOf } from '../fixtures/scenes/calls.ts'
import { noticeOf, storeNewVersion, test, waitUntilStored } from '../fixtures/servers/deployment.ts'
import { onlyLong } from '../fixtures/long.ts'
import { createPageByApi } from '../fixtures/scenes/page-actions.ts'
import { paragraph, publishPage } from '../fixtures/scenes/page-texts.ts'
import type { Person } from '../fixtures/person.ts'
import { storedText, storedVersions } from '../fixtures/scenes/stored.ts'
import { textsIn } from '../fixtures/texts.ts'

const SAMPLES = {
  en: {
    feed: 'Hillside paths',
    post: 'The lower path is dry',
    comment: 'The gate is open too',
    written: 'The bridge holds',
    pageTitle: 'Water points',
    paragraph: 'The well behind the school',
    alert: 'The river rises',
  },
  ja: {
    feed: '山道の情報',
    post: '下の道は乾いています',
    comment: '門も開いています',
    written: '橋は通れます',
    pageTitle: '給水所の場所',
    paragraph: '学校の裏の井戸',
    alert: '川が増水しています',
  },
} satisfies Record<CatalogueLanguage, unknown>

type Samples = (typeof SAMPLES)[CatalogueLanguage]

/** Creates a feed with a post and a comment, a page, and an alert that `reader` answers. Returns their paths. */
async function createContent(admin: Person, reader: Person, raiser: Person, samples: Samples) {
  const feed = await fetchOk(admin, feedRoutes.create, {
    form: { name: samples.feed, description: '', isPublic: 'true', isOpenToUsers: 'true', allowsPostByAnyUser: 'true' },
  })
  const post = await fetchOk(admin, postRoutes.create, { params: { id: feed.id }, form: { textContent: samples.post } })
  const target = { EntityId: post.id, entityType: 'post' as const }
  await fetchOk(admin, commentRoutes.create, { form: { ...target, description: samples.comment } })
  const pageId = await createPageByApi(admin, samples.pageTitle, [reader])
  await publishPage(admin, pageId, paragraph(samples.paragraph))
  const { id: alertId, alertMessageThread } = await fetchOk(raiser, alertRoutes.raise, { body: { textContent: samples.alert } })
  await fetchOk(reader, alertRoutes.answer, { params: { id: alertId }, body: { answer: 'responding' } })
  return {
    target,
    post: `/feed/${feed.id}/posts`,
    comments: `/feed/${feed.id}/posts/${post.id}/comments`,
    page: `/pages/${pageId}`,
    alert: `/alerts/${alertId}/messages/${alertMessageThread.MessageThreadId}`,
    profile: `/user/${await userIdOf(raiser)}/profile`,
  }
}

for (const language of ['en', 'ja'] satisfies CatalogueLanguage[]) {
  const t = textsIn(language)
  const samples = SAMPLES[language]

  test(
    `after an update, a member reads alerts, posts, comments, pages and people without the server and writes a comment (${language})`,
    onlyLong(),
    async ({ server, deployment, visitor, signedIn }) => {
      const kenji = await createAdministrator(server, visitor, { language })
      const ben = await signedIn('Ben', { language })
      const aiko = await signedIn('Aiko', { hasServiceWorker: true, proxyUrl: deployment.url, language })
      const { page } = aiko
      for (const person of [kenji, ben, aiko])
        person.allowConsoleError(/net::ERR_|WebSocket connection|status of 400 .*\/socket\.io\//)
      const paths = await createContent(kenji, aiko, ben, samples)

      /** The age of a reply that no event keeps current. */
      const age = page.getByText(new RegExp(t('chrome.asOf', { time: '.+' })))
      /** Path, text on the screen and a part of the data that the device stores of each screen. */
      const screens = [
        ['/feeds', samples.feed, '"feedListing"'],
        [paths.post, samples.post, '"postCoverage"'],
        [paths.comments, samples.comment, '"commentCoverage"'],
        ['/pages', samples.pageTitle, '"pageListing"'],
        [paths.page, samples.paragraph, '"readPage"'],
        [paths.profile, 'Ben', 'profile'],
        [paths.alert, samples.alert, '"alertLedger"'],
      ] as const
      const shows = async (path: string, text: string) => {
        await aiko.open(path)
        await expect(page.getByRole('main').getByText(text).first()).toBeVisible()
      }
      const showsMembers = async () => {
        await aiko.open('/alerts')
        await page.getByRole('tab', { name: t('alerts.members') }).click()
        await expect(page.getByRole('tabpanel').getByRole('link', { name: 'Ben' })).toBeVisible()
      }
      const expectStored = (part: string) => expect.poll(() => storedText(page), { message: part }).toContain(part)

      await test.step('the member reads them with the server', async () => {
        for (const [path, text, stored] of screens) {
          await shows(path, text)
          await expectStored(stored)
        }
        await showsMembers()
        await expectStored('groupMembers')
      })
      await test.step('the member accepts a new version', async () => {
        await waitUntilStored(page)
        await deployment.deploy()
        await storeNewVersion(page)
        await expect(async () => {
          // The notice appears with a new screen, after the page has found the new version.
          for (const name of [t('alerts.title'), t('chrome.home')]) await page.getByRole('link', { name }).first().click()
          await expect(noticeOf(page, t)).toBeVisible({ timeout: 1_000 })
        }).toPass({ timeout: 60_000 })
        await noticeOf(page, t)
          .getByRole('button', { name: t('chrome.update.accept') })
          .click()
        await expect(page.locator('html[data-version="2"]')).toBeAttached()
        await expect.poll(() => storedVersions(page)).toEqual(['shell-0123456789abcdef'])
      })
      await server.kill()
      await test.step('the member reads them without the server', async () => {
        for (const [path, text] of screens) {
          await shows(path, text)
          if (path === paths.profile) await expect(age).toHaveCount(1)
        }
        await page.getByRole('button', { name: t('alerts.ledger.open') }).click()
        const ledger = page.getByRole('dialog', { name: t('alerts.ledger') })
        await expect(ledger.getByRole('listitem').filter({ hasText: 'Aiko' })).toContainText(t('alerts.ledger.responding'))
        await expect(ledger.getByText(new RegExp(t('chrome.asOf', { time: '.+' })))).toBeVisible()
        await expectAccessible(aiko, 'a ledger without the server')
        await showsMembers()
        await expect(age).toHaveCount(1)
        await expect(page.getByText(t('chrome.notConnected')).first()).toBeVisible()
        await aiko.open('/')
        await expect(page.getByRole('button', { name: t('alerts.sos.hold') })).toBeVisible()
        await expect(page.locator('html')).toHaveAttribute('lang', language)
      })
      await test.step('the member writes a comment, which is sent once when the server is back', async () => {
        await aiko.open(paths.comments)
        const field = page.getByRole('textbox', { name: t('comments.write') })
        await field.fill(samples.written)
        await field.press('Enter')
        await expect(page.getByRole('listitem').filter({ hasText: samples.written })).toContainText(t('outbox.waiting'))
        await server.restart(0)
        const comments = async () => {
          const { items } = await fetchOk(kenji, commentRoutes.list, { params: paths.target })
          return items.map(({ description }) => description)
        }
        await expect.poll(comments, { timeout: 45_000 }).toEqual([samples.comment, samples.written])
        await expect(page.getByText(t('outbox.waiting'))).toHaveCount(0)
      })
    },
  )
}
