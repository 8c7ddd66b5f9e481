import { expect } from '@playwright/test'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { fetchOk } from '../fixtures/servers/api.ts'
import { startChat, bubble, chatOf, field, openThread, sendText } from '../fixtures/scenes/chat.ts'
import { test } from '../fixtures/journey.ts'
import { onlyLong } from '../fixtures/long.ts'
import { textsIn } from '../fixtures/texts.ts'

const en = textsIn('en')

test(
  'a refused message is sent again, an upload is stopped, new messages are seen on the screen only, and a reader far above gets a notice',
  onlyLong(),
  async ({ signedIn }) => {
    const aiko = await signedIn('Aiko')
    const ben = await signedIn('Ben', { wide: true })
    const { page } = aiko
    await startChat(aiko, en, 'Ben')
    await sendText(aiko, en, 'before')
    await openThread(ben, en, 'Aiko')
    await ben.page.getByRole('button', { name: en('messages.accept') }).click()

    await test.step('a refused message shows the server’s error; a manual retry sends it once', async () => {
      aiko.allowConsoleError(/status of 409/)
      await page.route(
        `**${messageRoutes.send.path}`,
        (route) => route.fulfill({ status: 409, json: { code: 'conflict', message: 'Something else came first', issues: [] } }),
        { times: 1 },
      )
      await sendText(aiko, en, 'again')
      await expect(bubble(aiko, 'again')).toContainText(en('messages.notSent'))
      await expect(page.getByText('Something else came first')).toBeVisible()
      await bubble(aiko, 'again')
        .getByRole('button', { name: en('messages.tryAgain') })
        .click()
      await expect(bubble(aiko, 'again')).toContainText(en('messages.seen'))
      await expect(bubble(ben, 'again')).toHaveCount(1)
    })

    await test.step('an upload shows its percentage, and a stopped upload leaves no message', async () => {
      const held = Promise.withResolvers<void>()
      await page.route(`**${messageRoutes.upload.path}`, async (route) => {
        await held.promise
        await route.abort()
      })
      await page.getByRole('button', { name: en('messages.attach'), exact: true }).click()
      await page.getByRole('menuitem', { name: en('messages.attach.file') }).click()
      await page
        .locator('input[type=file]')
        .setInputFiles([{ name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.alloc(400_000) }])
      await page
        .getByRole('dialog')
        .getByRole('button', { name: en('media.send'), exact: true })
        .click()
      await expect(bubble(aiko, 'plan.txt').getByRole('progressbar')).toHaveText(/^\d+%$/)
      const cancel = bubble(aiko, 'plan.txt').getByRole('button', { name: en('media.cancelSending') })
      const question = page.getByRole('dialog', { name: en('outbox.deleteQuestion') })
      await cancel.click()
      await question.getByRole('button', { name: en('chrome.cancel') }).click()
      await expect(bubble(aiko, 'plan.txt').getByRole('progressbar')).toBeVisible()
      await cancel.click()
      await question.getByRole('button', { name: en('chrome.delete') }).click()
      await expect(bubble(aiko, 'plan.txt')).toHaveCount(0)
      held.resolve()
      await sendText(aiko, en, 'after')
      await expect(bubble(ben, 'after')).toBeVisible()
      await expect(bubble(ben, 'plan.txt')).toHaveCount(0)
    })

    await test.step('40 new messages open at the first; only those on the screen are seen; the button marks all', async () => {
      const messageThreadId = new URL(page.url()).pathname.split('/').at(-1)
      await ben.openLive('/alerts')
      for (let number = 1; number <= 40; number++)
        await fetchOk(aiko, messageRoutes.send, { body: { messageThreadId, text: `note ${number}` } })
      await openThread(ben, en, 'Aiko')
      await expect(bubble(ben, 'note 1')).toBeInViewport()
      await expect(bubble(aiko, 'note 1')).toContainText(en('messages.seen'))
      await expect(bubble(ben, 'note 40')).not.toBeInViewport()
      await expect(bubble(aiko, 'note 40')).toContainText(en('messages.delivered'))
      await ben.page.getByRole('button', { name: / new messages$/ }).press('Enter')
      await expect(ben.page.getByText(en('messages.allSeen'))).toBeVisible()
      await expect(bubble(ben, 'note 40')).toBeInViewport()
      await expect(bubble(aiko, 'note 40')).toContainText(en('messages.seen'))
    })

    await test.step('at the end new messages scroll into view; far above a button announces them and scrolls there', async () => {
      const scrollFromEnd = (pixels: number) =>
        chatOf(ben).evaluate((log, distance) => {
          const scroller = log.closest('[tabindex]')
          if (scroller) scroller.scrollTop = scroller.scrollHeight - scroller.clientHeight - distance
        }, pixels)
      const pill = ben.page.getByRole('button', { name: en('messages.newCount', { count: 1 }) })
      await scrollFromEnd(80)
      await sendText(aiko, en, 'near the end')
      await expect(bubble(ben, 'near the end')).toBeInViewport()
      await expect(bubble(aiko, 'near the end')).toContainText(en('messages.seen'))
      await expect(pill).toHaveCount(0)
      await scrollFromEnd(900)
      await sendText(aiko, en, 'far below')
      await expect(pill).toBeVisible()
      await expect(bubble(ben, 'far below')).not.toBeInViewport()
      await pill.press('Enter')
      await expect(bubble(ben, 'far below')).toBeInViewport()
      await expect(pill).toHaveCount(0)
      await expect(ben.page.getByRole('group', { name: en('messages.chat') })).toBeFocused()
    })

    await test.step('the list keeps the chosen tab', async () => {
      await aiko.open('/messages')
      const groups = page.getByRole('tab', { name: en('messages.groups') })
      await groups.click()
      await page.reload()
      await expect(groups).toHaveAttribute('aria-selected', 'true')
      await expect(page.getByRole('heading', { name: en('messages.noGroups') })).toBeVisible()
      await expect(field(aiko, en)).toHaveCount(0)
    })
  },
)
