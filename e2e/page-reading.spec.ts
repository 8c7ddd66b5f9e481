import { expect, type Locator } from '@playwright/test'
import sharp from 'sharp'
import type { Language } from '@noroshi/contract/i18n'
import { administrator } from './fixtures/administrator.ts'
import { isClean } from './fixtures/axe.ts'
import { test } from './fixtures/journey.ts'
import { onlyLong } from './fixtures/long.ts'
import { paragraph, publishes, uploads } from './fixtures/page-texts.ts'
import { createsPage } from './fixtures/page-work.ts'
import type { Person } from './fixtures/person.ts'
import { titleOf } from './fixtures/screen.ts'
import { type Words, wordsIn } from './fixtures/words.ts'

const SAID = {
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
} satisfies Record<Language, unknown>

const textOf = ({ page }: Person): Locator => page.getByRole('article')
const search = ({ page }: Person, words: Words): Locator => page.getByRole('searchbox', { name: words('pages.search') })

for (const language of ['en', 'ja'] satisfies Language[]) {
  const words = wordsIn(language)
  const said = SAID[language]

  test(
    `for a visitor on a phone by night: all that a page may hold is read, a search finds its words, and nothing is asked of others unasked (${language})`,
    onlyLong(language === 'en'),
    async ({ server, visitor }) => {
      const kenji = await administrator(server, visitor, { language, wide: true })
      const guest = await visitor({ language, scheme: 'dark' })
      const pageId = await createsPage(kenji, words, said.title)
      const picture = await sharp({ create: { width: 500, height: 300, channels: 3, background: '#2a7f62' } })
        .png()
        .toBuffer()
      const src = await uploads(kenji, `${said.bag}.png`, picture)
      const cell = (text: string) => ({ type: 'tableCell' as const, content: [paragraph(text)] })
      const linked = (text: string, href: string) => ({
        type: 'text' as const,
        text,
        marks: [{ type: 'link' as const, attrs: { href } }],
      })
      await publishes(
        kenji,
        pageId,
        { type: 'image', attrs: { src, alt: said.bag, width: 500, height: 300 } },
        { type: 'heading', attrs: { level: 1 }, content: [{ type: 'text', text: said.night }] },
        { type: 'paragraph', content: [linked(said.outside, 'https://example.org/'), linked(said.inside, '/feeds')] },
        { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph(said.item)] }] },
        { type: 'blockquote', content: [paragraph(said.quote)] },
        { type: 'table', content: [{ type: 'tableRow', content: said.cells.map(cell) }] },
        { type: 'image', attrs: { src, alt: said.smallBag, width: 200, height: 120 } },
        { type: 'embed', attrs: { src: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ', width: 280, height: 300 } },
      )

      await test.step('a visitor finds it by a word of its text, not by others', async () => {
        await guest.open('/pages')
        await expect(guest.page.getByRole('link', { name: said.title })).toBeVisible()
        await isClean(guest, 'pages')
        await search(guest, words).fill(said.absent)
        await expect(guest.page.getByRole('heading', { name: words('pages.noneToShow') })).toBeVisible()
        await isClean(guest, 'nothing found')
        await search(guest, words).fill(said.item)
        await guest.page.getByRole('link', { name: said.title }).click()
        await expect(titleOf(guest, said.title)).toBeVisible()
      })

      await test.step('pictures keep the room that they were given, a wide table scrolls by itself', async () => {
        for (const name of [said.bag, said.smallBag]) {
          const shown = guest.page.getByRole('img', { name })
          await shown.scrollIntoViewIfNeeded()
          await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
          const box = await shown.boundingBox()
          expect(box && box.width / box.height).toBeCloseTo(5 / 3, 1)
        }
        const table = guest.page.getByRole('group', { name: words('pages.table') })
        expect(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeGreaterThan(0)
        await expect(table).toHaveAttribute('data-more-after')
        await expect(table).not.toHaveAttribute('data-more-before')
        await table.evaluate((scroller) => scroller.scrollTo({ left: scroller.scrollWidth }))
        await expect(table).toHaveAttribute('data-more-before')
        await expect(table).not.toHaveAttribute('data-more-after')
        expect(await guest.page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
        await isClean(guest, 'a page with all that it may hold, by night')
      })

      await test.step('another host is asked only after a touch that names it', async () => {
        const frame = 'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ'
        await guest.context.route(`${frame}**`, (route) => route.fulfill({ contentType: 'text/html', body: '<p>film</p>' }))
        await expect(textOf(guest)).toContainText(words('pages.embedOf', { host: 'youtube.com' }))
        expect(guest.mishaps).toEqual([])
        await guest.page.getByRole('button', { name: words('pages.embedShow') }).click()
        const shown = guest.page.frameLocator(`iframe[title="${words('pages.embedOf', { host: 'youtube.com' })}"]`)
        await expect(shown.getByText('film')).toBeVisible()
        expect(guest.mishaps.splice(0)).toEqual([`asked another origin: ${frame}`]) // as it was asked to
      })

      await test.step('a link out of the unit opens a tab of its own, and is off without internet; one of its own leads on', async () => {
        const outside = guest.page.getByRole('link', { name: new RegExp(said.outside) })
        await expect(outside).toHaveAttribute('rel', 'noopener noreferrer nofollow')
        await expect(outside).toHaveAttribute('target', '_blank')
        await guest.cutOff()
        await expect(outside).toHaveAttribute('title', words('dashboard.offline'))
        await expect(outside).not.toHaveAttribute('href')
        await isClean(guest, 'a page without internet')
        await guest.comeBack()
        await expect(outside).toHaveAttribute('href', 'https://example.org/')
        await guest.page.getByRole('link', { name: said.inside }).click()
        await expect(titleOf(guest, words('feeds.title'))).toBeVisible()
        await guest.page.getByRole('button', { name: words('chrome.back') }).click()
        await expect(titleOf(guest, said.title)).toBeVisible()
      })
    },
  )
}
