import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { dashboardRoutes, type SectionType } from '@noroshi/contract/dashboard/dashboard.http'
import type { Language } from '@noroshi/contract/i18n'
import { createAdministrator } from '../fixtures/servers/administrator.ts'
import { button, drag, openArea } from '../fixtures/servers/administration.ts'
import { fetchOk } from '../fixtures/servers/api.ts'
import { expectAccessible } from '../fixtures/checks/axe.ts'
import { test } from '../fixtures/journey.ts'
import { onlyLong } from '../fixtures/long.ts'
import { fieldTime } from '../fixtures/browsers/time.ts'
import { type Texts, textsIn } from '../fixtures/texts.ts'

const MINUTE = 60_000
const DAY_MINUTES = 24 * 60

const picture = (background: string) =>
  sharp({ create: { width: 640, height: 360, channels: 3, background } })
    .png()
    .toBuffer()

async function addSection(page: Page, t: Texts, title: string, type: SectionType): Promise<void> {
  await button(page, t('dashboard.sectionCreate')).click()
  await page.getByRole('textbox', { name: t('dashboard.sectionTitle') }).fill(title)
  await page.getByRole('radio', { name: t(`dashboard.type.${type}`) }).check()
  await button(page, t('chrome.save')).click()
  await expect(page.getByRole('dialog')).toBeHidden()
}

async function startLink(page: Page, t: Texts, text: string, url: string): Promise<void> {
  await button(page, t('dashboard.linkCreate')).click()
  await fillLink(page, t, text, url)
}

async function fillLink(page: Page, t: Texts, text: string, url: string): Promise<void> {
  await expect(page.getByRole('textbox', { name: t('dashboard.linkText') })).toBeFocused()
  await page.getByRole('textbox', { name: t('dashboard.linkText') }).fill(text)
  await page.getByRole('textbox', { name: t('dashboard.linkUrl') }).fill(url)
}

async function save(page: Page, t: Texts): Promise<void> {
  await button(page, t('chrome.save')).click()
  await expect(page.getByRole('dialog')).toBeHidden()
}

for (const language of ['en', 'ja'] satisfies Language[]) {
  const t = textsIn(language)

  test(
    `an administrator creates and orders slides and text links, which another user sees; external links are disabled without internet (${language})`,
    onlyLong(),
    async ({ server, signedIn, visitor }) => {
      const admin = await createAdministrator(server, visitor, { language })
      const ben = await signedIn('Ben', { language })
      const { page } = admin
      await openArea(page, t, 'dashboard.manageTitle')
      await addSection(page, t, 'Wakaba today', 'imageSlider')
      await page.getByRole('button', { name: /^Wakaba today/, expanded: false }).click()
      await startLink(page, t, 'Open house', '/feeds')
      await button(page, t('chrome.save')).click()
      await expect(page.getByRole('dialog').getByRole('alert')).toHaveText(t('dashboard.imageRequired'))
      await expectAccessible(admin, 'a slide without a picture')
      const slides = [
        ['Open house', '/feeds', 'teal'],
        ['River camera', 'https://example.org/river', 'navy'],
        ['Bus times', 'https://example.org/bus', 'maroon'],
      ] as const
      for (const [text, url, colour] of slides) {
        if (text !== 'Open house') await startLink(page, t, text, url)
        await page
          .getByLabel(t('dashboard.linkImage'))
          .setInputFiles({ name: `${colour}.png`, mimeType: 'image/png', buffer: await picture(colour) })
        await expect(page.getByRole('img', { name: t('dashboard.linkImage') })).toBeVisible()
        await save(page, t)
      }
      await addSection(page, t, 'Numbers', 'textLink')
      await page.getByRole('button', { name: /^Numbers/, expanded: false }).click()
      await startLink(page, t, 'City office', 'https://example.org/office')
      await save(page, t)

      const region = ben.page.getByRole('region', { name: 'Wakaba today' })
      await test.step('another user moves through the slides, and each opens its target', async () => {
        await expect(ben.page.getByRole('heading', { name: 'Wakaba today' })).toBeVisible()
        await region.scrollIntoViewIfNeeded()
        await expect(region.getByText('1/3', { exact: true })).toBeVisible()
        await expect(region.getByRole('link', { name: 'Open house' })).toBeVisible()
        await button(region, t('dashboard.next')).click()
        await expect(region.getByText('2/3', { exact: true })).toBeVisible()
        await expect(region.getByRole('link', { name: /River camera/ })).toHaveAttribute('rel', /noopener/)
        await button(region, t('dashboard.previous')).click()
        await button(region, t('dashboard.previous')).click()
        await expect(region.getByText('3/3', { exact: true })).toBeVisible()
        await expectAccessible(ben, 'home with slides')
      })
      await test.step('links are reordered with keys and by dragging; the other page follows', async () => {
        await page.getByRole('button', { name: /^Wakaba today/, expanded: false }).click()
        const links = page.getByRole('list', { name: t('dashboard.linksOf', { name: 'Wakaba today' }) }).getByRole('listitem')
        await expect(links).toHaveText([/Open house/, /River camera/, /Bus times/])
        await button(page, t('dashboard.moveUp', { name: 'Bus times' })).focus()
        await page.keyboard.press('Enter')
        await expect(links).toHaveText([/Open house/, /Bus times/, /River camera/])
        // The focus moves with the row, so that the same key moves it again.
        await expect(button(page, t('dashboard.moveUp', { name: 'Bus times' }))).toBeFocused()
        await page.keyboard.press('Enter')
        await expect(links).toHaveText([/Bus times/, /Open house/, /River camera/])
        await drag(page, 'River camera', 'Bus times', links)
        await expect(links).toHaveText([/River camera/, /Bus times/, /Open house/])
        const shown = region.locator('[aria-roledescription=slide] img')
        await expect
          .poll(() => shown.evaluateAll((images) => images.map((image) => image.getAttribute('alt'))))
          .toEqual(['River camera', 'Bus times', 'Open house'])
        await expectAccessible(admin, 'links in order')
      })
      await test.step('without internet, external links are disabled with a reason; internal links work', async () => {
        await ben.goOffline()
        for (const name of ['River camera', 'City office']) {
          const link = ben.page.getByRole('link', { name, disabled: true })
          await expect(link).toHaveAttribute('title', t('dashboard.offline'))
          await expect(link).not.toHaveAttribute('href', /./)
        }
        await expectAccessible(ben, 'home without internet')
        await ben.goOnline()
        await expect(ben.page.getByRole('link', { name: /City office/ })).toHaveAttribute('href', 'https://example.org/office')
        await expect(async () => {
          if (!(await region.getByText('3/3', { exact: true }).isVisible())) await button(region, t('dashboard.next')).click()
          await expect(region.getByText('3/3', { exact: true })).toBeVisible({ timeout: 1000 })
        }).toPass()
        await region.getByRole('link', { name: 'Open house' }).click()
        await expect(ben.page.getByRole('heading', { name: t('feeds.title'), level: 1 })).toBeVisible()
      })
    },
  )
}

test.describe('by date', () => {
  test.use({ hasMovableClock: true })

  test('a link is shown from its start to its end, by the server’s clock', onlyLong(), async ({ server, signedIn, visitor }) => {
    const t = textsIn('en')
    const admin = await createAdministrator(server, visitor, {})
    const ben = await signedIn('Ben')
    const { page } = admin
    const section = await fetchOk(admin, dashboardRoutes.createSection, { body: { title: 'Festival', type: 'textLink' } })
    await admin.open('/admin/dashboard')
    await test.step('a list that arrives during a press moves no button away from the finger', async () => {
      const held = Promise.withResolvers<void>()
      await page.route('**/dashboard-section-links/**', async (route) => {
        await held.promise
        await route.continue()
      })
      await page.getByRole('button', { name: /^Festival/, expanded: false }).click()
      await button(page, t('dashboard.linkCreate')).hover()
      await page.mouse.down()
      held.resolve()
      await expect(page.getByText(t('dashboard.linksEmpty'))).toBeVisible()
      await page.mouse.up()
    })
    await fillLink(page, t, 'Fireworks', '/alerts')
    // One day later, so that a change of summer time does not matter.
    const tomorrow = Date.now() + DAY_MINUTES * MINUTE
    const start = page.getByLabel(t('admin.optional', { field: t('dashboard.linkStart') }))
    const end = page.getByLabel(t('admin.optional', { field: t('dashboard.linkEnd') }))
    await start.fill(fieldTime(tomorrow + 30 * MINUTE))
    await end.fill(fieldTime(tomorrow + 20 * MINUTE))
    await button(page, t('chrome.save')).click()
    await expect(page.getByText(t('dashboard.endBeforeStart'))).toBeVisible()
    await expectAccessible(admin, 'an end before its start')
    await end.fill(fieldTime(tomorrow + 60 * MINUTE))
    await save(page, t)
    const managed = page.getByRole('list', { name: t('dashboard.linksOf', { name: 'Festival' }) })
    await expect(managed).toContainText('From ')

    const link = ben.page.getByRole('link', { name: 'Fireworks' })
    const isShown = async () => {
      const { items } = await fetchOk(ben, dashboardRoutes.links, { params: { id: section.id } })
      await ben.open('/')
      await expect(ben.page.getByRole('main').getByRole('link', { name: t('feeds.title') })).toBeVisible()
      await expect(link).toHaveCount(items.length)
      return items.length === 1
    }
    expect(await isShown()).toBe(false)
    server.advance(DAY_MINUTES + 31)
    await expect.poll(isShown).toBe(true)
    await expect(link).toBeVisible()
    await expect(ben.page.getByRole('heading', { name: 'Festival' })).toBeVisible()
    server.advance(30)
    await expect.poll(isShown).toBe(false)
    await expect(ben.page.getByRole('heading', { name: 'Festival' })).toHaveCount(0)
  })
})
