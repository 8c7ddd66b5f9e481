import { expect } from '@playwright/test'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { radioRoutes } from '@noroshi/contract/radio/radio.http'
import { createAdministrator } from '../fixtures/servers/administrator.ts'
import { fetchOk } from '../fixtures/servers/api.ts'
import { userIdOf } from '../fixtures/scenes/calls.ts'
import { test } from '../fixtures/journey.ts'
import { onlyLong } from '../fixtures/long.ts'
import {
  createChat,
  createSpeech,
  floorStatus,
  hold,
  letGo,
  log,
  measurePlayedSound,
  openRadio,
  unplugMicrophone,
  watchMicrophone,
} from '../fixtures/scenes/radio.ts'
import { textsIn } from '../fixtures/texts.ts'

const en = textsIn('en')

test('space bar, talking without holding, the queue and the button of a headset', onlyLong(), async ({ signedIn }) => {
  const media = await createSpeech('we need water and food for ten people')
  const aiko = await signedIn('Aiko', { media })
  const ben = await signedIn('Ben', { media })
  await aiko.context.addInitScript(() => {
    const handlers = new Map<string, MediaSessionActionHandler | null>()
    navigator.mediaSession.setActionHandler = (action: string, handler: MediaSessionActionHandler | null) => {
      handlers.set(action, handler)
    }
    Object.assign(window, { pressHeadset: () => handlers.get('pause')?.({ action: 'pause' }) })
  })
  const threadId = await createChat(aiko, ben)
  await openRadio(aiko, en, threadId)
  await openRadio(ben, en, threadId)

  await test.step('Aiko talks with the space bar; Ben waits and talks as soon as she ends', async () => {
    await aiko.page.locator('body').click({ position: { x: 5, y: 5 } })
    await aiko.page.keyboard.down(' ')
    await expect(floorStatus(aiko, en)).toHaveText(en('radio.floor.mine'))
    await hold(ben, en)
    await expect(floorStatus(ben, en)).toHaveText(en('radio.floor.waiting', { position: 1 }))
    await aiko.page.keyboard.up(' ')
    await expect(floorStatus(ben, en)).toHaveText(en('radio.floor.mine'))
    await expect(floorStatus(aiko, en)).toHaveText(en('radio.floor.other', { name: 'Ben' }))
    await letGo(ben)
    await expect(floorStatus(aiko, en)).toHaveText(en('radio.floor.free'))
  })

  await test.step('the button of a headset starts a talk', async () => {
    await aiko.page.evaluate('pressHeadset()')
    await expect(floorStatus(ben, en)).toHaveText(en('radio.floor.other', { name: 'Aiko' }))
  })

  await test.step('a talk that Aiko holds goes on when an alarm opens, and ends when she lets go', async () => {
    await expect(floorStatus(ben, en)).toHaveText(en('radio.floor.free')) // the end of the utterance
    await hold(aiko, en)
    await expect(floorStatus(ben, en)).toHaveText(en('radio.floor.other', { name: 'Aiko' }))
    await fetchOk(ben, alertRoutes.raise, { body: {} })
    const alarm = aiko.page.getByRole('alertdialog')
    await expect(alarm.getByRole('region', { name: en('radio.bar') })).toContainText(en('radio.floor.mine'))
    await expect(floorStatus(ben, en)).toHaveText(en('radio.floor.other', { name: 'Aiko' }))
    await letGo(aiko)
    await expect(floorStatus(ben, en)).toHaveText(en('radio.floor.free'))
  })

  await test.step('as soon as the alarm is answered, the space bar talks on the page of the alert', async () => {
    await aiko.page
      .getByRole('alertdialog')
      .getByRole('button', { name: en('alerts.responding') })
      .click()
    await aiko.page.waitForURL(/\/alerts\//)
    await expect(aiko.page.getByRole('region', { name: en('radio.bar') })).toBeVisible()
    await aiko.page.locator('h1').first().click()
    await aiko.page.keyboard.down(' ')
    await expect(floorStatus(ben, en)).toHaveText(en('radio.floor.other', { name: 'Aiko' }))
    await aiko.page.keyboard.up(' ')
    await expect(floorStatus(ben, en)).toHaveText(en('radio.floor.free'))
  })
})

test(
  'an administrator interrupts a talk, and an unplugged microphone ends one: what was said is kept',
  onlyLong(),
  async ({ server, signedIn, visitor }) => {
    const media = await createSpeech('we need water and food for ten people')
    const kenji = await createAdministrator(server, visitor, { media })
    const aiko = await signedIn('Aiko', { media })
    await watchMicrophone(aiko)
    const threadId = await createChat(kenji, aiko)
    await openRadio(aiko, en, threadId)
    await openRadio(kenji, en, threadId)
    await measurePlayedSound(kenji)

    await hold(aiko, en)
    await expect(floorStatus(kenji, en)).toHaveText(en('radio.floor.other', { name: 'Aiko' }))
    await expect(aiko.page.getByRole('button', { name: en('radio.preempt') })).toHaveCount(0)
    await kenji.page.getByRole('button', { name: en('radio.preempt') }).click()
    await expect(floorStatus(kenji, en)).toHaveText(en('radio.floor.mine'))
    await expect(aiko.page.getByRole('alert')).toContainText(en('radio.notice.preempted', { name: 'Kenji' }))
    await letGo(aiko)
    const lock = kenji.page.getByRole('button', { name: en('radio.lock') })
    if ((await lock.getAttribute('aria-pressed')) === 'true') await lock.click()
    await expect(floorStatus(aiko, en)).toHaveText(en('radio.floor.free'))

    const myId = await userIdOf(aiko)
    const countOwn = async () => {
      const { items } = await fetchOk(aiko, radioRoutes.history, { params: { id: threadId } })
      return items.filter(({ SenderId }) => SenderId === myId).length
    }
    const before = await countOwn()
    await hold(aiko, en)
    // Whole words: the label of the row, "Listening", contains "ten". A talk without any word yet may become no
    // message.
    await expect(log(kenji, en).locator('[data-live]')).toContainText(/\b(water|food|people|ten)\b/, { timeout: 30_000 })
    await unplugMicrophone(aiko)
    await expect(aiko.page.getByRole('alert')).toContainText(en('radio.notice.unplugged'))
    await letGo(aiko)
    await expect.poll(countOwn, { timeout: 30_000 }).toBe(before + 1)
  },
)
