import { expect } from '@playwright/test'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { commentRoutes } from '@noroshi/contract/comments/comments.http'
import { feedRoutes } from '@noroshi/contract/feeds/feeds.http'
import { postRoutes } from '@noroshi/contract/feeds/posts.http'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { threadRoutes } from '@noroshi/contract/messaging/threads.http'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { createAdministrator } from '../fixtures/servers/administrator.ts'
import { callApi, fetchOk } from '../fixtures/servers/api.ts'
import { test } from '../fixtures/journey.ts'
import { textsIn } from '../fixtures/texts.ts'
import { translatePage } from '../fixtures/checks/translation.ts'
import { onlyLong } from '../fixtures/long.ts'

const t = textsIn('en')
/** A text that the translation of the test has put in brackets. */
const translated = (text: string) => `‹${text}›`

test(
  'pages that the browser translates follow live changes, and names stay as they are',
  onlyLong(),
  async ({ server, signedIn, visitor }) => {
    const admin = await createAdministrator(server, visitor, {})
    const ben = await signedIn('Ben', { wide: true })
    const stopped = ben.page.getByText(translated(t('chrome.screenFailed')))

    await test.step('an alert and its alarm', async () => {
      const { id } = await callApi(server.url, alertRoutes.raise, { body: { textContent: 'first' } })
      const alarm = ben.page.getByRole('alertdialog')
      await expect(alarm).toBeVisible()
      await translatePage(ben.page)
      await callApi(server.url, alertRoutes.raise, { body: { textContent: 'second' } })
      await expect(alarm.getByText(translated('second')).first()).toBeVisible()
      const { items } = await fetchOk(ben, alertRoutes.list)
      for (const alert of items) await fetchOk(admin, alertRoutes.resolve, { body: { AlertId: alert.id } })
      await expect(alarm).toBeHidden()
      const raised = items.find((alert) => alert.id === id)
      await ben.open(`/alerts/${id}/messages/${raised?.alertMessageThread.MessageThreadId}`)
      await expect(ben.page.getByText(t('alerts.resolved')).first()).toBeVisible()
      await translatePage(ben.page)
      await fetchOk(admin, alertRoutes.reopen, { params: { id } })
      await expect(ben.page.getByRole('button', { name: t('alerts.responding') }).first()).toBeVisible()
      await fetchOk(admin, alertRoutes.resolve, { body: { AlertId: id } })
      await expect(ben.page.getByText(translated(t('alerts.resolved'))).first()).toBeVisible()
      await expect(stopped).toBeHidden()
    })

    await test.step('a thread and its list', async () => {
      const me = await fetchOk(ben, accountRoutes.me)
      const { id: messageThreadId } = await fetchOk(admin, threadRoutes.startPersonal, { body: { recipient: me.id } })
      const send = (text: string) =>
        fetchOk(admin, messageRoutes.send, { body: { messageThreadId, text, messageType: 'normalChat' } })
      await send('water has arrived')
      await ben.open(`/messages/${messageThreadId}`)
      await expect(ben.page.getByText('water has arrived').first()).toBeVisible()
      await translatePage(ben.page)
      await send('and bread')
      await expect(ben.page.getByText(translated('and bread')).first()).toBeVisible()
      await fetchOk(ben, threadRoutes.accept, { params: { id: messageThreadId }, body: { hasAccepted: false } })
      await expect(ben.page.getByText(translated(t('messages.unblock'))).first()).toBeVisible()
      await expect(stopped).toBeHidden()
    })

    await test.step('the comments of a post, whose author keeps the own name', async () => {
      const feed = await fetchOk(admin, feedRoutes.create, { form: { name: 'Town hall', isPublic: 'true' } })
      const form = { textContent: 'The shelter is open' }
      const post = await fetchOk(admin, postRoutes.create, { params: { id: feed.id }, form })
      const comment = (description: string) =>
        fetchOk(admin, commentRoutes.create, { form: { EntityId: post.id, entityType: 'post', description } })
      await comment('How many places?')
      await ben.open(`/feed/${feed.id}/posts/${post.id}/comments`)
      await expect(ben.page.getByText('How many places?')).toBeVisible({ timeout: 30_000 })
      await translatePage(ben.page)
      const { id } = await comment('Forty')
      await expect(ben.page.getByText(translated('Forty'))).toBeVisible()
      await fetchOk(admin, commentRoutes.remove, { params: { id } })
      await expect(ben.page.getByText(translated('Forty'))).toBeHidden()
      const { firstName } = await fetchOk(admin, accountRoutes.me)
      await expect(ben.page.locator('b[translate=no]').filter({ hasText: firstName }).first()).toHaveText(/^[^‹]+$/)
      await expect(stopped).toBeHidden()
    })
  },
)
