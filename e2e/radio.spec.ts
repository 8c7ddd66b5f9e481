import { expect } from '@playwright/test'
import type { Language } from '@noroshi/contract/i18n'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { threadRoutes } from '@noroshi/contract/messaging/threads.http'
import { radioRoutes } from '@noroshi/contract/radio/radio.http'
import { createAdministrator } from './fixtures/administrator.ts'
import { fetchOk } from './fixtures/api.ts'
import { expectAccessible } from './fixtures/axe.ts'
import { userIdOf } from './fixtures/calls.ts'
import { test } from './fixtures/journey.ts'
import { onlyLong } from './fixtures/long.ts'
import { Person } from './fixtures/person.ts'
import {
  createChat,
  createNoise,
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
  unplugMicrophone,
  watchMicrophone,
  withoutEncoder,
} from './fixtures/radio.ts'
import { textsIn } from './fixtures/texts.ts'

const en = textsIn('en')
/** Words of 'the road to the river is closed'. A busy machine may miss some. */
const SAID = /road|river|closed/

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
    // Six seconds contain the whole sentence, which the microphone repeats.
    await expect(aiko.page.getByRole('timer')).toHaveText(/0:(0[6-9]|[1-5]\d)/, { timeout: 30_000 })
    await expect(talkButton(ben, en)).toContainText(en('radio.talk.wait'))
    await letGo(aiko)
    await expect(floorStatus(ben, en)).toHaveText(en('radio.floor.free'))
  })

  await test.step('both have the message and can play its recording', async () => {
    for (const person of [aiko, ben]) {
      const message = log(person, en).getByRole('listitem')
      await expect(message).toHaveCount(1)
      // The recogniser of the tests' Debian packages understands clear English.
      await expect(message).toContainText(SAID, { timeout: 30_000 })
      await expect(message).toContainText(en('transcript.automatic'))
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

test('a refused microphone, a silent one, one with noise alone and an ignored radio: clear words, and nothing is sent', async ({
  signedIn,
}) => {
  const aiko = await signedIn('Aiko', { refusesMedia: true })
  const ben = await signedIn('Ben', { media: createSilence() })
  const chika = await signedIn('Chika', { media: createNoise() })
  const members = [await userIdOf(ben), await userIdOf(chika)]
  const { id: threadId } = await fetchOk(aiko, threadRoutes.createGroup, { body: { name: 'Patrol', recipients: members } })

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

  await openRadio(chika, en, threadId)
  await hold(chika, en)
  await expect(chika.page.getByRole('timer')).toHaveText('0:03')
  await letGo(chika)
  await expect(chika.page.getByRole('alert')).toContainText(en('radio.notice.noSpeech'))
  const { items } = await fetchOk(ben, radioRoutes.history, { params: { id: threadId } })
  expect(items).toEqual([])
})

test('an incoming radio chat that the user does not answer closes after 30 seconds', onlyLong(), async ({ signedIn }) => {
  const aiko = await signedIn('Aiko')
  const ben = await signedIn('Ben')
  const threadId = await createChat(aiko, ben)
  await ben.page.clock.install()
  await ben.openLive('/feeds')
  await fetchOk(aiko, radioRoutes.start, { params: { threadId } })
  await expect(popup(ben, en)).toBeVisible()
  await ben.page.clock.fastForward(20_000)
  await expect(popup(ben, en)).toBeVisible()
  await ben.page.clock.fastForward(10_000)
  await expect(popup(ben, en)).toHaveCount(0)
})

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
    if (person === ben) await expect(person.page.getByRole('timer')).toHaveText('0:02')
    await letGo(person)
    await expect(person.page.getByRole('alert')).toContainText(en(notice))
  }
  expect((await fetchOk(ben, radioRoutes.history, { params: { id: threadId } })).items).toEqual([])
})

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

  await test.step('the alarm of an SOS ends the talk that Aiko does not hold, and the page says so', async () => {
    await fetchOk(ben, alertRoutes.raise, { body: {} })
    await expect(aiko.page.getByRole('alertdialog')).toBeVisible()
    await expect(floorStatus(ben, en)).toHaveText(en('radio.floor.free'))
    await expect(aiko.page.getByText(en('radio.notice.alarm'))).toBeAttached()
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
    // Whole words: the label of the row, "Listening", contains "ten". A talk without any word yet may become no message.
    await expect(log(kenji, en).locator('[data-live]')).toContainText(/\b(water|food|people|ten)\b/, { timeout: 30_000 })
    await unplugMicrophone(aiko)
    await expect(aiko.page.getByRole('alert')).toContainText(en('radio.notice.unplugged'))
    await letGo(aiko)
    await expect.poll(countOwn, { timeout: 30_000 }).toBe(before + 1)
  },
)

test('a page on plain HTTP reads and replays, cannot talk and links to the device check', async ({ server, signedIn }) => {
  const aiko = await signedIn('Aiko')
  const ben = await Person.signedIn(server.url, 'Ben', { hostName: 'shelter.example' })
  const benId = await ben.page.evaluate(async () => {
    const headers = { authorization: `Bearer ${localStorage.getItem('accessToken')}` }
    const me = (await (await fetch('/backend/api/auth/me', { headers })).json()) as { id: string } // the host exists in the browser only
    return me.id
  })
  const { id: threadId } = await fetchOk(aiko, threadRoutes.createGroup, { body: { name: 'Patrol', recipients: [benId] } })
  await openRadio(aiko, en, threadId)
  await ben.open(`/asr-chat/${threadId}`)
  await expect(ben.page.getByText(en('radio.insecure'))).toBeVisible()
  await expect(talkButton(ben, en)).toBeDisabled()
  await ben.page.getByRole('link', { name: en('ready.open') }).click()
  await ben.page.waitForURL(/\/ready$/, { waitUntil: 'commit' })
  expect(ben.pageErrors).toEqual([])
  await ben[Symbol.asyncDispose]()
})

for (const language of ['en', 'ja'] satisfies Language[])
  for (const scheme of ['light', 'dark'] as const)
    test(
      `axe finds no violation on any screen of the radio chat (${language}, ${scheme})`,
      onlyLong(language === 'ja' || scheme === 'dark'),
      async ({ signedIn }) => {
        const t = textsIn(language)
        const aiko = await signedIn('Aiko', { language, scheme, media: await createSpeech('all is quiet here') })
        const ben = await signedIn('Ben', { language, scheme, wide: true })
        const threadId = await createChat(aiko, ben)
        await aiko.open(`/asr-chat/${threadId}`)
        await expect(aiko.page.getByRole('button', { name: t('radio.start') })).toBeVisible()
        await expectAccessible(aiko, 'no radio chat')
        await ben.openLive('/messages')
        await openRadio(aiko, t, threadId)
        await expect(popup(ben, t)).toBeVisible()
        await expectAccessible(ben, 'popup')
        await popup(ben, t)
          .getByRole('button', { name: t('radio.accept') })
          .click()
        await expect(talkButton(ben, t)).toBeEnabled()
        await hold(aiko, t)
        await expect(floorStatus(aiko, t)).toHaveText(t('radio.floor.mine'))
        await expect(floorStatus(ben, t)).toHaveText(t('radio.floor.other', { name: 'Aiko' }))
        await expectAccessible(aiko, 'on air')
        await expectAccessible(ben, 'listening, wide')
        await letGo(aiko)
        await expect(log(ben, t).getByRole('button')).toHaveCount(1)
        await expectAccessible(ben, 'a message, wide')
        await ben.page.getByRole('button', { name: t('radio.people') }).click()
        await expect(ben.page.getByRole('dialog')).toBeVisible()
        await expectAccessible(ben, 'people')
        await ben.page.keyboard.press('Escape')
        await aiko.page.getByRole('button', { name: t('radio.history') }).click()
        await expect(aiko.page.getByRole('heading', { level: 2 })).toBeVisible()
        await expectAccessible(aiko, 'history')
        await aiko.open('/messages')
        await aiko.page.getByRole('tab', { name: t('radio.tab') }).click()
        await expect(aiko.page.getByRole('link', { name: /Ben/ })).toBeVisible()
        await expectAccessible(aiko, 'radio chats')
      },
    )
