import { expect } from '@playwright/test'
import sharp from 'sharp'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { threadRoutes } from '@noroshi/contract/messaging/threads.http'
import { expectAccessible } from '../fixtures/checks/axe.ts'
import { layoutFaults } from '../fixtures/checks/layout.ts'
import { bubble as bubbles, chatOf, field } from '../fixtures/scenes/chat.ts'
import { Finger } from '../fixtures/scenes/finger.ts'
import { fetchOk } from '../fixtures/servers/api.ts'
import { test } from '../fixtures/journey.ts'
import type { Person } from '../fixtures/person.ts'
import { textsIn } from '../fixtures/texts.ts'

const ja = textsIn('ja')

/** The message with this text. Those that quote it are below it. */
const bubble = (person: Person, text: string) => bubbles(person, text).first()

test('by touch on a phone, each daily habit of a chat needs two touches at most', async ({ signedIn }) => {
  const aiko = await signedIn('Aiko', { wide: true })
  const ben = await signedIn('Ben', { language: 'ja', hasTouch: true })
  const { page } = ben
  const finger = await Finger.of(ben)
  const { id: benId } = await fetchOk(ben, accountRoutes.me)
  const { id } = await fetchOk(aiko, threadRoutes.createGroup, { body: { name: 'Night watch', recipients: [benId] } })
  const picture = (background: string) =>
    sharp({ create: { width: 640, height: 480, channels: 3, background } })
      .png()
      .toBuffer()
  const files = await Promise.all(
    ['teal', 'olive', 'navy'].map(async (name) => ({
      field: 'messageMedia',
      name: `${name}.png`,
      bytes: new Uint8Array(await picture(name)),
    })),
  )
  await fetchOk(aiko, messageRoutes.upload, { form: { messageThreadId: id }, files })
  await fetchOk(aiko, messageRoutes.send, { body: { messageThreadId: id, text: 'Who brings water?' } })
  await aiko.openLive(`/messages/${id}`)
  await ben.openLive(`/messages/${id}`)
  const question = () => bubble(ben, 'Who brings water?').locator('[data-bubble]')
  const menuitem = (name: string) => page.getByRole('menuitem', { name, exact: true })
  const untilMenu = () => expect(page.getByRole('menu')).toBeVisible()

  await test.step('a swipe replies', async () => {
    await finger.expectTouches(2, 'reply', async () => {
      await finger.swipe(question(), 80)
      await expect(page.getByText(ja('messages.replyTo', { name: 'Aiko' }))).toBeVisible()
      await expect(field(ben, ja)).toBeFocused()
      await page.keyboard.insertText('持って行きます')
      await finger.tap(page.getByRole('button', { name: ja('messages.send'), exact: true }))
    })
    await expect(bubble(aiko, '持って行きます').getByRole('button', { name: /Who brings water/ })).toBeVisible()
    expect(await layoutFaults(page)).toEqual([])
  })

  await test.step('a long touch reacts, and copies', async () => {
    await finger.expectTouches(2, 'react', async () => {
      await finger.hold(question(), untilMenu)
      await finger.tap(menuitem(ja('messages.reactWith', { emoji: '🙏' })))
    })
    await expect(bubble(aiko, 'Who brings water?').getByRole('button', { name: /^🙏/ })).toBeVisible()
    await finger.expectTouches(2, 'copy', async () => {
      await finger.hold(question(), untilMenu)
      expect(await layoutFaults(page)).toEqual([])
      await finger.tap(menuitem(ja('messages.copyText')))
    })
    await expect(page.getByText(ja('messages.copied'))).toBeVisible()
  })

  await test.step('the microphone records while it is held; a tap records, and a second one sends', async () => {
    const microphone = page.getByRole('button', { name: ja('messages.attach.voice') })
    await finger.expectTouches(2, 'send a voice note by holding', () =>
      finger.hold(microphone, async () => {
        await expect(page.getByText(ja('voice.slide'))).toBeVisible()
        await page.waitForTimeout(1_000)
      }),
    )
    await expect(chatOf(aiko).locator('audio')).toHaveCount(1)
    await finger.expectTouches(2, 'send a voice note by taps', async () => {
      await finger.tap(microphone)
      await expect(page.getByRole('button', { name: ja('media.stop') })).toBeVisible()
      await page.waitForTimeout(1_000)
      await finger.tap(page.getByRole('button', { name: ja('media.send') }))
    })
    await expect(chatOf(aiko).locator('audio')).toHaveCount(2)
    await expectAccessible(ben, 'chat by touch')
  })

  await test.step('a touch of an album opens its picture, and a swipe shows the next one', async () => {
    const album = chatOf(ben).getByRole('group', { name: ja('messages.album', { count: 3 }) })
    await finger.expectTouches(2, 'see the second picture', async () => {
      await finger.tap(album.getByRole('button').first())
      const viewer = page.getByRole('dialog')
      const position = (index: number) => viewer.getByText(ja('media.position', { index, count: 3 }))
      await expect(position(1)).toBeVisible()
      await finger.swipe(viewer.getByRole('img').first(), -160)
      await expect(position(2)).toBeVisible()
    })
  })

  await test.step('a long touch of a chat in the list mutes it, and its menu there turns it on again', async () => {
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: ja('chrome.back') }).tap()
    await page.getByRole('tab', { name: ja('messages.groups') }).tap()
    const row = page.getByRole('link', { name: 'Night watch' })
    await finger.expectTouches(2, 'mute', async () => {
      await finger.hold(row, untilMenu)
      await finger.tap(menuitem(ja('messages.mute')))
    })
    await expect(page.getByText(ja('messages.mutedDone'))).toBeVisible()
    await expect(page.getByRole('img', { name: ja('messages.muted') })).toBeVisible()
    await row.tap()
    await finger.expectTouches(2, 'turn notifications on', async () => {
      await finger.tap(page.getByRole('button', { name: ja('messages.menuOf', { name: 'Night watch' }) }))
      await finger.tap(menuitem(ja('messages.unmute')))
    })
    await expect(page.getByText(ja('messages.unmutedDone'))).toBeVisible()
  })
})
