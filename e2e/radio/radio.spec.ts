import { expect } from '@playwright/test'
import { threadRoutes } from '@noroshi/contract/messaging/threads.http'
import { radioRoutes } from '@noroshi/contract/radio/radio.http'
import { fetchOk } from '../fixtures/servers/api.ts'
import { expectAccessible } from '../fixtures/checks/axe.ts'
import { userIdOf } from '../fixtures/scenes/calls.ts'
import { Finger } from '../fixtures/scenes/finger.ts'
import { test } from '../fixtures/journey.ts'
import { onlyLong } from '../fixtures/long.ts'
import { Person } from '../fixtures/person.ts'
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
  SAID,
  talkButton,
} from '../fixtures/scenes/radio.ts'
import { textsIn } from '../fixtures/texts.ts'

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
    for (const { page } of [aiko, ben]) await expect(page.getByText(en('radio.onAir', { count: 2 }))).toBeVisible()
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

  const line = (person: Person) => log(person, en).locator('[data-seq="1"]')

  await test.step('Ben reacts by keyboard, and Aiko by a press', async () => {
    await log(ben, en).focus()
    await ben.page.keyboard.press('ArrowUp')
    await expect(line(ben)).toBeFocused()
    await ben.page.keyboard.press('Enter')
    await expect(ben.page.getByRole('menu')).toBeVisible()
    await expectAccessible(ben, 'menu of a transmission')
    await ben.page.keyboard.press('Enter')
    const thumb = (person: Person) => line(person).getByRole('button', { name: /^👍/ })
    await expect(thumb(aiko)).toHaveAccessibleName(en('messages.reactionOf', { emoji: '👍', count: 1 }))
    await thumb(aiko).click()
    await expect(thumb(ben)).toHaveAccessibleName(en('messages.reactionOf', { emoji: '👍', count: 2 }))
  })

  await test.step('Aiko exits; the history has the message, and the list of radio chats too', async () => {
    await aiko.page.getByRole('button', { name: en('radio.exit') }).click()
    await aiko.page.waitForURL(/\/messages\/[^/]+$/, { waitUntil: 'commit' })
    await expect(ben.page.getByText(en('radio.onAir', { count: 1 }))).toBeVisible()
    await ben.page.getByRole('button', { name: en('chrome.menu'), exact: true }).click()
    // Hands-free mode needs the microphone that the radio has (specification, section 2).
    await expect(ben.page.getByRole('menuitemcheckbox', { name: en('handsFree.switch') })).toBeDisabled()
    await ben.page.getByRole('menuitem', { name: en('radio.history') }).click()
    await expect(ben.page.getByRole('button', { name: /^Play / })).toHaveCount(1)
    await aiko.open('/messages')
    await aiko.page.getByRole('tab', { name: en('radio.tab') }).click()
    await expect(aiko.page.getByRole('link', { name: /Ben/ })).toContainText(en('radio.running'))
  })

  await test.step('Aiko deletes her transmission by a long press: a placeholder stays on both devices, also after a reload', async () => {
    await aiko.open(`/asr-chat/${threadId}/history`)
    const finger = await Finger.of(aiko)
    await finger.hold(line(aiko), () => expect(aiko.page.getByRole('menu')).toBeVisible())
    await aiko.page.getByRole('menuitem', { name: en('messages.delete') }).click()
    await aiko.page
      .getByRole('dialog')
      .getByRole('button', { name: en('chrome.delete') })
      .click()
    await expect(line(aiko).getByText(en('messages.deletedByMe'))).toBeVisible()
    await expect(line(ben).getByText(en('messages.deletedBy', { name: 'Aiko' }))).toBeVisible()
    for (const { page } of [aiko, ben]) {
      await page.reload()
      await expect(page.locator('[data-seq="1"]').getByText(/deleted this message$/)).toBeVisible()
      await expect(page.getByText(SAID)).toHaveCount(0)
      await expect(page.getByRole('button', { name: /^Play / })).toHaveCount(0)
    }
  })
})

test(
  'a refused microphone, a silent one, one with noise alone and an ignored radio: clear words, and nothing is sent',
  onlyLong(),
  async ({ signedIn }) => {
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
    await expect(chika.page.getByRole('timer')).toHaveText(/0:(0[3-9]|[1-5]\d)/)
    await letGo(chika)
    await expect(chika.page.getByRole('alert')).toContainText(en('radio.notice.noSpeech'))
    const { items } = await fetchOk(ben, radioRoutes.history, { params: { id: threadId } })
    expect(items).toEqual([])
  },
)

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
  'a page on plain HTTP reads and replays, cannot talk and links to the device check',
  onlyLong(),
  async ({ server, signedIn }) => {
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
  },
)
