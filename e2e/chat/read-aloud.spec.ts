import { expect } from '@playwright/test'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { fetchOk } from '../fixtures/servers/api.ts'
import { expectAccessible } from '../fixtures/checks/axe.ts'
import { test } from '../fixtures/journey.ts'
import { createChat } from '../fixtures/scenes/radio.ts'
import { expectNoOutput, expectOutput, measureOutputs, outputEnergy } from '../fixtures/scenes/read-aloud.ts'
import { textsIn } from '../fixtures/texts.ts'
import { onlyLong } from '../fixtures/long.ts'

const en = textsIn('en')
/** Takes longer than half a minute to read. */
const LONG = 'The road to the river is closed. '.repeat(15)
/** The outputs of WebAudio in the order of their first use. */
const [SPEECH, ALARM, ANNOUNCEMENT] = [0, 1, 2]

test(
  'messages are read aloud in one tab, until Stop, and not over an alarm, which is announced',
  onlyLong(),
  async ({ signedIn }) => {
    const aiko = await signedIn('Aiko')
    const ben = await signedIn('Ben')
    await measureOutputs(ben)
    const threadId = await createChat(aiko, ben)
    const send = (text: string) => fetchOk(aiko, messageRoutes.send, { body: { messageThreadId: threadId, text } })
    const setReadAloud = (isTextToSpeechEnable: boolean) =>
      fetchOk(ben, messageRoutes.setSpeechState, { body: { messageThreadId: threadId, isTextToSpeechEnable } })
    const { page } = ben
    const bar = page.getByRole('region', { name: en('speech.readAloud') })
    const openMenu = () => page.getByRole('button', { name: en('messages.menuOf', { name: 'Aiko' }) }).click()
    const toggle = page.getByRole('menuitemcheckbox', { name: en('speech.readAloud') })

    await test.step('Ben turns it on in the menu of the chat, and it stays on after a reload', async () => {
      await ben.openLive(`/messages/${threadId}`)
      await openMenu()
      await toggle.click()
      await expect(toggle).toBeChecked()
      await ben.openLive(`/messages/${threadId}`)
      await openMenu()
      await expect(toggle).toBeChecked()
    })

    await test.step('Ben turns on the announcement of alarms in the menu', async () => {
      await ben.openLive('/')
      await page.getByRole('banner').getByRole('button', { name: /Ben/ }).click()
      const item = page.getByRole('menuitemcheckbox', { name: en('alerts.readAloud') })
      await item.click()
      await expect(item).toBeChecked()
      await page.keyboard.press('Escape')
      await ben.openLive(`/messages/${threadId}`)
      await page.mouse.click(180, 400) // browsers allow sound after a touch
    })

    await test.step('a message is heard on another screen too, in one of two tabs', async () => {
      const other = await ben.context.newPage()
      await other.goto(`${ben.url}/feeds`)
      await expect(other.getByRole('main')).toBeVisible()
      await other.mouse.click(180, 400)
      await send('The bridge is open.')
      const energies = () => Promise.all([page, other].map((tab) => outputEnergy(tab, SPEECH)))
      await expect.poll(async () => Math.max(...(await energies())), { timeout: 30_000 }).toBeGreaterThan(0.05)
      await expect(bar).toBeHidden({ timeout: 15_000 })
      expect(Math.min(...(await energies()))).toBe(0)
      await other.close()
    })

    await test.step('Stop silences a long message at once', async () => {
      await send(LONG)
      await expect(bar).toContainText(en('speech.reading', { name: 'Aiko' }))
      await expectOutput(page, SPEECH)
      await expectAccessible(ben, 'the bar of reading aloud')
      await bar.getByRole('button', { name: en('speech.stop') }).click()
      await expect(bar).toBeHidden()
      await expectNoOutput(page, SPEECH)
    })

    await test.step('unread messages are read by a shortcut on request, opened, and stopped by a shortcut', async () => {
      await ben.openLive('/feeds')
      await page.mouse.click(180, 400)
      await setReadAloud(false)
      await send(LONG)
      await expect(bar).toBeHidden()
      await page.keyboard.press('Alt+Shift+M')
      await expect(page).toHaveURL(new RegExp(`/messages/${threadId}$`))
      await expect(bar).toContainText(en('speech.reading', { name: 'Aiko' }))
      await expectOutput(page, SPEECH)
      await page.keyboard.press('Alt+Shift+X')
      await expect(bar).toBeHidden()
      await expectNoOutput(page, SPEECH)
      await setReadAloud(true)
    })

    await test.step('an alarm interrupts a message, which continues after the sound of the alarm was stopped', async () => {
      await send(LONG)
      await expectOutput(page, SPEECH)
      await fetchOk(aiko, alertRoutes.raise, { body: { textContent: 'Help' } })
      const stopSound = page.getByRole('button', { name: en('alerts.alarm.stopSound') })
      await expect(stopSound).toBeVisible()
      await expectOutput(page, ALARM)
      await expectOutput(page, ANNOUNCEMENT)
      await expectNoOutput(page, SPEECH)
      await stopSound.click()
      await expectOutput(page, SPEECH)
    })
  },
)
