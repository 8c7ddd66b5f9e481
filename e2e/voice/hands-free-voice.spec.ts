import { expect, type Locator } from '@playwright/test'
import { peopleRoutes } from '@noroshi/contract/accounts/people.http'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import type { CatalogueLanguage } from '@noroshi/contract/i18n'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { fetchOk } from '../fixtures/servers/api.ts'
import { banner, userIdOf } from '../fixtures/scenes/calls.ts'
import { test } from '../fixtures/journey.ts'
import { onlyLong } from '../fixtures/long.ts'
import type { Person } from '../fixtures/person.ts'
import { createChat } from '../fixtures/scenes/radio.ts'
import { type Texts, textsIn } from '../fixtures/texts.ts'
import { hasVoice, recogniserReady, recordingOf, say, useSpokenMicrophone } from '../fixtures/browsers/voice.ts'

interface Spoken {
  readonly wakeWord: string
  readonly call: string
  readonly message: string
  /** A part of the text of the message that a recogniser understands; null: the user types the text. */
  readonly dictated: RegExp | null
  readonly confirm: string
  readonly sos: string
  readonly read: string
  readonly stop: string
}

const spoken: Record<CatalogueLanguage, Spoken> = {
  en: {
    wakeWord: 'hey noroshi',
    call: 'call Robert',
    message: 'send a message to Robert the road is closed',
    dictated: /road|closed/,
    confirm: 'confirm',
    sos: 'send an S O S',
    read: 'read my messages',
    stop: 'stop',
  },
  ja: {
    wakeWord: 'ヘイ、のろし',
    call: '佐藤さんに電話',
    message: '佐藤さんにメッセージ',
    dictated: null, // without a model, the server understands the commands of Japanese only
    confirm: 'お願いします',
    sos: '助けて',
    read: 'メッセージを読んで',
    stop: 'やめて',
  },
}

const dialog = ({ page }: Person, t: Texts): Locator => page.getByRole('dialog', { name: t('handsFree.title') })
const countdown = ({ page }: Person, t: Texts): Locator => page.getByRole('alertdialog', { name: t('alerts.sos.countdown') })
const countAlerts = async (person: Person): Promise<number> => (await fetchOk(person, alertRoutes.list)).items.length

/** Opens a page and touches it: before that, browsers may not process sound. */
async function openFeeds(person: Person): Promise<void> {
  await person.openLive('/feeds')
  await person.page.mouse.click(180, 400)
}

/** Enables hands-free mode in the menu. */
async function enableHandsFree(person: Person, t: Texts): Promise<void> {
  await person.openLive('/feeds')
  await person.page.getByRole('button', { name: t('chrome.menuOf', { name: person.name }) }).click()
  await person.page.getByRole('menuitemcheckbox', { name: t('handsFree.switch') }).click()
  await person.page.keyboard.press('Escape')
}

/** Says the wake word until the dialog opens: a hit is likely and not certain. */
async function wake(person: Person, t: Texts, language: CatalogueLanguage): Promise<void> {
  const wakeWord = await recordingOf(spoken[language].wakeWord, language)
  await expect(person.page.getByText(t('handsFree.waitingForWakeWord'))).toBeVisible({ timeout: 30_000 })
  await expect(async () => {
    if (!(await dialog(person, t).isVisible())) await say(person, wakeWord)
    await expect(dialog(person, t).getByText(t('handsFree.microphoneOpen'))).toBeVisible({ timeout: 3_000 })
  }).toPass({ timeout: 60_000 })
}

/**
 * Says the wake word and a command, and the command once more where the dialog asks for it.
 * @param done expects what the command does
 */
async function command(
  person: Person,
  t: Texts,
  language: CatalogueLanguage,
  text: string,
  done: () => Promise<void>,
): Promise<void> {
  const recording = await recordingOf(text, language)
  await wake(person, t, language)
  await say(person, recording)
  const again = dialog(person, t).getByRole('button', { name: t('handsFree.reset') })
  await expect(async () => {
    if (await again.isVisible()) {
      await again.click()
      await expect(dialog(person, t).getByText(t('handsFree.microphoneOpen'))).toBeVisible()
      await say(person, recording)
    }
    await done()
  }).toPass({ timeout: 90_000 })
}

/**
 * Answers the question of the dialog by voice as soon as the microphone is open for it, and once more while it still
 * asks.
 * @param done expects what the command does
 */
async function confirm(person: Person, t: Texts, language: CatalogueLanguage, done: () => Promise<void>): Promise<void> {
  const recording = await recordingOf(spoken[language].confirm, language)
  const question = dialog(person, t).getByText(t('handsFree.confirmNote'))
  await expect(question).toBeVisible({ timeout: 30_000 })
  await expect(async () => {
    if (await question.isVisible()) await say(person, recording)
    await done()
  }).toPass({ timeout: 60_000 })
}

/** Cancels the countdown of an SOS by voice. */
async function cancelCountdown(person: Person, t: Texts, language: CatalogueLanguage): Promise<void> {
  const stop = await recordingOf(spoken[language].stop, language)
  await expect(async () => {
    if (await countdown(person, t).isVisible()) await say(person, stop)
    await expect(countdown(person, t)).toHaveCount(0, { timeout: 1500 })
  }).toPass()
}

for (const language of ['en', 'ja'] satisfies CatalogueLanguage[]) {
  const t = textsIn(language)
  const words = spoken[language]

  test(
    `after the wake word, a user calls, writes, raises an SOS, listens and stops by voice alone (${language})`,
    onlyLong(),
    async ({ signedIn }) => {
      test.setTimeout(420_000)
      test.skip(!hasVoice(language), 'this computer has no Japanese voice')
      const aiko = await signedIn('Aiko', { language, media: false })
      const robert = await signedIn('Robert', { language, wide: true })
      if (language === 'ja') {
        const body = { firstName: '遥', lastName: '佐藤', nameReading: 'さとう はるか', gender: 'Female' as const }
        await fetchOk(robert, peopleRoutes.editProfile, { params: { id: await userIdOf(robert) }, body })
      }
      const name = language === 'ja' ? '佐藤 遥' : 'Robert'
      const threadId = await createChat(aiko, robert)
      await useSpokenMicrophone(aiko)
      // The voices start with the first text; the countdown of an SOS has its tones meanwhile.
      // The end of a recording may follow when the server has forgotten it.
      aiko.allowConsoleError(/503 .*text-to-speech|409 .*audio-stream/)
      await enableHandsFree(aiko, t)
      await robert.openLive('/feeds')
      await recogniserReady(aiko, language)

      await test.step('the wake word opens the dialog, and "call NAME" rings NAME after the spoken confirmation', async () => {
        const question = dialog(aiko, t).getByRole('heading', { name: t('handsFree.confirm.call', { name }) })
        await command(aiko, t, language, words.call, () => expect(question).toBeVisible())
        await confirm(aiko, t, language, () => expect(banner(robert, t)).toBeVisible())
        await openFeeds(aiko)
      })

      await test.step('"send a message to NAME" sends it', async () => {
        const question = dialog(aiko, t).getByRole('heading', { name: t('handsFree.confirm.message', { name }) })
        await command(aiko, t, language, words.message, () => expect(question).toBeVisible())
        const sent = () => expect(aiko.page.getByRole('log').getByText(words.dictated ?? '道が通れません')).toBeVisible()
        if (words.dictated) await confirm(aiko, t, language, sent)
        else {
          await dialog(aiko, t)
            .getByRole('textbox', { name: t('handsFree.messageText') })
            .fill('道が通れません')
          await dialog(aiko, t)
            .getByRole('button', { name: t('handsFree.confirm'), exact: true })
            .click()
          await sent()
        }
        await openFeeds(aiko)
      })

      await test.step('a spoken SOS counts down, and "stop" cancels it', async () => {
        const note = countdown(aiko, t).getByText(t('handsFree.sosCancelNote'))
        await command(aiko, t, language, words.sos, () => expect(note).toBeVisible())
        await cancelCountdown(aiko, t, language)
        await expect(aiko.page).toHaveURL(/\/feeds/)
        expect(await countAlerts(aiko)).toBe(0)
      })

      await test.step('unread messages are read aloud, and "stop" after the wake word ends it', async () => {
        const text = language === 'ja' ? '川の道は閉まっています。'.repeat(15) : 'The road to the river is closed. '.repeat(15)
        await fetchOk(robert, messageRoutes.send, { body: { messageThreadId: threadId, text } })
        const bar = aiko.page.getByRole('region', { name: t('speech.readAloud') })
        await command(aiko, t, language, words.read, () => expect(bar).toContainText(t('speech.reading', { name })))
        await expect(aiko.page.getByRole('log')).toBeVisible()
        await command(aiko, t, language, words.stop, () => expect(dialog(aiko, t)).toHaveCount(0))
        await expect(bar).toBeHidden()
        await openFeeds(aiko)
      })

      await test.step('a spoken SOS is raised at the end of the countdown', async () => {
        await command(aiko, t, language, words.sos, () => expect(countdown(aiko, t)).toBeVisible())
        await aiko.page.waitForURL(/\/alerts\/.+\/messages\/.+/, { timeout: 30_000 })
        expect(await countAlerts(aiko)).toBe(1)
      })
    },
  )
}
