import { expect } from '@playwright/test'
import { radioRoutes } from '@noroshi/contract/radio/radio.http'
import { fetchOk } from '../fixtures/servers/api.ts'
import { test } from '../fixtures/journey.ts'
import { onlyLong } from '../fixtures/long.ts'
import {
  createChat,
  createSilence,
  createSpeech,
  floorStatus,
  hold,
  letGo,
  log,
  openRadio,
  SAID,
  withoutEncoder,
} from '../fixtures/scenes/radio.ts'
import { textsIn } from '../fixtures/texts.ts'

const en = textsIn('en')

test(
  'a browser without live encoding posts its recording, and the speaker corrects the transcript',
  onlyLong(),
  async ({ signedIn }) => {
    const aiko = await signedIn('Aiko', { media: await createSpeech('the road to the river is closed') })
    const ben = await signedIn('Ben')
    await withoutEncoder(aiko)
    const threadId = await createChat(aiko, ben)
    await openRadio(aiko, en, threadId)
    await openRadio(ben, en, threadId)
    await expect(aiko.page.getByText(en('radio.recordsOnly'))).toBeVisible()

    await test.step('Ben reads what Aiko says while she holds the button, and gets the recording when she lets go', async () => {
      await hold(aiko, en)
      await expect(floorStatus(ben, en)).toHaveText(en('radio.floor.other', { name: 'Aiko' }))
      await expect(aiko.page.getByRole('timer')).toHaveText(/0:(0[6-9]|[1-5]\d)/, { timeout: 30_000 })
      for (const { page } of [ben, aiko]) await expect(page.locator('[data-live]')).toContainText(SAID, { timeout: 30_000 })
      await letGo(aiko)
      await expect(log(ben, en).getByRole('button', { name: /^Play / })).toHaveCount(1, { timeout: 30_000 })
      await expect(floorStatus(ben, en)).toHaveText(en('radio.floor.free'))
      await expect(log(ben, en).getByText(en('transcript.automatic'))).toBeVisible()
    })

    await test.step('only Aiko may correct the transcript; Ben sees her text', async () => {
      await expect(log(ben, en).getByRole('button', { name: en('transcript.correct') })).toHaveCount(0)
      await log(aiko, en)
        .getByRole('button', { name: en('transcript.correct') })
        .click()
      await aiko.page.getByRole('textbox', { name: en('transcript.text') }).fill('The river road is closed')
      await aiko.page.getByRole('button', { name: en('chrome.save') }).click()
      await expect(aiko.page.getByRole('dialog')).toHaveCount(0)
      await expect(log(ben, en)).toContainText('The river road is closed')
      await expect(log(ben, en)).toContainText(en('transcript.corrected'))
    })
  },
)

test('a browser without live encoding sends nothing from a silent or refused microphone', onlyLong(), async ({ signedIn }) => {
  const aiko = await signedIn('Aiko', { refusesMedia: true })
  const ben = await signedIn('Ben', { media: createSilence() })
  const threadId = await createChat(aiko, ben)
  for (const [person, notice] of [
    [aiko, 'radio.problem.denied'],
    [ben, 'radio.notice.silent'],
  ] as const) {
    await withoutEncoder(person)
    await openRadio(person, en, threadId)
    await hold(person, en)
    if (person === ben) await expect(person.page.getByRole('timer')).toHaveText(/0:(0[2-9]|[1-5]\d)/)
    else await expect(person.page.getByRole('alert')).toContainText(en(notice))
    await letGo(person)
    await expect(person.page.getByRole('alert')).toContainText(en(notice))
  }
  expect((await fetchOk(ben, radioRoutes.history, { params: { id: threadId } })).items).toEqual([])
})
