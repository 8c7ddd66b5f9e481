import { onlyLong } from '../fixtures/long.ts'
import { expect, type Page } from '@playwright/test'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { fetchOk } from '../fixtures/servers/api.ts'
import { accept, callFromProfile, press, userIdOf } from '../fixtures/scenes/calls.ts'
import { isMarked, mark, noticeOf, storeNewVersion, test, versionOf, waitUntilStored } from '../fixtures/servers/deployment.ts'
import { createChat } from '../fixtures/scenes/radio.ts'
import { textsIn } from '../fixtures/texts.ts'

const t = textsIn('en')

/** The page offers a new version when the user returns to it. */
const returnTo = (page: Page) => page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')))

/** Returns to the page until it has found the new version and offers it. */
const expectNotice = (page: Page) =>
  expect(async () => {
    await returnTo(page)
    await expect(noticeOf(page, t)).toBeVisible({ timeout: 500 })
  }).toPass({ timeout: 60_000 })

test('a new version interrupts neither a call nor a recording', onlyLong(), async ({ deployment, signedIn }) => {
  const aiko = await signedIn('Aiko', { hasServiceWorker: true, proxyUrl: deployment.url })
  const ben = await signedIn('Ben')
  const threadId = await createChat(aiko, ben)
  const { page } = aiko
  await waitUntilStored(page)
  await ben.openLive('/feeds')
  await callFromProfile(aiko, t, await userIdOf(ben))
  await accept(ben, t)
  // A browser without it finds no address in a network without a default route.
  await aiko.context.grantPermissions(['microphone'])
  await press(aiko, t, 'calls.unmute')
  await expect(page.getByRole('timer')).toBeVisible()
  await mark(page)

  await test.step('while a call runs, and the notice appears after it', async () => {
    await deployment.deploy()
    await storeNewVersion(page)
    await returnTo(page)
    await expect(page.getByRole('timer')).toHaveText(/:(0[2-9]|[1-5]\d)$/)
    await expect(noticeOf(page, t)).toHaveCount(0)
    await press(aiko, t, 'calls.end')
    await expectNotice(page)
    expect(await isMarked(page)).toBe(true)
  })
  await test.step('while a voice message is recorded: another tab takes the new version, this one keeps the recording', async () => {
    const tab = await aiko.context.newPage()
    await page.goto(`${aiko.url}/messages/${threadId}`)
    await tab.goto(`${aiko.url}/feeds`)
    await expectNotice(tab)
    await mark(page)
    await page.getByRole('button', { name: t('messages.attach'), exact: true }).click()
    await page.getByRole('menuitem', { name: t('messages.attach.voice') }).click()
    await page.getByRole('button', { name: t('media.recordSound'), exact: true }).click()
    await expect(page.getByText(t('media.recordingSound'), { exact: true })).toBeVisible()
    await noticeOf(tab, t)
      .getByRole('button', { name: t('chrome.update.accept') })
      .click()
    await expect.poll(() => versionOf(tab)).toBe('2')
    await page.waitForTimeout(3_000) // a tab that may reload does it within a second
    await expect(page.getByText(t('media.recordingSound'), { exact: true })).toBeVisible()
    expect(await isMarked(page)).toBe(true)
  })
  await test.step('the recording is sent, and then the new version is offered', async () => {
    await page.getByRole('button', { name: t('media.stop'), exact: true }).click()
    await page.getByRole('button', { name: t('media.useRecording') }).click()
    await page.getByRole('button', { name: t('media.send'), exact: true }).click()
    await expect
      .poll(async () => (await fetchOk(ben, messageRoutes.list, { params: { id: threadId } })).items.at(-1)?.text)
      .toBe('')
    expect(await isMarked(page)).toBe(true)
    await page.getByRole('button', { name: t('chrome.back') }).click()
    await page
      .getByRole('link', { name: t('chrome.home') })
      .first()
      .click()
    await expectNotice(page)
    await noticeOf(page, t)
      .getByRole('button', { name: t('chrome.update.accept') })
      .click()
    await expect.poll(() => versionOf(page)).toBe('2')
  })
})
