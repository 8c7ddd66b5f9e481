import { expect, type Page } from '@playwright/test'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { commentRoutes } from '@noroshi/contract/comments/comments.http'
import { feedRoutes } from '@noroshi/contract/feeds/feeds.http'
import { postRoutes } from '@noroshi/contract/feeds/posts.http'
import { threadRoutes } from '@noroshi/contract/messaging/threads.http'
import { createAdministrator } from '../fixtures/servers/administrator.ts'
import { fetchOk } from '../fixtures/servers/api.ts'
import { expectAccessible } from '../fixtures/checks/axe.ts'
import { bubble, field, sendText } from '../fixtures/scenes/chat.ts'
import { test } from '../fixtures/journey.ts'
import { onlyLong } from '../fixtures/long.ts'
import { editorOf, createPageByApi } from '../fixtures/scenes/page-actions.ts'
import { pastePicture } from '../fixtures/scenes/paste.ts'
import type { Person } from '../fixtures/person.ts'
import { dialogOf } from '../fixtures/checks/screen.ts'
import { textsIn } from '../fixtures/texts.ts'

const en = textsIn('en')

const storedDrafts = (page: Page) => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft:')))

/** Answers the browser's confirmation dialogs before a reload. */
function acceptDialogs(page: Page): string[] {
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.type())
    void dialog.accept()
  })
  return dialogs
}

async function usePhoneSize(person: Person): Promise<Person> {
  await person.page.setViewportSize({ width: 390, height: 844 })
  return person
}

test(
  'on a phone, text survives an outage and a reload in a personal chat and a group; a pasted picture is sent by Enter',
  onlyLong(),
  async ({ signedIn }) => {
    const aiko = await usePhoneSize(await signedIn('Aiko'))
    const ben = await signedIn('Ben', { wide: true })
    const { page } = aiko
    const { id: recipient } = await fetchOk(ben, accountRoutes.me)
    const { id: thread } = await fetchOk(aiko, threadRoutes.startPersonal, { body: { recipient } })
    const { id: group } = await fetchOk(aiko, threadRoutes.createGroup, {
      body: { name: 'Hillside', description: '', recipients: [recipient], clientId: crypto.randomUUID() },
    })
    const dialogs = acceptDialogs(page)
    const question = dialogOf(aiko).filter({ hasText: en('chrome.discardTitle') })
    const caption = page.getByRole('textbox', { name: en('messages.attach.caption') })

    await test.step('unsent text is restored after a reload, and the list marks only its chat', async () => {
      await aiko.open(`/messages/${thread}`)
      await field(aiko, en).fill('We are at the')
      await aiko.open(`/messages/${group}`)
      await expect(field(aiko, en)).toHaveValue('')
      await field(aiko, en).fill('Who has a key')
      await page.reload()
      await expect(field(aiko, en)).toHaveValue('Who has a key')
      await aiko.open('/messages')
      await page.getByRole('tab', { name: en('messages.personal') }).click()
      await expect(page.getByRole('link', { name: /Ben/ })).toContainText(`${en('messages.draft')} We are at the`)
      await expectAccessible(aiko, 'a list with a draft')
      await page.getByRole('link', { name: /Ben/ }).click()
      await expect(field(aiko, en)).toHaveValue('We are at the')
      expect(dialogs, 'a stored draft shows no dialog').toEqual([])
    })

    await test.step('a pasted picture takes the text as its caption; closing asks for confirmation, and the text stays', async () => {
      await field(aiko, en).focus()
      await pastePicture(field(aiko, en))
      await expect(caption).toBeFocused()
      await expect(caption).toHaveValue('We are at the')
      await page.keyboard.type(' bridge')
      await page.keyboard.press('Escape')
      await expect(question).toBeVisible()
      await expectAccessible(aiko, 'the question before discarding')
      await question.getByRole('button', { name: en('chrome.keepEditing') }).click()
      await expect(caption).toHaveValue('We are at the bridge')
      await page.keyboard.press('Escape')
      await question.getByRole('button', { name: en('chrome.discard'), exact: true }).click()
      await expect(dialogOf(aiko)).toHaveCount(0)
      await expect(field(aiko, en)).toHaveValue('We are at the bridge')
    })

    await test.step('a reload with a chosen picture asks for confirmation; the text is restored afterwards', async () => {
      await pastePicture(field(aiko, en))
      await expect(caption).toBeFocused()
      await page.reload()
      expect(dialogs).toEqual(['beforeunload'])
      await expect(field(aiko, en)).toHaveValue('We are at the bridge')
    })

    await test.step('Enter in the caption sends without a network; after a reload the message arrives with its picture', async () => {
      await aiko.goOffline()
      await pastePicture(field(aiko, en))
      await expect(caption).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(dialogOf(aiko)).toHaveCount(0)
      await expect(bubble(aiko, 'We are at the bridge')).toContainText(en('outbox.waiting'))
      await expect(field(aiko, en)).toHaveValue('')
      await field(aiko, en).fill('and then')
      await aiko.goOnline()
      await page.reload()
      await expect(field(aiko, en)).toHaveValue('and then')
      await ben.open(`/messages/${thread}`)
      await expect(bubble(ben, 'We are at the bridge').locator('img')).toBeVisible({ timeout: 30_000 })
    })

    await test.step('a sent message leaves no draft, and a logout removes other drafts after a warning', async () => {
      await sendText(aiko, en, 'and then left')
      await expect(bubble(aiko, 'and then left')).toBeVisible()
      expect(await storedDrafts(page)).toHaveLength(1)
      await aiko.open('/')
      await page.getByRole('banner').getByRole('button', { name: /Aiko/ }).click()
      await page.getByRole('menuitem', { name: en('accounts.logout') }).click()
      const logout = dialogOf(aiko).filter({ hasText: en('accounts.logoutConfirm') })
      await expect(logout).toContainText(en('accounts.logoutDrafts'))
      await logout.getByRole('button', { name: en('chrome.confirm') }).click()
      await page.waitForURL(/\/login$/)
      expect(await storedDrafts(page)).toEqual([])
    })
  },
)

test(
  'on a phone, text survives an outage and a reload in comments, in the page editor and in the chat of an alert',
  onlyLong(),
  async ({ server, visitor, signedIn }) => {
    const kenji = await usePhoneSize(await createAdministrator(server, visitor, {}))
    const ben = await signedIn('Ben')
    const { page } = kenji
    const dialogs = acceptDialogs(page)
    const feed = await fetchOk(kenji, feedRoutes.create, {
      form: { name: 'Hillside paths', description: '', isPublic: 'true', isOpenToUsers: 'true', allowsPostByAnyUser: 'true' },
    })
    const post = await fetchOk(kenji, postRoutes.create, {
      params: { id: feed.id },
      form: { textContent: 'The lower path is dry' },
    })
    const comment = page.getByRole('textbox', { name: en('comments.write') })

    await test.step('a comment that is not sent stays in the field after a reload', async () => {
      await kenji.open(`/feed/${feed.id}/posts/${post.id}/comments`)
      await comment.fill('As far')
      await kenji.goOffline()
      await comment.fill('As far as the gate')
      await kenji.goOnline()
      await page.reload()
      await expect(comment).toHaveValue('As far as the gate')
    })

    await test.step('a comment takes one picture: other files and invalid pictures are refused on the screen', async () => {
      const chooser = page.locator('input[type=file]')
      const refusal = page.getByRole('main').getByRole('alert')
      await chooser.setInputFiles([{ name: 'plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') }])
      await expect(refusal).toHaveText(en('comments.notPicture', { name: 'plan.pdf' }))
      await expectAccessible(kenji, 'a file that a comment refuses')
      kenji.allowConsoleError(/status of 4\d\d/)
      await chooser.setInputFiles([{ name: 'broken.png', mimeType: 'image/png', buffer: Buffer.from('no picture') }])
      await expect(refusal).toHaveCount(0)
      await comment.press('Enter')
      await expect(page.getByText(en('comments.notAdded'))).toBeVisible()
      await page.getByRole('button', { name: en('outbox.edit') }).click()
      await expect(comment).toHaveValue('As far as the gate')
      await page.getByRole('button', { name: en('media.remove', { name: 'broken.png' }) }).click()
    })

    await test.step('Enter sends a pasted picture with the text, and the picture opens in the viewer', async () => {
      await pastePicture(comment)
      await expect(page.getByRole('list', { name: en('media.chosen') })).toBeVisible()
      await page.reload()
      expect(dialogs).toEqual(['beforeunload'])
      await expect(comment).toHaveValue('As far as the gate')
      await pastePicture(comment)
      await comment.press('Enter')
      const sent = page.getByRole('listitem').filter({ hasText: 'As far as the gate' })
      await expect(sent).toHaveCount(1)
      await expect(comment).toHaveValue('')
      await sent.getByRole('button', { name: en('media.open', { name: en('comments.picture', { name: 'Kenji' }) }) }).click()
      await expect(dialogOf(kenji).getByRole('img')).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(dialogOf(kenji)).toHaveCount(0)
      const { items } = await fetchOk(kenji, commentRoutes.list, { params: { EntityId: post.id, entityType: 'post' } })
      expect(items.map(({ description }) => description)).toEqual(['As far as the gate'])
    })

    await test.step('the page editor restores typed text after an outage and a reload', async () => {
      const pageId = await createPageByApi(kenji, 'Water points', [ben])
      await kenji.open(`/pages/${pageId}/content`)
      await editorOf(kenji, en).click()
      await kenji.goOffline()
      await page.keyboard.type('The well behind the school')
      await kenji.goOnline()
      await page.reload()
      await page.getByRole('button', { name: en('drafts.continue') }).click()
      await expect(editorOf(kenji, en)).toContainText('The well behind the school')
    })

    await test.step('the chat of an alert, and a text report that is closed and opened again', async () => {
      const { id, alertMessageThread } = await fetchOk(kenji, alertRoutes.raise, {
        body: { RaisedBy: null, latitude: null, longitude: null, clientId: crypto.randomUUID() },
      })
      await kenji.open(`/alerts/${id}/messages/${alertMessageThread.MessageThreadId}`)
      const chat = page.getByRole('textbox', { name: en('alerts.chat.write') })
      await chat.fill('Second floor')
      await page.reload()
      await expect(chat).toHaveValue('Second floor')
      await page.getByRole('button', { name: en('alerts.add.text'), exact: true }).click()
      const report = dialogOf(kenji).getByRole('textbox')
      await report.fill('The stairs burn')
      await page.reload()
      await page.getByRole('button', { name: en('alerts.add.text'), exact: true }).click()
      await expect(report).toHaveValue('The stairs burn')
      const upload = '**/backend/api/alerts/upload'
      await page.route(upload, (route) => new Promise(() => void route.request()))
      await dialogOf(kenji)
        .getByRole('button', { name: en('media.send'), exact: true })
        .click()
      await expect(report, 'text that is added now would be discarded with the text that is sent').not.toBeEditable()
      await page.keyboard.press('Escape')
      await page.unroute(upload)
      await page.getByRole('button', { name: en('alerts.add.text'), exact: true }).click()
      await expect(report).toHaveValue('The stairs burn')
      await fetchOk(ben, alertRoutes.resolve, { body: { AlertId: id, latitude: null, longitude: null } })
      await expect(dialogOf(kenji).getByText(en('alerts.add.resolvedMeanwhile'))).toBeVisible()
      await expect(report).toHaveValue('The stairs burn')
      await expect(dialogOf(kenji).getByRole('button', { name: en('media.send'), exact: true })).toBeDisabled()
      await expectAccessible(kenji, 'a report on an alert that was resolved meanwhile')
      await page.keyboard.press('Escape')
      await expect(page.getByText(en('chrome.discardTitle'))).toBeVisible()
      await page.getByRole('button', { name: en('chrome.keepEditing') }).click()
      await expect(report).toHaveValue('The stairs burn')
    })
  },
)
