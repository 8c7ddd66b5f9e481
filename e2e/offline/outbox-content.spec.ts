import { expect, type BrowserContext, type Route } from '@playwright/test'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { commentRoutes } from '@noroshi/contract/comments/comments.http'
import { likeRoutes } from '@noroshi/contract/comments/likes.http'
import { feedRoutes } from '@noroshi/contract/feeds/feeds.http'
import { postRoutes } from '@noroshi/contract/feeds/posts.http'
import { draftRoutes } from '@noroshi/contract/pages/drafts.http'
import { threadRoutes } from '@noroshi/contract/messaging/threads.http'
import { createAdministrator } from '../fixtures/servers/administrator.ts'
import { fetchOk } from '../fixtures/servers/api.ts'
import { expectAccessible } from '../fixtures/checks/axe.ts'
import { bubble, openThread, sendText, startChat } from '../fixtures/scenes/chat.ts'
import { likeButton, postOf } from '../fixtures/scenes/feed-actions.ts'
import { test } from '../fixtures/journey.ts'
import { onlyLong } from '../fixtures/long.ts'
import { createPageByApi, editorOf, openEditor } from '../fixtures/scenes/page-actions.ts'
import { pastePicture } from '../fixtures/scenes/paste.ts'
import type { Person } from '../fixtures/person.ts'
import { dialogOf } from '../fixtures/checks/screen.ts'
import { textsIn } from '../fixtures/texts.ts'

const t = textsIn('en')

const isWrite = (url: URL) => url.pathname.startsWith('/backend/api/')
const abortWrites = (route: Route) =>
  ['POST', 'PUT', 'PATCH'].includes(route.request().method()) ? route.abort() : route.fallback()

/** Aborts all writes, like a failing connection. Returns a function that restores the connection. */
async function cutOff({ context }: { context: BrowserContext }): Promise<() => Promise<void>> {
  await context.route(isWrite, abortWrites)
  return () => context.unroute(isWrite, abortWrites)
}

/** An open feed with a post. */
async function createFeed(admin: Person) {
  const feed = await fetchOk(admin, feedRoutes.create, {
    form: { name: 'Hillside paths', description: '', isPublic: 'true', isOpenToUsers: 'true', allowsPostByAnyUser: 'true' },
  })
  const post = await fetchOk(admin, postRoutes.create, {
    params: { id: feed.id },
    form: { textContent: 'The lower path is dry' },
  })
  return { feedId: feed.id, postId: post.id }
}

const waiting = ({ page }: Person) => page.getByText(t('outbox.waiting'))

test(
  'comments, posts and likes without a connection survive a reload and are sent once and in order',
  onlyLong(),
  async ({ server, visitor, signedIn }) => {
    const kenji = await createAdministrator(server, visitor, {})
    const { feedId, postId } = await createFeed(kenji)
    const ben = await signedIn('Ben')
    const { page } = ben
    ben.allowConsoleError(/net::ERR_FAILED/)
    const posts = `/feed/${feedId}/posts`
    const reconnect = await cutOff(ben)

    await test.step('comments wait below the others, one with a picture, also after a reload', async () => {
      await ben.open(`${posts}/${postId}/comments`)
      const comment = page.getByRole('textbox', { name: t('comments.write') })
      await comment.fill('The bridge is wet')
      await pastePicture(comment)
      await comment.press('Enter')
      await expect(comment).toHaveValue('')
      await comment.fill('and the gate is open')
      await comment.press('Enter')
      await expect(waiting(ben)).toHaveCount(2)
      await page.reload()
      await expect(waiting(ben)).toHaveCount(2)
      await expect(page.getByRole('listitem').filter({ hasText: 'The bridge is wet' }).locator('img')).toBeVisible()
      await expectAccessible(ben, 'unsent comments')
    })

    await test.step('posts wait above the others', async () => {
      await ben.open(posts)
      for (const text of ['Two tents are free', 'Both are taken']) {
        await page.getByRole('button', { name: t('posts.new') }).click()
        await dialogOf(ben)
          .getByRole('textbox', { name: t('posts.text') })
          .fill(text)
        await dialogOf(ben)
          .getByRole('button', { name: t('posts.publish'), exact: true })
          .click()
        await expect(dialogOf(ben)).toHaveCount(0)
      }
      await page.reload()
      const unsent = page.getByRole('list', { name: t('posts.unsent') }).getByRole('listitem')
      await expect(unsent).toHaveText([/Both are taken/, /Two tents are free/])
      await expectAccessible(ben, 'unsent posts')
    })

    const like = postOf(ben, 'The lower path is dry').getByRole('button', { name: likeButton(t) })
    const expectWaitingLike = async () => {
      await expect(like).toHaveAttribute('aria-pressed', 'true')
      await expect(like).toHaveAccessibleName(`${t('posts.like')}, ${t('posts.likes', { count: 1 })}, ${t('outbox.waiting')}`)
    }
    await test.step('of several presses of the like button the last one waits', async () => {
      for (let press = 0; press < 3; press++) await like.click()
      await expectWaitingLike()
      await page.reload()
      await expectWaitingLike()
      await expectAccessible(ben, 'an unsent like')
    })

    await test.step('any page sends them when the connection is back', async () => {
      await ben.open('/')
      await reconnect()
      const commentsOf = async () =>
        (await fetchOk(kenji, commentRoutes.list, { params: { EntityId: postId, entityType: 'post' } })).items
      const postsOf = async () => (await fetchOk(kenji, postRoutes.list, { params: { id: feedId } })).posts
      await expect
        .poll(async () => (await commentsOf()).map(({ description }) => description), { timeout: 45_000 })
        .toEqual(['The bridge is wet', 'and the gate is open'])
      await expect
        .poll(async () => (await postsOf()).map(({ textContent }) => textContent), { timeout: 45_000 })
        .toEqual(['Both are taken', 'Two tents are free', 'The lower path is dry'])
      const likes = async () =>
        (await fetchOk(kenji, likeRoutes.list, { params: { EntityId: postId, entityType: 'post' } })).items
      await expect.poll(async () => (await likes()).map(({ user }) => user.firstName), { timeout: 45_000 }).toEqual(['Ben'])
      expect((await commentsOf()).map(({ image }) => image !== null)).toEqual([true, false])
      await ben.open(posts)
      await expect(page.getByText('Two tents are free')).toBeVisible()
      await expect(waiting(ben)).toHaveCount(0)
      await expect(like).toHaveAccessibleName(`${t('posts.like')}, ${t('posts.likes', { count: 1 })}`)
    })
  },
)

test('a refused comment stays with its author, also when its post is gone', onlyLong(), async ({ server, visitor, signedIn }) => {
  const kenji = await createAdministrator(server, visitor, {})
  const { feedId, postId } = await createFeed(kenji)
  const ben = await signedIn('Ben', { scheme: 'dark' })
  const { page } = ben
  ben.allowConsoleError(/net::ERR_FAILED|status of 40[34]/)
  await ben.open(`/feed/${feedId}/posts/${postId}/comments`)
  const comment = page.getByRole('textbox', { name: t('comments.write') })

  await test.step('the reply of the server is shown, and the text goes back into the field to be changed', async () => {
    const refuse = (route: Route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 403, json: { code: 'post.notAllowed', message: 'Comments are closed', issues: [] } })
        : route.fallback()
    const isComment = (url: URL) => url.pathname === '/backend/api/comments'
    await ben.context.route(isComment, refuse)
    await comment.fill('Is the well clean?')
    await comment.press('Enter')
    const refused = page.getByRole('listitem').filter({ hasText: 'Is the well clean?' })
    await expect(refused).toContainText(`${t('outbox.notSent')} Comments are closed`)
    await expectAccessible(ben, 'a refused comment, dark')
    await refused.getByRole('button', { name: t('outbox.edit') }).click()
    await expect(comment).toHaveValue('Is the well clean?')
    await expect(refused).toHaveCount(0)
    await ben.context.unroute(isComment, refuse)
  })

  await test.step('the post is deleted while the comment waits: the list of refused entries keeps the text', async () => {
    const reconnect = await cutOff(ben)
    await comment.press('Enter')
    await expect(waiting(ben)).toHaveCount(1)
    await ben.open('/')
    await fetchOk(kenji, postRoutes.remove, { params: { id: feedId, postId } })
    await reconnect()
    const notice = page.getByRole('complementary', { name: t('outbox.notSent') })
    await expect(notice).toContainText(t('outbox.refused', { count: 1 }), { timeout: 45_000 })
    await page.reload()
    await notice.getByRole('button', { name: t('outbox.show') }).click()
    const list = page.getByRole('dialog', { name: t('outbox.notSent') })
    await expect(list.getByRole('heading', { name: t('outbox.kind.comment') })).toBeVisible()
    await expect(list).toContainText('Is the well clean?')
    await expectAccessible(ben, 'the list of refused entries, dark')
    await list.getByRole('button', { name: t('chrome.delete') }).click()
    await page
      .getByRole('dialog', { name: t('outbox.deleteQuestion') })
      .getByRole('button', { name: t('chrome.delete') })
      .click()
    await expect(list).toContainText(t('outbox.none'))
    await page.keyboard.press('Escape')
    await expect(notice).toHaveCount(0)
  })
})

test(
  'a draft that is submitted without a connection is sent once by the next page',
  onlyLong(),
  async ({ server, visitor, signedIn }) => {
    const kenji = await createAdministrator(server, visitor, {})
    const ben = await signedIn('Ben')
    const pageId = await createPageByApi(kenji, 'Water points', [ben])
    ben.allowConsoleError(/net::ERR_FAILED/)
    await openEditor(ben, t, pageId)
    await editorOf(ben, t).click()
    await ben.page.keyboard.type('The well behind the school')
    const reconnect = await cutOff(ben)
    await ben.page.getByRole('button', { name: t('drafts.submit') }).click()
    const unsent = ben.page.getByRole('listitem').filter({ hasText: 'The well behind the school' })
    await expect(unsent).toContainText(t('outbox.waiting'))
    await expectAccessible(ben, 'an unsent draft')
    await ben.open('/')
    await reconnect()
    const pending = async () => (await fetchOk(kenji, draftRoutes.listPending, { params: { id: pageId } })).items
    await expect
      .poll(async () => (await pending()).map(({ excerpt }) => excerpt), { timeout: 45_000 })
      .toEqual(['The well behind the school'])
    await openEditor(ben, t, pageId)
    await expect(editorOf(ben, t)).not.toContainText('The well behind the school')
  },
)

test(
  'an answer to an alert and a read mark that are made without a connection reach the server after a reload',
  onlyLong(),
  async ({ signedIn }) => {
    const aiko = await signedIn('Aiko')
    const ben = await signedIn('Ben')
    const { page } = ben
    ben.allowConsoleError(/net::ERR_FAILED/)
    await startChat(aiko, t, 'Ben')
    await sendText(aiko, t, 'hello')
    await openThread(ben, t, 'Aiko')
    await page.getByRole('button', { name: t('messages.accept') }).click()
    await expect(bubble(aiko, 'hello')).toContainText(t('messages.seen'))

    const reconnect = await cutOff(ben)
    await sendText(aiko, t, 'are you safe?')
    await expect(bubble(ben, 'are you safe?')).toBeVisible()
    const { id } = await fetchOk(aiko, alertRoutes.raise, { body: { textContent: 'The bridge is under water' } })
    const alarm = page.getByRole('alertdialog')
    await alarm.getByRole('button', { name: t('alerts.responding') }).click()
    await page.waitForURL(/\/alerts\//)
    await expect(page.getByText(t('alerts.answerWaits')).last()).toBeVisible()
    await page.reload()
    await expect(page.getByText(t('alerts.answerWaits'))).toBeVisible()
    await expect(page.getByRole('button', { name: t('alerts.responding') })).toHaveAttribute('aria-pressed', 'true')
    await expect(alarm).toHaveCount(0)
    await expectAccessible(ben, 'an alert with an unsent answer')
    expect((await fetchOk(aiko, alertRoutes.get, { params: { id } })).counts.responding).toBe(0)

    await ben.open('/')
    await reconnect()
    await expect
      .poll(async () => (await fetchOk(aiko, alertRoutes.get, { params: { id } })).counts, { timeout: 45_000 })
      .toMatchObject({ responding: 1, seen: 1 })
    const unread = async () => (await fetchOk(ben, threadRoutes.unreadPersonal)).count
    await expect.poll(unread, { timeout: 45_000 }).toBe(0)
    await expect(bubble(aiko, 'are you safe?')).toContainText(t('messages.seen'))
  },
)
