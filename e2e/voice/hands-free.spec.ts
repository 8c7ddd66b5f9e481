import { expect, type Locator } from '@playwright/test'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import type { CatalogueLanguage } from '@noroshi/contract/i18n'
import { fetchOk } from '../fixtures/servers/api.ts'
import { expectAccessible } from '../fixtures/checks/axe.ts'
import { banner } from '../fixtures/scenes/calls.ts'
import { test } from '../fixtures/journey.ts'
import { onlyLong } from '../fixtures/long.ts'
import type { Person } from '../fixtures/person.ts'
import { createChat, createSpeech } from '../fixtures/scenes/radio.ts'
import { type Texts, textsIn } from '../fixtures/texts.ts'
import { recogniserReady } from '../fixtures/browsers/voice.ts'

const en = textsIn('en')

const dialog = ({ page }: Person, t: Texts): Locator => page.getByRole('dialog', { name: t('handsFree.title') })
const countdown = ({ page }: Person, t: Texts): Locator => page.getByRole('alertdialog', { name: t('alerts.sos.countdown') })

/** Opens the dialog of voice commands by its shortcut, as soon as the page knows the user. */
async function openDialog(person: Person, t: Texts): Promise<void> {
  await expect(person.page.getByRole('button', { name: t('chrome.menuOf', { name: person.name }) })).toBeVisible()
  await person.page.keyboard.press('Alt+Shift+V')
}

/** Opens the dialog of voice commands by its shortcut, and types a command instead of speaking it. */
async function giveCommand(person: Person, t: Texts, command: string): Promise<void> {
  await person.page.keyboard.press('Alt+Shift+V')
  const field = dialog(person, t).getByRole('textbox', { name: t('handsFree.edit') })
  await expect(field).toBeEditable({ timeout: 30_000 })
  await field.fill(command)
  await dialog(person, t)
    .getByRole('button', { name: t('handsFree.send'), exact: true })
    .click()
}

const confirm = (person: Person, t: Texts): Promise<void> =>
  dialog(person, t)
    .getByRole('button', { name: t('handsFree.confirm'), exact: true })
    .click()

const countAlerts = async (person: Person): Promise<number> => (await fetchOk(person, alertRoutes.list)).items.length

const commands: Record<CatalogueLanguage, { call: string; sos: string; unknown: string; message: string }> = {
  en: { call: 'call Ben', sos: 'send an SOS', unknown: 'the weather is nice', message: 'message Ben the road is closed' },
  ja: { call: 'Benさんに電話', sos: 'SOSを送って', unknown: '今日は良い天気', message: 'Benさんに「道が通れません」と伝えて' },
}

for (const language of ['en', 'ja'] satisfies CatalogueLanguage[]) {
  const t = textsIn(language)

  test(`typed commands call, message and raise an SOS, without a microphone (${language})`, onlyLong(), async ({ signedIn }) => {
    const aiko = await signedIn('Aiko', { language, media: false })
    const ben = await signedIn('Ben', { language, media: false, wide: true })
    const { call, sos, unknown, message } = commands[language]
    // The text that is not a command, and the question whether the two have a chat.
    aiko.allowConsoleError(/400 .*send-command-to-nlp-server|404 .*\/personal\/with-user\/|503 .*text-to-speech/)

    await test.step('the menu opens the dialog, which says that there is no microphone', async () => {
      await aiko.openLive('/feeds')
      await aiko.page.getByRole('button', { name: t('chrome.menuOf', { name: 'Aiko' }) }).click()
      await aiko.page.getByRole('menuitem', { name: t('handsFree.open') }).click()
      await expect(dialog(aiko, t).getByText(t('media.notAvailable'))).toBeVisible({ timeout: 30_000 })
      await expectAccessible(aiko, 'voice command')
      await aiko.page.keyboard.press('Escape')
      await expect(dialog(aiko, t)).toHaveCount(0)
    })
    await test.step('a text that is not a command shows the message of the server, closes the dialog and is kept', async () => {
      await giveCommand(aiko, t, unknown)
      await expect(aiko.page.getByText(t('error.command.notUnderstood'))).toBeVisible()
      await expect(dialog(aiko, t)).toHaveCount(0)
      await openDialog(aiko, t)
      await expect(dialog(aiko, t).getByRole('button', { name: t('handsFree.lastText', { text: unknown }) })).toBeVisible()
      await aiko.page.keyboard.press('Escape')
    })
    await test.step('an SOS counts down, and the button cancels it', async () => {
      await giveCommand(aiko, t, sos)
      await expect(countdown(aiko, t)).toBeVisible()
      await countdown(aiko, t)
        .getByRole('button', { name: t('alerts.sos.cancel') })
        .click()
      await expect(countdown(aiko, t)).toHaveCount(0)
      expect(await countAlerts(aiko)).toBe(0)
    })
    await test.step('a message is sent after its confirmation', async () => {
      await giveCommand(aiko, t, message)
      await expect(dialog(aiko, t).getByRole('heading', { name: t('handsFree.confirm.message', { name: 'Ben' }) })).toBeVisible()
      await confirm(aiko, t)
      await expect(
        aiko.page.getByRole('log').getByText(language === 'ja' ? '道が通れません' : 'the road is closed'),
      ).toBeVisible()
    })
    await test.step('a call rings after its confirmation', async () => {
      await ben.openLive('/feeds')
      await giveCommand(aiko, t, call)
      await expect(dialog(aiko, t).getByRole('heading', { name: t('handsFree.confirm.call', { name: 'Ben' }) })).toBeVisible()
      await confirm(aiko, t)
      await expect(banner(ben, t)).toBeVisible()
    })
  })
}

test('a spoken command names a person, who is called after the confirmation', onlyLong(), async ({ signedIn }) => {
  const aiko = await signedIn('Aiko', { media: await createSpeech('call Robert') })
  const robert = await signedIn('Robert', { wide: true })
  await createChat(aiko, robert)
  await robert.openLive('/feeds')
  await aiko.openLive('/feeds')
  await recogniserReady(aiko, 'en')
  await openDialog(aiko, en)
  await expect(dialog(aiko, en).getByText(en('handsFree.microphoneOpen'))).toBeVisible({ timeout: 30_000 })
  await expect(dialog(aiko, en).getByRole('textbox', { name: en('handsFree.spoken') })).not.toBeEditable()
  await expect(dialog(aiko, en).getByRole('heading', { name: en('handsFree.confirm.call', { name: 'Robert' }) })).toBeVisible({
    timeout: 60_000,
  })
  await confirm(aiko, en)
  await expect(banner(robert, en)).toBeVisible()
})

test('a spoken emergency counts down and raises an SOS at its end', onlyLong(), async ({ signedIn }) => {
  const aiko = await signedIn('Aiko', { media: await createSpeech('send an S O S') })
  await aiko.openLive('/feeds')
  await recogniserReady(aiko, 'en')
  await openDialog(aiko, en)
  await expect(countdown(aiko, en)).toBeVisible({ timeout: 60_000 })
  await aiko.page.waitForURL(/\/alerts\/.+\/messages\/.+/, { timeout: 20_000 })
  expect(await countAlerts(aiko)).toBe(1)
})

test('saying stop cancels the countdown of an SOS, and no alert is raised', onlyLong(), async ({ signedIn }) => {
  const aiko = await signedIn('Aiko', { media: await createSpeech('stop') })
  await aiko.openLive('/feeds')
  await recogniserReady(aiko, 'en')
  await openDialog(aiko, en)
  await aiko.page.getByRole('button', { name: en('handsFree.type') }).click({ timeout: 30_000 })
  const field = dialog(aiko, en).getByRole('textbox', { name: en('handsFree.edit') })
  await field.fill('SOS')
  await field.press('Enter')
  await expect(countdown(aiko, en)).toBeVisible()
  await expect(countdown(aiko, en).getByText(en('handsFree.sosCancelNote'))).toBeVisible()
  await expect(countdown(aiko, en)).toHaveCount(0, { timeout: 10_000 })
  await expect(aiko.page).toHaveURL(/\/feeds/)
  expect(await countAlerts(aiko)).toBe(0)
})
