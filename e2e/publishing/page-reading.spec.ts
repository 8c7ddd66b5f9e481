import { expect, type Locator } from '@playwright/test'
import sharp from 'sharp'
import type { CatalogueLanguage } from '@noroshi/contract/i18n'
import { createAdministrator } from '../fixtures/servers/administrator.ts'
import { expectAccessible } from '../fixtures/checks/axe.ts'
import { test } from '../fixtures/journey.ts'
import { onlyLong } from '../fixtures/long.ts'
import { paragraph, publishPage, uploadDocument } from '../fixtures/scenes/page-texts.ts'
import { createPage } from '../fixtures/scenes/page-actions.ts'
import type { Person } from '../fixtures/person.ts'
import { titleOf } from '../fixtures/checks/screen.ts'
import { type Texts, textsIn } from '../fixtures/texts.ts'

const SAMPLES = {
  en: {
    title: 'What to bring',
    bag: 'Emergency bag',
    smallBag: 'Small pouch',
    night: 'The first night',
    outside: 'City guide',
    inside: 'our feeds',
    item: 'Flashlight',
    quote: 'Blankets are at the shelter',
    cells: ['Drinking water', 'Medicine', 'Light', 'Blankets', 'Shoes', 'Whistle'],
    absent: 'tsunami',
  },
  ja: {
    title: '避難所に持っていくもの',
    bag: '防災袋',
    smallBag: '小さい袋',
    night: '最初の夜',
    outside: '市の案内',
    inside: 'フィード',
    item: '懐中電灯',
    quote: '毛布は避難所にあります',
    cells: ['飲料水', '常備薬', '明かり', '毛布', '靴', '笛'],
    absent: '津波',
  },
} satisfies Record<CatalogueLanguage, unknown>

const textOf = ({ page }: Person): Locator => page.getByRole('article')
const search = ({ page }: Person, t: Texts): Locator => page.getByRole('searchbox', { name: t('pages.search') })

for (const language of ['en', 'ja'] satisfies CatalogueLanguage[]) {
  const t = textsIn(language)
  const samples = SAMPLES[language]

  test(
    `a visitor on a phone in dark mode reads all content types of a page, finds its text, and sends no request to other origins without consent (${language})`,
    onlyLong(),
    async ({ server, visitor }) => {
      const kenji = await createAdministrator(server, visitor, { language, wide: true })
      const guest = await visitor({ language, scheme: 'dark' })
      const pageId = await createPage(kenji, t, samples.title)
      const picture = await sharp({ create: { width: 500, height: 300, channels: 3, background: '#2a7f62' } })
        .png()
        .toBuffer()
      const src = await uploadDocument(kenji, `${samples.bag}.png`, picture)
      const cell = (text: string) => ({ type: 'tableCell' as const, content: [paragraph(text)] })
      const linked = (text: string, href: string) => ({
        type: 'text' as const,
        text,
        marks: [{ type: 'link' as const, attrs: { href } }],
      })
      await publishPage(
        kenji,
        pageId,
        { type: 'image', attrs: { src, alt: samples.bag, width: 500, height: 300 } },
        { type: 'heading', attrs: { level: 1 }, content: [{ type: 'text', text: samples.night }] },
        { type: 'paragraph', content: [linked(samples.outside, 'https://example.org/'), linked(samples.inside, '/feeds')] },
        { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph(samples.item)] }] },
        { type: 'blockquote', content: [paragraph(samples.quote)] },
        { type: 'table', content: [{ type: 'tableRow', content: samples.cells.map(cell) }] },
        { type: 'image', attrs: { src, alt: samples.smallBag, width: 200, height: 120 } },
        { type: 'embed', attrs: { src: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ', width: 280, height: 300 } },
      )

      await test.step('a visitor finds it by text that it contains, and not by other text', async () => {
        await guest.open('/pages')
        await expect(guest.page.getByRole('link', { name: samples.title })).toBeVisible()
        await expectAccessible(guest, 'pages')
        await search(guest, t).fill(samples.absent)
        await expect(guest.page.getByRole('heading', { name: t('pages.noneToShow') })).toBeVisible()
        await expectAccessible(guest, 'nothing found')
        await search(guest, t).fill(samples.item)
        await guest.page.getByRole('link', { name: samples.title }).click()
        await expect(titleOf(guest, samples.title)).toBeVisible()
      })

      await test.step('pictures keep their size, a wide table scrolls horizontally', async () => {
        for (const name of [samples.bag, samples.smallBag]) {
          const shown = guest.page.getByRole('img', { name })
          await shown.scrollIntoViewIfNeeded()
          await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
          const box = await shown.boundingBox()
          expect(box && box.width / box.height).toBeCloseTo(5 / 3, 1)
        }
        const table = guest.page.getByRole('group', { name: t('pages.table') })
        expect(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeGreaterThan(0)
        await expect(table).toHaveAttribute('data-more-after')
        await expect(table).not.toHaveAttribute('data-more-before')
        await table.evaluate((scroller) => scroller.scrollTo({ left: scroller.scrollWidth }))
        await expect(table).toHaveAttribute('data-more-before')
        await expect(table).not.toHaveAttribute('data-more-after')
        expect(await guest.page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
        await expectAccessible(guest, 'a page with all content types, dark')
      })

      await test.step('another host is contacted only after the visitor selects Show', async () => {
        const frame = 'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ'
        await guest.context.route(`${frame}**`, (route) => route.fulfill({ contentType: 'text/html', body: '<p>film</p>' }))
        await expect(textOf(guest)).toContainText(t('pages.embedOf', { host: 'youtube-nocookie.com' }))
        await expect(textOf(guest)).toContainText(t('pages.embedNote', { host: 'youtube-nocookie.com' }))
        expect(guest.pageErrors).toEqual([])
        await guest.page.getByRole('button', { name: t('pages.embedShow') }).click()
        const shown = guest.page.frameLocator(`iframe[title="${t('pages.embedOf', { host: 'youtube-nocookie.com' })}"]`)
        await expect(shown.getByText('film')).toBeVisible()
        expect(guest.pageErrors.splice(0)).toEqual([`request to another origin: ${frame}`]) // the visitor selected Show
      })

      await test.step('an external link opens a new tab and is disabled without internet; an internal link opens its page', async () => {
        const outside = guest.page.getByRole('link', { name: new RegExp(samples.outside) })
        await expect(outside).toHaveAttribute('rel', 'noopener noreferrer nofollow')
        await expect(outside).toHaveAttribute('target', '_blank')
        await guest.goOffline()
        await expect(outside).toHaveAttribute('title', t('dashboard.offline'))
        await expect(outside).not.toHaveAttribute('href')
        await expectAccessible(guest, 'a page without internet')
        await guest.goOnline()
        await expect(outside).toHaveAttribute('href', 'https://example.org/')
        await guest.page.getByRole('link', { name: samples.inside }).click()
        await expect(titleOf(guest, t('feeds.title'))).toBeVisible()
        await guest.page.getByRole('button', { name: t('chrome.back') }).click()
        await expect(titleOf(guest, samples.title)).toBeVisible()
      })
    },
  )
}
