import { expect } from '@playwright/test'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { speak } from '../../speech/src/testing/flite.ts'
import { record } from '../../speech/src/testing/recording.ts'
import { fetchOk } from '../fixtures/servers/api.ts'
import { expectAccessible } from '../fixtures/checks/axe.ts'
import { test } from '../fixtures/journey.ts'
import { createChat } from '../fixtures/scenes/radio.ts'
import { textsIn } from '../fixtures/texts.ts'

const en = textsIn('en')
const ja = textsIn('ja')

test('a voice note gets a transcript, which its speaker corrects; a language without a model is named', async ({ signedIn }) => {
  const aiko = await signedIn('Aiko')
  const ben = await signedIn('Ben', { language: 'ja' })
  const threadId = await createChat(aiko, ben)
  const bytes = await record(await speak('the road to the river is closed'))
  await aiko.openLive(`/messages/${threadId}`)
  await ben.openLive(`/messages/${threadId}`)

  await test.step('Aiko sends a recording; both see its text, marked as automatic', async () => {
    await aiko.page.getByRole('button', { name: en('messages.attach'), exact: true }).click()
    await aiko.page.getByRole('menuitem', { name: en('messages.attach.file') }).click()
    await aiko.page
      .locator('input[type=file]')
      .setInputFiles({ name: 'voice.webm', mimeType: 'audio/webm', buffer: Buffer.from(bytes) })
    await aiko.page
      .getByRole('dialog')
      .getByRole('button', { name: en('media.send'), exact: true })
      .click()
    // The recogniser of the tests' Debian packages understands clear English.
    for (const { page } of [aiko, ben]) await expect(page.getByText(/road|river|closed/)).toBeVisible({ timeout: 30_000 })
    await expect(aiko.page.getByText(en('transcript.automatic'))).toBeVisible()
    await expect(ben.page.getByText(ja('transcript.automatic'))).toBeVisible()
    await expect(ben.page.getByRole('button', { name: ja('transcript.correct') })).toHaveCount(0)
  })

  await test.step('Aiko corrects it, and a cancelled correction asks first', async () => {
    await aiko.page.getByRole('button', { name: en('transcript.correct') }).click()
    const field = aiko.page.getByRole('textbox', { name: en('transcript.text') })
    await field.fill('The river road is closed at the mill')
    await expectAccessible(aiko, 'correcting a transcript')
    await aiko.page.keyboard.press('Escape')
    await aiko.page.getByRole('button', { name: en('chrome.keepEditing') }).click()
    await expect(field).toHaveValue('The river road is closed at the mill')
    await aiko.page.getByRole('button', { name: en('chrome.save') }).click()
    await expect(aiko.page.getByRole('dialog')).toHaveCount(0)
    await expect(ben.page.getByText('The river road is closed at the mill')).toBeVisible()
    await expect(ben.page.getByText(ja('transcript.corrected'))).toBeVisible()
  })

  await test.step('a recording in Japanese, for which the server has no model, says so', async () => {
    const files = [{ field: 'messageMedia', name: 'voice.webm', bytes }]
    await fetchOk(ben, messageRoutes.upload, { form: { messageThreadId: threadId }, files, language: 'ja' })
    const language = 'Japanese'
    await expect(aiko.page.getByText(en('transcript.noModel', { language }))).toBeVisible({ timeout: 30_000 })
    await expect(ben.page.getByText(ja('transcript.noModel', { language: '日本語' }))).toBeVisible()
    await expect(ben.page.getByRole('button', { name: ja('transcript.write') })).toBeVisible()
    await expectAccessible(ben, 'voice notes in a chat')
  })
})
