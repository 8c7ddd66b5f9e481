import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { dashboardRoutes, type SectionType } from '@noroshi/contract/dashboard/dashboard.http'
import type { Language } from '@noroshi/contract/i18n'
import { administrator } from './fixtures/administrator.ts'
import { button, drag, openArea } from './fixtures/administration.ts'
import { asks } from './fixtures/api.ts'
import { isClean } from './fixtures/axe.ts'
import { test } from './fixtures/journey.ts'
import { onlyLong } from './fixtures/long.ts'
import { type Words, wordsIn } from './fixtures/words.ts'

const MINUTE = 60_000

const picture = (background: string) =>
  sharp({ create: { width: 640, height: 360, channels: 3, background } })
    .png()
    .toBuffer()

async function addSection(page: Page, words: Words, title: string, type: SectionType): Promise<void> {
  await button(page, words('dashboard.sectionCreate')).click()
  await page.getByRole('textbox', { name: words('dashboard.sectionTitle') }).fill(title)
  await page.getByRole('radio', { name: words(`dashboard.type.${type}`) }).check()
  await button(page, words('chrome.save')).click()
  await expect(page.getByRole('dialog')).toBeHidden()
}

async function beginsLink(page: Page, words: Words, text: string, url: string): Promise<void> {
  await button(page, words('dashboard.linkCreate')).click()
  await fillsLink(page, words, text, url)
}

async function fillsLink(page: Page, words: Words, text: string, url: string): Promise<void> {
  await expect(page.getByRole('textbox', { name: words('dashboard.linkText') })).toBeFocused()
  await page.getByRole('textbox', { name: words('dashboard.linkText') }).fill(text)
  await page.getByRole('textbox', { name: words('dashboard.linkUrl') }).fill(url)
}

async function saves(page: Page, words: Words): Promise<void> {
  await button(page, words('chrome.save')).click()
  await expect(page.getByRole('dialog')).toBeHidden()
}

/** As a field of date and time has it, by the browser's clock in Tokyo. */
const inTokyo = (at: number) => new Date(at + 9 * 60 * MINUTE).toISOString().slice(0, 16)

for (const language of ['en', 'ja'] satisfies Language[]) {
  const words = wordsIn(language)

  test(
    `slides and lines of text: built, put in order, seen by another, and disabled without internet (${language})`,
    onlyLong(),
    async ({ server, signedIn, visitor }) => {
      const admin = await administrator(server, visitor, { language })
      const ben = await signedIn('Ben', { language })
      const { page } = admin
      await openArea(page, words, 'dashboard.manageTitle')
      await addSection(page, words, 'Wakaba today', 'imageSlider')
      await page.getByRole('button', { name: /^Wakaba today/, expanded: false }).click()
      await beginsLink(page, words, 'Open house', '/feeds')
      await button(page, words('chrome.save')).click()
      await expect(page.getByRole('dialog').getByRole('alert')).toHaveText(words('dashboard.imageRequired'))
      await isClean(admin, 'a slide without a picture')
      const slides = [
        ['Open house', '/feeds', 'teal'],
        ['River camera', 'https://example.org/river', 'navy'],
        ['Bus times', 'https://example.org/bus', 'maroon'],
      ] as const
      for (const [text, url, colour] of slides) {
        if (text !== 'Open house') await beginsLink(page, words, text, url)
        await page
          .getByLabel(words('dashboard.linkImage'))
          .setInputFiles({ name: `${colour}.png`, mimeType: 'image/png', buffer: await picture(colour) })
        await expect(page.getByRole('img', { name: words('dashboard.linkImage') })).toBeVisible()
        await saves(page, words)
      }
      await addSection(page, words, 'Numbers', 'textLink')
      await page.getByRole('button', { name: /^Numbers/, expanded: false }).click()
      await beginsLink(page, words, 'City office', 'https://example.org/office')
      await saves(page, words)

      const region = ben.page.getByRole('region', { name: 'Wakaba today' })
      await test.step('another person turns the slides, and each leads where it should', async () => {
        await expect(ben.page.getByRole('heading', { name: 'Wakaba today' })).toBeVisible()
        await region.scrollIntoViewIfNeeded()
        await expect(region.getByText('1/3')).toBeVisible()
        await expect(region.getByRole('link', { name: 'Open house' })).toBeVisible()
        await button(region, words('dashboard.next')).click()
        await expect(region.getByText('2/3')).toBeVisible()
        await expect(region.getByRole('link', { name: /River camera/ })).toHaveAttribute('rel', /noopener/)
        await button(region, words('dashboard.previous')).click()
        await button(region, words('dashboard.previous')).click()
        await expect(region.getByText('3/3')).toBeVisible()
        await isClean(ben, 'home with slides')
      })
      await test.step('links are put in order by keys and by dragging; the other page follows', async () => {
        await page.getByRole('button', { name: /^Wakaba today/, expanded: false }).click()
        const links = page.getByRole('list', { name: words('dashboard.linksOf', { name: 'Wakaba today' }) }).getByRole('listitem')
        await expect(links).toHaveText([/Open house/, /River camera/, /Bus times/])
        await button(page, words('dashboard.moveUp', { name: 'Bus times' })).focus()
        await page.keyboard.press('Enter')
        await expect(links).toHaveText([/Open house/, /Bus times/, /River camera/])
        // The focus goes with the row: the same key again moves it on.
        await expect(button(page, words('dashboard.moveUp', { name: 'Bus times' }))).toBeFocused()
        await page.keyboard.press('Enter')
        await expect(links).toHaveText([/Bus times/, /Open house/, /River camera/])
        await drag(page, 'River camera', 'Bus times', links)
        await expect(links).toHaveText([/River camera/, /Bus times/, /Open house/])
        const shown = region.locator('[aria-roledescription=slide] img')
        await expect
          .poll(() => shown.evaluateAll((images) => images.map((image) => image.getAttribute('alt'))))
          .toEqual(['River camera', 'Bus times', 'Open house'])
        await isClean(admin, 'links in order')
      })
      await test.step('without internet, what leads outside is disabled and says why; what stays inside works', async () => {
        await ben.cutOff()
        for (const name of ['River camera', 'City office']) {
          const link = ben.page.getByRole('link', { name, disabled: true })
          await expect(link).toHaveAttribute('title', words('dashboard.offline'))
          await expect(link).not.toHaveAttribute('href', /./)
        }
        await isClean(ben, 'home without internet')
        await ben.comeBack()
        await expect(ben.page.getByRole('link', { name: /City office/ })).toHaveAttribute('href', 'https://example.org/office')
        await expect(async () => {
          if (!(await region.getByText('3/3').isVisible())) await button(region, words('dashboard.next')).click()
          await expect(region.getByText('3/3')).toBeVisible({ timeout: 1000 })
        }).toPass()
        await region.getByRole('link', { name: 'Open house' }).click()
        await expect(ben.page.getByRole('heading', { name: words('feeds.title'), level: 1 })).toBeVisible()
      })
    },
  )
}

test.describe('by date', () => {
  test.use({ hasMovableClock: true })

  test('a link is there from its start to its end, by the unit’s clock', async ({ server, signedIn, visitor }) => {
    const words = wordsIn('en')
    const admin = await administrator(server, visitor, {})
    const ben = await signedIn('Ben')
    const { page } = admin
    const section = await asks(admin, dashboardRoutes.createSection, { body: { title: 'Festival', type: 'textLink' } })
    await admin.open('/admin/dashboard')
    await test.step('a list that comes while one presses moves no key away from under the finger', async () => {
      const held = Promise.withResolvers<void>()
      await page.route('**/dashboard-section-links/**', async (route) => {
        await held.promise
        await route.continue()
      })
      await page.getByRole('button', { name: /^Festival/, expanded: false }).click()
      await button(page, words('dashboard.linkCreate')).hover()
      await page.mouse.down()
      held.resolve()
      await expect(page.getByText(words('dashboard.linksEmpty'))).toBeVisible()
      await page.mouse.up()
    })
    await fillsLink(page, words, 'Fireworks', '/alerts')
    const now = Date.now()
    const start = page.getByLabel(words('admin.optional', { field: words('dashboard.linkStart') }))
    const end = page.getByLabel(words('admin.optional', { field: words('dashboard.linkEnd') }))
    await start.fill(inTokyo(now + 30 * MINUTE))
    await end.fill(inTokyo(now + 20 * MINUTE))
    await button(page, words('chrome.save')).click()
    await expect(page.getByText(words('dashboard.endBeforeStart'))).toBeVisible()
    await isClean(admin, 'an end before its start')
    await end.fill(inTokyo(now + 60 * MINUTE))
    await saves(page, words)
    const managed = page.getByRole('list', { name: words('dashboard.linksOf', { name: 'Festival' }) })
    await expect(managed).toContainText('From ')

    const link = ben.page.getByRole('link', { name: 'Fireworks' })
    const isShown = async () => {
      const { items } = await asks(ben, dashboardRoutes.links, { params: { id: section.id } })
      await ben.open('/')
      await expect(ben.page.getByRole('link', { name: words('feeds.title') })).toBeVisible()
      await expect(link).toHaveCount(items.length)
      return items.length === 1
    }
    expect(await isShown()).toBe(false)
    server.advance(31)
    await expect.poll(isShown).toBe(true)
    await expect(link).toBeVisible()
    await expect(ben.page.getByRole('heading', { name: 'Festival' })).toBeVisible()
    server.advance(30)
    await expect.poll(isShown).toBe(false)
    await expect(ben.page.getByRole('heading', { name: 'Festival' })).toHaveCount(0)
  })
})
