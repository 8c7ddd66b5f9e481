import { expect } from '@playwright/test'
import { expectAccessible } from '../fixtures/checks/axe.ts'
import { test } from '../fixtures/journey.ts'
import { onlyLong } from '../fixtures/long.ts'
import type { Person } from '../fixtures/person.ts'
import { createSilence, createSpeech, watchMicrophone } from '../fixtures/scenes/radio.ts'
import { type Texts, textsIn } from '../fixtures/texts.ts'

const en = textsIn('en')
const HEARD = /^Heard \d+ times?$/

/** Opens the dialog of the wake word from the device check. */
async function openDialog(person: Person, t: Texts) {
  await person.open('/ready')
  await person.page.getByRole('button', { name: t('wakeWord.open') }).click()
}

const microphonesOpen = ({ page }: Person): Promise<number> =>
  page.evaluate(() => window.microphones.filter(({ readyState }) => readyState === 'live').length)

test(
  'a person records the wake word three times, says it, and it is heard; the microphone closes at the end',
  onlyLong(),
  async ({ signedIn }) => {
    const aiko = await signedIn('Aiko', { media: await createSpeech('hey noroshi') })
    await watchMicrophone(aiko)
    await openDialog(aiko, en)
    const dialog = aiko.page.getByRole('dialog', { name: en('wakeWord.title') })
    await expectAccessible(aiko, 'wake word')

    await test.step('she records it three times; each recording closes the microphone', async () => {
      for (const number of [1, 2, 3]) {
        await dialog.getByRole('button', { name: en('wakeWord.record', { number, all: 3 }) }).click()
        await expect(dialog.getByText(en('wakeWord.speak'))).toBeVisible()
        const after = number < 3 ? en('wakeWord.clear', { left: 3 - number }) : en('wakeWord.saved')
        await expect(dialog.getByText(after)).toBeVisible()
        expect(await microphonesOpen(aiko)).toBe(0)
      }
    })

    await test.step('she tries it: the dialog shows that the microphone is on, and that it heard her', async () => {
      await dialog.getByRole('button', { name: en('wakeWord.try') }).click()
      await expect(dialog.getByText(en('wakeWord.trying.listening'))).toBeVisible()
      await expect(dialog.getByText(HEARD)).toBeVisible()
      await dialog.getByRole('button', { name: en('wakeWord.stop') }).click()
      await expect.poll(() => microphonesOpen(aiko)).toBe(0)
    })

    await test.step('the threshold stays on this device until she resets it', async () => {
      await aiko.page.keyboard.press('Escape')
      await aiko.page.reload()
      await expect(aiko.page.getByText(en('wakeWord.personal'))).toBeVisible()
      await aiko.page.getByRole('button', { name: en('wakeWord.reset') }).click()
      await expect(aiko.page.getByText(en('wakeWord.personal'))).toBeHidden()
    })
  },
)

test(
  'other speech is not heard as the wake word, and its recording does not count; a muted microphone is named',
  onlyLong(),
  async ({ signedIn }) => {
    const ben = await signedIn('Ben', { media: await createSpeech('the road to the river is closed') })
    await openDialog(ben, en)
    const dialog = ben.page.getByRole('dialog', { name: en('wakeWord.title') })
    await dialog.getByRole('button', { name: en('wakeWord.record', { number: 1, all: 3 }) }).click()
    await expect(dialog.getByText(en('wakeWord.unclear'))).toBeVisible()
    await dialog.getByRole('button', { name: en('wakeWord.try') }).click()
    await expect(dialog.getByText(en('wakeWord.trying.listening'))).toBeVisible()
    await ben.page.waitForTimeout(12_000) // the sentence is said three times
    await expect(dialog.getByText(en('wakeWord.trying.listening'))).toBeVisible()
    await expect(dialog.getByText(HEARD)).toBeHidden()

    const mei = await signedIn('Mei', { media: createSilence() })
    await openDialog(mei, en)
    await mei.page.getByRole('button', { name: en('wakeWord.record', { number: 1, all: 3 }) }).click()
    await expect(mei.page.getByText(en('wakeWord.silent'))).toBeVisible()
  },
)
