import { expect } from '@playwright/test'
import sharp from 'sharp'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { fetchOk } from '../fixtures/servers/api.ts'
import { expectAccessible } from '../fixtures/checks/axe.ts'
import { bubble, chatOf } from '../fixtures/scenes/chat.ts'
import { test } from '../fixtures/journey.ts'
import { onlyLong } from '../fixtures/long.ts'
import type { Person } from '../fixtures/person.ts'
import { endCountdown } from '../fixtures/scenes/sos.ts'
import { textsIn } from '../fixtures/texts.ts'

const en = textsIn('en')
const alertPath = (id: string, threadId: string) => `/alerts/${id}/messages/${threadId}`

async function attachPicture({ page }: Person, name: string, caption: string) {
  const buffer = await sharp({ create: { width: 320, height: 240, channels: 3, background: '#2a7f62' } })
    .png()
    .toBuffer()
  await page.getByRole('button', { name: en('messages.attach'), exact: true }).click()
  await page.getByRole('menuitem', { name: en('messages.attach.file') }).click()
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'image/png', buffer })
  await page.getByRole('textbox', { name: en('messages.attach.caption') }).fill(caption)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: en('media.send'), exact: true })
    .click()
}

const isLoaded = (picture: ReturnType<Person['page']['locator']>) =>
  expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)

test(
  'a member sends a picture to the chat of an anonymous alert, and the raiser’s device shows it',
  onlyLong(),
  async ({ signedIn, visitor }) => {
    const ben = await signedIn('Ben')
    const stranger = await visitor()
    await stranger.openLive('/')
    await stranger.page.getByRole('button', { name: en('alerts.sos.name') }).click()
    await endCountdown(stranger.page, en)
    await stranger.page.waitForURL(/\/alerts\/.+\/messages\/.+/)
    const [, id = '', threadId = ''] = /\/alerts\/([^/]+)\/messages\/([^/]+)/.exec(stranger.page.url()) ?? []
    await fetchOk(ben, alertRoutes.answer, { params: { id }, body: { answer: 'responding' } })
    await ben.openLive(alertPath(id, threadId))

    await test.step('the picture', async () => {
      await attachPicture(ben, 'gate.png', 'use the north gate')
      const own = bubble(ben, 'use the north gate').locator('img')
      await isLoaded(own)
      const shown = bubble(stranger, 'use the north gate').locator('img')
      await shown.scrollIntoViewIfNeeded() // pictures below the screen are not loaded
      await isLoaded(shown)
      await shown.click()
      await expect(stranger.page.getByRole('dialog').locator('img')).toBeVisible()
      await stranger.page.keyboard.press('Escape')
      await expectAccessible(stranger, 'a picture in the chat of an alert')
      await expect(chatOf(ben).getByText(en('messages.sent'))).toHaveCount(1)
    })
    await test.step('the raiser without a session has no attachments and is asked to log in', async () => {
      await expect(stranger.page.getByRole('button', { name: en('messages.attach'), exact: true })).toHaveCount(0)
      const field = stranger.page.getByRole('textbox', { name: en('alerts.chat.write') })
      await field.fill('thank you')
      await field.press('Enter')
      await expect(stranger.page.getByText(en('alerts.chat.loginToReport'))).toBeVisible()
      await expect(field).toHaveValue('thank you')
    })
  },
)

test(
  'a picture that the server did not get waits in the chat of the alert and is sent later',
  onlyLong(),
  async ({ signedIn }) => {
    const aiko = await signedIn('Aiko')
    const ben = await signedIn('Ben')
    ben.allowConsoleError(/Failed to load resource|WebSocket/)
    const { id, alertMessageThread } = await fetchOk(aiko, alertRoutes.raise, { body: { textContent: 'Smoke' } })
    await fetchOk(ben, alertRoutes.answer, { params: { id }, body: { answer: 'responding' } })
    await ben.openLive(alertPath(id, alertMessageThread.MessageThreadId))
    await expect(ben.page.getByRole('heading', { name: en('alerts.chat') })).toBeAttached()

    await ben.page.route('**/messages/upload', (route) => route.abort())
    await attachPicture(ben, 'smoke.png', 'from the roof')
    await expect(bubble(ben, 'from the roof').getByText(en('outbox.waiting'))).toBeVisible()
    await ben.page.unroute('**/messages/upload')
    await bubble(ben, 'from the roof')
      .getByRole('button', { name: en('messages.tryAgain') })
      .click()
    await expect(bubble(ben, 'from the roof').getByText(en('outbox.waiting'))).toHaveCount(0)
    await expect
      .poll(async () =>
        (await fetchOk(aiko, alertRoutes.messages, { params: { id } })).items.map(({ messageMedias }) => messageMedias.length),
      )
      .toEqual([1])
  },
)
