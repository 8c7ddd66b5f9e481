import { expect, type Locator, type Page } from '@playwright/test'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { threadRoutes } from '@noroshi/contract/messaging/threads.http'
import { createAdministrator } from '../fixtures/servers/administrator.ts'
import { fetchOk } from '../fixtures/servers/api.ts'
import { accept, banner, callFromProfile, press, userIdOf } from '../fixtures/scenes/calls.ts'
import { bubble } from '../fixtures/scenes/chat.ts'
import { cutTexts, unchangedTexts } from '../fixtures/checks/cut-texts.ts'
import { test } from '../fixtures/journey.ts'
import { layoutFaults } from '../fixtures/checks/layout.ts'
import { createLongContent } from '../fixtures/checks/long-content.ts'
import { LONG_WORD } from '../fixtures/checks/long-texts.ts'
import { onlyLong } from '../fixtures/long.ts'
import type { Person } from '../fixtures/person.ts'
import {
  adminDialogs,
  longScreens,
  openScreen,
  type Screen,
  visitorScreens,
  waitingScreens,
  WATER,
} from '../fixtures/checks/screens.ts'
import { endCountdown } from '../fixtures/scenes/sos.ts'
import { type Texts, textsIn } from '../fixtures/texts.ts'

const [en, ja] = [textsIn('en'), textsIn('ja')]
const softly = expect.configure({ soft: true })
/** Screens of a window of 360 px. */
const PATHS = ['/', '/messages', '/alerts', '/feeds', '/user/me', '/ready', '/admin/settings']
/** Text in shapes of fixed size, such as the bottom bar and avatars, grows less or not at all. */
const BODY = 'main, h1'
/** The content of users. Lists shorten it on purpose. */
const LONG_TEXT = new RegExp(`Donau|schiff|寿限無|${WATER}`)

/** Returns the size in pixels of each visible text. */
const textSizes = (page: Page): Promise<[text: string, size: number][]> =>
  page.locator(BODY).evaluateAll((roots) => {
    const sizes = new Map<string, number>()
    for (const element of roots.flatMap((root) => [root, ...root.querySelectorAll('*')])) {
      const text = [...element.childNodes].flatMap((node) => (node.nodeType === Node.TEXT_NODE ? [node.nodeValue?.trim()] : []))
      const isShown = element.checkVisibility() && element.closest('[aria-hidden=true], svg, .maplibregl-map') === null
      if (isShown && text.join('') !== '') sizes.set(text.join(''), parseFloat(getComputedStyle(element).fontSize))
    }
    return [...sizes]
  })

test(
  'a user with a browser font size of 200 % gets larger text that fits a phone',
  onlyLong(),
  async ({ server, visitor, otherDevice }) => {
    const kenji = await createAdministrator(server, visitor, {})
    const large = await otherDevice(kenji, { fontSize: 32 })
    const largeJapanese = await otherDevice(kenji, { fontSize: 32, language: 'ja', browserOf: large })
    for (const path of PATHS) {
      await Promise.all([kenji, large, largeJapanese].map((device) => device.open(path)))
      for (const [device, t] of [
        [kenji, en],
        [large, en],
        [largeJapanese, ja],
      ] as const)
        await expect(device.page.getByRole('button', { name: t('alerts.sos.name') }).first()).toBeVisible()
      await expect.poll(async () => (await textSizes(kenji.page)).length, { message: path }).toBeGreaterThan(0)
      const sizesOf = async (page: Page) => new Map(await textSizes(page))
      await softly
        .poll(
          async () => {
            const [normal, doubled] = await Promise.all([sizesOf(kenji.page), sizesOf(large.page)])
            const shared = [...normal].filter(([text]) => doubled.has(text))
            const isLarger = ([text, size]: [string, number]) => (doubled.get(text) ?? 0) >= size * 1.15
            return { shared: shared.length > 0, unchanged: shared.filter((entry) => !isLarger(entry)) }
          },
          { message: path },
        )
        .toEqual({ shared: true, unchanged: [] })
      for (const { page } of [large, largeJapanese])
        await softly.poll(() => layoutFaults(page), { message: `${path} at 200 %` }).toEqual([])
    }
    await large.open('/')
    const body = await large.page.evaluate(() => getComputedStyle(document.body).fontSize)
    expect(body, 'the browser applies the font size').toBe('32px')
  },
)

/** Expects that the texts of an element are enlarged, and that no part of it is cut off or unreachable. */
async function expectFit(root: Locator, what: string, t: Texts): Promise<void> {
  const name = `${what}, ${t === en ? 'en' : 'ja'}`
  await softly.poll(() => cutTexts(root), { message: name }).toEqual([])
  expect.soft(await unchangedTexts(root), name).toEqual([])
}

test('alarm, SOS, call and a long thread fit a phone at a browser font size of 200 %', onlyLong(), async ({ signedIn }) => {
  test.slow()
  const ben = await signedIn('Ben', { wide: true })
  const aiko = await signedIn('Aiko', { fontSize: 32 })
  const mei = await signedIn('Mei', { language: 'ja', browserOf: aiko })
  const devices = [
    { person: aiko, t: en },
    { person: mei, t: ja },
  ] as const

  for (const { person } of devices) await person.openLive('/')
  const alert = await fetchOk(ben, alertRoutes.raise, { body: { textContent: `The bridge is gone ${LONG_WORD}` } })
  for (const { person, t } of devices) {
    const alarm = person.page.getByRole('alertdialog', { name: t('alerts.alarm.title') })
    await expect(alarm).toBeVisible()
    await expectFit(alarm, 'an alarm', t)
    const answer = alarm.getByRole('button', { name: t('alerts.cannotHelp') })
    await expect(answer).toBeEnabled()
    await answer.click()
    await expect(alarm).toBeHidden()
  }
  await fetchOk(ben, alertRoutes.resolve, { body: { AlertId: alert.id, latitude: null, longitude: null } })

  for (const { person, t } of devices) {
    const { page } = person
    person.allowConsoleError(/net::ERR_FAILED/)
    await page.route('**/backend/api/alerts', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()))
    await page.getByRole('button', { name: t('alerts.sos.name') }).click()
    const countdown = page.getByRole('alertdialog', { name: t('alerts.sos.countdown') })
    await expect(countdown).toBeVisible()
    expect.soft(await cutTexts(countdown), `a countdown, ${t('chrome.home')}`).toEqual([])
    await endCountdown(page, t)
    const kept = page.getByRole('alertdialog', { name: t('alerts.sos.kept') })
    await expect(kept).toBeVisible()
    await expectFit(kept, 'an SOS that is not sent', t)
    const withdraw = kept.getByRole('button', { name: t('alerts.sos.withdraw') })
    await withdraw.click()
    await expectFit(kept, 'the question before an SOS is withdrawn', t)
    await withdraw.click()
    await expect(kept).toBeHidden()
  }

  for (const { person, t } of devices) {
    await callFromProfile(ben, en, await userIdOf(person))
    await expectFit(banner(person, t), 'a call that rings', t)
    await accept(person, t)
    const leave = person.page.getByRole('button', { name: t('calls.end'), exact: true })
    await expect(leave).toBeVisible()
    await expectFit(person.page.locator('body'), 'a call', t)
    await press(person, t, 'calls.end')
    await expect(leave).toBeHidden()
  }

  for (const { person, t } of devices) {
    const { id } = await fetchOk(ben, threadRoutes.startPersonal, { body: { recipient: await userIdOf(person) } })
    for (let number = 1; number <= 30; number++)
      await fetchOk(ben, messageRoutes.send, { body: { messageThreadId: id, text: `Line ${number} ${LONG_WORD}` } })
    await person.open(`/messages/${id}`)
    await expect(bubble(person, `Line 1 ${LONG_WORD}`)).toBeInViewport() // the first unread one
    await expectFit(person.page.locator('body'), 'a long thread', t)
    await bubble(person, `Line 30 ${LONG_WORD}`).scrollIntoViewIfNeeded()
    await expectFit(person.page.locator('body'), 'the end of a long thread', t)
    await softly.poll(() => layoutFaults(person.page), { message: 'a long thread' }).toEqual([])
  }
})

test('the head of a group names it in full at a browser font size of 200 %', onlyLong(), async ({ signedIn }) => {
  const ben = await signedIn('Ben')
  const aiko = await signedIn('Aiko', { fontSize: 32 })
  const mei = await signedIn('Mei', { language: 'ja', browserOf: aiko })
  for (const { person, name, t } of [
    { person: aiko, name: 'Night Watch Of Hillside', t: en },
    { person: mei, name: '丘の上町内会の夜警', t: ja },
  ]) {
    const { id } = await fetchOk(ben, threadRoutes.createGroup, { body: { name, recipients: [await userIdOf(person)] } })
    await person.open(`/messages/${id}`)
    const menu = person.page.getByRole('button', { name: t('messages.menuOf', { name }) })
    await expect(menu.getByText(t('messages.members', { count: 2 }))).toBeVisible()
    expect.soft(await cutTexts(menu), name).toEqual([])
    await softly.poll(() => layoutFaults(person.page), { message: name }).toEqual([])
  }
})

/** Opens a screen, and expects that its texts are enlarged, fit the window and can be reached. */
async function expectScreenFits(person: Person, screen: Screen): Promise<void> {
  const { page } = person
  const name = `${screen.path} ${screen.tab ?? screen.button ?? ''}`
  await openScreen(person, screen)
  await softly.poll(() => layoutFaults(page), { message: name }).toEqual([])
  const content = page.locator('main')
  const cuts = async () => (await cutTexts(content)).filter((fault) => !LONG_TEXT.test(fault))
  await softly.poll(cuts, { message: name }).toEqual([])
  await softly.poll(() => unchangedTexts(content), { message: name }).toEqual([])
}

for (const [language, t] of [
  ['en', en],
  ['ja', ja],
] as const)
  test(`every screen fits a phone at a browser font size of 200 % (${language})`, onlyLong(), async ({ server, visitor }) => {
    test.setTimeout(600_000)
    const kenji = await createAdministrator(server, visitor, { language, fontSize: 32 })
    const token = await kenji.page.evaluate(() => localStorage.getItem('accessToken'))
    kenji.allowConsoleError(/favicon\.ico/)
    await kenji.open('/favicon.svg') // without the app, which would acknowledge each message
    const content = await createLongContent(server.url, token ?? '')
    for (const screen of longScreens(content, t)) await expectScreenFits(kenji, screen)
    for (const { button, ...screen } of adminDialogs(content, t)) {
      await openScreen(kenji, { ...screen, button, shows: button })
      const dialog = kenji.page.getByRole('dialog')
      await expect(dialog).toBeVisible()
      await expectFit(dialog, `${screen.path} ${button}`, t)
    }
    for (const screen of waitingScreens(t)) {
      await openScreen(kenji, screen)
      await softly.poll(() => cutTexts(kenji.page.locator('body')), { message: screen.path }).toEqual([])
      // The clock is as wide as the window.
      const unchanged = (await unchangedTexts(kenji.page.locator('main'))).filter((text) => !/^\d+:\d+/.test(text))
      expect.soft(unchanged, screen.path).toEqual([])
    }

    const guest = await visitor({ language, browserOf: kenji })
    for (const screen of visitorScreens(content, t)) await expectScreenFits(guest, screen)
  })
