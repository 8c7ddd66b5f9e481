import { expect } from '@playwright/test'
import { radioRoutes } from '@noroshi/contract/radio/radio.http'
import { fetchOk } from './fixtures/api.ts'
import { test } from './fixtures/journey.ts'
import {
  createChat,
  createSilence,
  createSpeech,
  expectSound,
  floorStatus,
  hold,
  letGo,
  log,
  measurePlayedSound,
  openRadio,
  popup,
  talkButton,
} from './fixtures/radio.ts'
import { textsIn } from './fixtures/texts.ts'

const en = textsIn('en')

test('two people talk by radio: popup, live sound, the floor, a message with its recording, and the history', async ({
  signedIn,
}) => {
  const aiko = await signedIn('Aiko', { media: await createSpeech('the road to the river is closed') })
  const ben = await signedIn('Ben', { wide: true })
  await measurePlayedSound(ben)
  const threadId = await createChat(aiko, ben)

  await test.step('Aiko starts the radio chat from the header of the chat; Ben accepts the popup', async () => {
    await ben.openLive('/feeds')
    await aiko.open(`/messages/${threadId}`)
    await aiko.page.getByRole('button', { name: en('radio.open'), exact: true }).click()
    await aiko.page.waitForURL(/\/asr-chat\/[^/]+$/, { waitUntil: 'commit' })
    await expect(talkButton(aiko, en)).toBeEnabled()
    await expect(popup(ben, en)).toContainText('Aiko')
    await popup(ben, en)
      .getByRole('button', { name: en('radio.accept') })
      .click()
    await expect(talkButton(ben, en)).toBeEnabled()
    for (const { page } of [aiko, ben]) await expect(page.getByText(en('radio.onAir.other', { count: 2 }))).toBeVisible()
  })

  await test.step('Ben hears Aiko while she holds the button, and sees who talks', async () => {
    await hold(aiko, en)
    await expect(floorStatus(aiko, en)).toHaveText(en('radio.floor.mine'))
    await expect(aiko.page.getByText(en('radio.microphoneOpen'))).toBeVisible()
    await expect(floorStatus(ben, en)).toHaveText(en('radio.floor.other', { name: 'Aiko' }))
    await expectSound(ben)
    await expect(talkButton(ben, en)).toContainText(en('radio.talk.wait'))
    await letGo(aiko)
    await expect(floorStatus(ben, en)).toHaveText(en('radio.floor.free'))
  })

  await test.step('both have the message and can play its recording', async () => {
    for (const person of [aiko, ben]) {
      const message = log(person, en).getByRole('listitem')
      await expect(message).toHaveCount(1)
      await message.getByRole('button', { name: /^Play / }).click()
      const recording = message.locator('audio')
      await expect.poll(() => recording.evaluate((audio: HTMLAudioElement) => audio.currentTime)).toBeGreaterThan(0.3)
      await message.getByRole('button', { name: en('radio.faster') }).click()
      expect(await recording.evaluate((audio: HTMLAudioElement) => audio.playbackRate)).toBe(1.5)
    }
  })

  await test.step('Aiko exits; the history has the message, and the list of radio chats too', async () => {
    await aiko.page.getByRole('button', { name: en('radio.exit') }).click()
    await aiko.page.waitForURL(/\/messages\/[^/]+$/, { waitUntil: 'commit' })
    await expect(ben.page.getByText(en('radio.onAir.one', { count: 1 }))).toBeVisible()
    await ben.page.getByRole('button', { name: en('radio.history') }).click()
    await expect(ben.page.getByRole('button', { name: /^Play / })).toHaveCount(1)
    await aiko.open('/messages')
    await aiko.page.getByRole('tab', { name: en('radio.tab') }).click()
    await expect(aiko.page.getByRole('link', { name: /Ben/ })).toContainText(en('radio.running'))
  })
})

test('a refused, a silent and an ignored radio: clear words, and nothing is sent', async ({ signedIn }) => {
  const aiko = await signedIn('Aiko', { refusesMedia: true })
  const ben = await signedIn('Ben', { media: createSilence() })
  const threadId = await createChat(aiko, ben)

  await ben.openLive('/feeds')
  await openRadio(aiko, en, threadId)
  await expect(popup(ben, en)).toBeVisible()
  await popup(ben, en)
    .getByRole('button', { name: en('radio.ignore') })
    .click()
  await expect(popup(ben, en)).toHaveCount(0)
  expect(new URL(ben.page.url()).pathname).toBe('/feeds')

  await hold(aiko, en)
  await expect(aiko.page.getByRole('alert')).toContainText(en('radio.problem.denied'))
  await letGo(aiko)
  await expect(floorStatus(aiko, en)).toHaveText(en('radio.floor.free'))

  await openRadio(ben, en, threadId)
  await hold(ben, en)
  await expect(ben.page.getByRole('alert')).toContainText(en('radio.notice.silent'))
  await letGo(ben)
  const { items } = await fetchOk(ben, radioRoutes.history, { params: { id: threadId } })
  expect(items).toEqual([])
})

test('space bar, talking without holding, the queue and the button of a headset', async ({ signedIn }) => {
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
})
