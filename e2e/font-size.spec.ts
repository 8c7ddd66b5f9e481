import { expect, type Page } from '@playwright/test'
import { createAdministrator } from './fixtures/administrator.ts'
import { test } from './fixtures/journey.ts'
import { layoutFaults } from './fixtures/layout.ts'
import { textsIn } from './fixtures/texts.ts'

const [en, ja] = [textsIn('en'), textsIn('ja')]
const softly = expect.configure({ soft: true })
/** Screens of a window of 360 px. */
const PATHS = ['/', '/messages', '/alerts', '/feeds', '/user/me', '/ready', '/admin/settings']
/** Text in shapes of fixed size, such as the bottom bar and avatars, grows less or not at all. */
const BODY = 'main, h1'

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

test('a user with a browser font size of 200 % gets larger text that fits a phone', async ({ server, visitor, otherDevice }) => {
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
})
