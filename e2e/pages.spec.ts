import { expect, type Locator } from '@playwright/test'
import sharp from 'sharp'
import { administrator, firstAdministrator } from './fixtures/administrator.ts'
import { isClean } from './fixtures/axe.ts'
import { picks } from './fixtures/chat.ts'
import { test } from './fixtures/journey.ts'
import { paragraph, publishes, submits, uploads } from './fixtures/page-texts.ts'
import type { Person } from './fixtures/person.ts'
import { type Words, wordsIn } from './fixtures/words.ts'

const en = wordsIn('en')
const ja = wordsIn('ja')

const dialogOf = ({ page }: Person): Locator => page.getByRole('dialog')
const titleOf = ({ page }: Person, title: string): Locator => page.getByRole('heading', { name: title, level: 1 })
const textOf = ({ page }: Person): Locator => page.getByRole('article')
const search = ({ page }: Person, words: Words): Locator => page.getByRole('searchbox', { name: words('pages.search') })

/** By the dialog of /pages; leaves the page open, and answers its id. */
async function createsPage(admin: Person, words: Words, title: string, { isPublic = true } = {}): Promise<string> {
  await admin.open('/pages')
  await admin.page.getByRole('button', { name: words('pages.create') }).click()
  const dialog = dialogOf(admin)
  const name = dialog.getByRole('textbox', { name: words('pages.name') })
  await expect(name).toBeFocused()
  await name.fill(title)
  if (!isPublic) await dialog.getByRole('switch', { name: words('pages.isPublic') }).click({ force: true })
  await dialog.getByRole('button', { name: words('pages.create') }).click()
  await expect(titleOf(admin, title)).toBeVisible()
  return new URL(admin.page.url()).pathname.split('/').at(-1) ?? ''
}

/** Makes somebody a member of the open page, and gives them a right. */
async function letsModerate(admin: Person, words: Words, name: string): Promise<void> {
  const { page } = admin
  await page.getByRole('link', { name: words('pages.membersCount.one') }).click()
  await page.getByRole('button', { name: words('pages.addMembers') }).click()
  await expect(dialogOf(admin).getByRole('combobox')).toBeVisible()
  await picks(admin, name)
  await isClean(admin, 'members to add')
  await dialogOf(admin)
    .getByRole('button', { name: words('pages.addMembers') })
    .click()
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: name })
  await expect(row).toContainText(words('pages.canUpdate'))
  await row.getByRole('button', { name: words('pages.memberMenu', { name }) }).click()
  await page.getByRole('menuitem', { name: words('pages.permissions') }).click()
  const right = dialogOf(admin).getByRole('switch', { name: words('pages.canModerateUpdates') })
  await right.click({ force: true })
  await expect(right).toBeChecked()
  await isClean(admin, 'rights of a member')
  await page.keyboard.press('Escape')
  await expect(row).toContainText(words('pages.canModerateUpdates'))
  await isClean(admin, 'members')
}

test('an administrator on a phone creates a page, adds a member and gives a flag; a visitor reads without login, and sees it published anew', async ({
  server,
  signedIn,
  visitor,
}) => {
  const kenji = await firstAdministrator(server, visitor, en, {})
  const ben = await signedIn('Ben', { wide: true, scheme: 'dark' })
  const guest = await visitor()
  ben.expects(/status of 404.*members\/me/)
  guest.expects(/status of 404.*\/pages\//)
  let pageId = ''

  await test.step('a page needs a title of four characters; it is public unless said otherwise', async () => {
    await kenji.open('/pages')
    await expect(kenji.page.getByRole('heading', { name: en('pages.none') })).toBeVisible()
    await isClean(kenji, 'no pages yet')
    await guest.open('/pages')
    await expect(guest.page.getByRole('heading', { name: en('pages.noneToShow') })).toBeVisible()
    await isClean(guest, 'no pages to show')
    await kenji.page.getByRole('button', { name: en('pages.create') }).click()
    const title = dialogOf(kenji).getByRole('textbox', { name: en('pages.name') })
    await expect(title).toBeFocused()
    await title.fill('abc')
    await dialogOf(kenji)
      .getByRole('button', { name: en('pages.create') })
      .click()
    await expect(dialogOf(kenji).getByText(en('pages.titleTooShort', { min: 4 }))).toBeVisible()
    await isClean(kenji, 'a page, with a problem')
    await expect(dialogOf(kenji).getByRole('switch', { name: en('pages.isPublic') })).toBeChecked()
    pageId = await createsPage(kenji, en, 'What to bring')
    await isClean(kenji, 'an empty page, for its administrator')
  })

  await test.step('Ben, who is a reader, becomes a member who may publish, which his open page learns at once', async () => {
    await ben.open(`/pages/${pageId}`)
    await expect(titleOf(ben, 'What to bring')).toBeVisible()
    await expect(ben.page.getByRole('link', { name: en('pages.edit') })).toHaveCount(0)
    await letsModerate(kenji, en, 'Ben')
    await expect(ben.page.getByRole('link', { name: en('pages.edit'), exact: true })).toBeVisible()
    await expect(ben.page.getByRole('link', { name: en('pages.review') })).toBeVisible()
    await expect(ben.page.getByRole('link', { name: en('pages.membersCount.other', { count: 2 }) })).toBeVisible()
    await submits(kenji, pageId, paragraph('A draft'))
    await expect(ben.page.getByRole('link', { name: en('pages.waiting.one') })).toBeVisible()
    await isClean(ben, 'a page for who works on it, by night')
  })

  await test.step('nobody changes the creator or themselves, but for an administrator', async () => {
    await ben.open(`/page/${pageId}/members`)
    await expect(ben.page.getByRole('main').getByRole('listitem')).toHaveCount(2)
    await expect(ben.page.getByRole('button', { name: en('pages.addMembers') })).toHaveCount(0)
    await expect(ben.page.getByRole('button', { name: en('pages.memberMenu', { name: 'Ben' }) })).toHaveCount(0)
    await ben.page.getByRole('button', { name: en('pages.memberMenu', { name: 'Kenji' }) }).click()
    await expect(ben.page.getByRole('menuitem', { name: en('pages.viewProfile') })).toBeVisible()
    await expect(ben.page.getByRole('menuitem', { name: en('pages.permissions') })).toHaveCount(0)
    await isClean(ben, 'members for who does not manage them')
  })

  await test.step('a visitor comes from home, reads the page and who writes it, and is not led to the login', async () => {
    await guest.open('/')
    await guest.page.getByRole('link', { name: en('pages.title') }).click()
    await guest.page.getByRole('link', { name: 'What to bring' }).click()
    await expect(titleOf(guest, 'What to bring')).toBeVisible()
    await publishes(ben, pageId, paragraph('One bag for each person'))
    await expect(textOf(guest)).toContainText('One bag for each person')
    await expect(textOf(guest)).toContainText(en('pages.updatedBy', { when: en('pages.today'), name: 'Ben' }))
    await expect(guest.page.getByText(en('pages.updatedNow'))).toBeVisible()
    await isClean(guest, 'a page for a visitor')
    await guest.page.getByRole('link', { name: en('pages.membersCount.other', { count: 2 }) }).click()
    await expect(guest.page.getByRole('main').getByRole('listitem')).toHaveText([/Kenji/, /Ben/])
    await isClean(guest, 'members for a visitor')
    await guest.page.getByRole('link', { name: 'What to bring' }).click()
  })

  await test.step('the page is for the signed-in alone: it leaves the visitor’s screen and list, and Ben goes on reading', async () => {
    await ben.open(`/pages/${pageId}`)
    await kenji.open(`/pages/${pageId}`)
    const menu = kenji.page.getByRole('button', { name: en('pages.menuOf', { title: 'What to bring' }) })
    await menu.click()
    await kenji.page.getByRole('menuitem', { name: en('pages.rename') }).click()
    await dialogOf(kenji)
      .getByRole('textbox', { name: en('pages.name') })
      .fill('What to carry')
    await dialogOf(kenji)
      .getByRole('switch', { name: en('pages.isPublic') })
      .click({ force: true })
    await dialogOf(kenji)
      .getByRole('button', { name: en('chrome.save') })
      .click()
    await expect(kenji.page.getByText(en('pages.renamed'))).toBeVisible()
    await expect(titleOf(ben, 'What to carry')).toBeVisible()
    await expect(guest.page.getByRole('heading', { name: en('pages.notFound') })).toBeVisible()
    await isClean(guest, 'a page that is not there')
    await guest.open(`/page/${pageId}/members`)
    await expect(guest.page.getByRole('heading', { name: en('pages.notFound') })).toBeVisible()
    await guest.open('/pages')
    await expect(guest.page.getByRole('heading', { name: en('pages.noneToShow') })).toBeVisible()
  })

  await test.step('a deleted page is gone for who reads it', async () => {
    ben.expects(/status of 404.*\/pages\//)
    kenji.expects(/status of 404.*\/pages\//)
    await kenji.page.getByRole('button', { name: en('pages.menuOf', { title: 'What to carry' }) }).click()
    await kenji.page.getByRole('menuitem', { name: en('pages.delete') }).click()
    await isClean(kenji, 'the question before a page is deleted')
    await dialogOf(kenji)
      .getByRole('button', { name: en('chrome.delete') })
      .click()
    await expect(kenji.page.getByRole('heading', { name: en('pages.none') })).toBeVisible()
    await expect(ben.page.getByRole('heading', { name: en('pages.notFound') })).toBeVisible()
  })
})

test('in Japanese, for a visitor on a phone by night: all that a page may hold is read, a search finds its words, and nothing is asked of others unasked', async ({
  server,
  visitor,
}) => {
  const kenji = await administrator(server, visitor, { language: 'ja', wide: true })
  const guest = await visitor({ language: 'ja', scheme: 'dark' })
  const pageId = await createsPage(kenji, ja, '避難所に持っていくもの')
  const picture = await sharp({ create: { width: 500, height: 300, channels: 3, background: '#2a7f62' } })
    .png()
    .toBuffer()
  const src = await uploads(kenji, '防災袋.png', picture)
  const cell = (text: string) => ({ type: 'tableCell' as const, content: [paragraph(text)] })
  const linked = (text: string, href: string) => ({
    type: 'text' as const,
    text,
    marks: [{ type: 'link' as const, attrs: { href } }],
  })
  await publishes(
    kenji,
    pageId,
    { type: 'image', attrs: { src, alt: '防災袋', width: 500, height: 300 } },
    { type: 'heading', attrs: { level: 1 }, content: [{ type: 'text', text: '最初の夜' }] },
    { type: 'paragraph', content: [linked('市の案内', 'https://example.org/'), linked('フィード', '/feeds')] },
    { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph('懐中電灯')] }] },
    { type: 'blockquote', content: [paragraph('毛布は避難所にあります')] },
    { type: 'table', content: [{ type: 'tableRow', content: ['飲料水', '常備薬', '明かり', '毛布', '靴', '笛'].map(cell) }] },
    { type: 'image', attrs: { src, alt: '小さい袋', width: 200, height: 120 } },
    { type: 'embed', attrs: { src: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ', width: 280, height: 300 } },
  )

  await test.step('a visitor finds it by a word of its text, not by others', async () => {
    await guest.open('/pages')
    await expect(guest.page.getByRole('link', { name: /避難所に持っていくもの/ })).toBeVisible()
    await isClean(guest, 'pages, in Japanese')
    await search(guest, ja).fill('津波')
    await expect(guest.page.getByRole('heading', { name: ja('pages.noneToShow') })).toBeVisible()
    await isClean(guest, 'nothing found')
    await search(guest, ja).fill('懐中電灯')
    await guest.page.getByRole('link', { name: /避難所に持っていくもの/ }).click()
    await expect(titleOf(guest, '避難所に持っていくもの')).toBeVisible()
  })

  await test.step('pictures keep the room that they were given, a wide table scrolls by itself', async () => {
    for (const name of ['防災袋', '小さい袋']) {
      const shown = guest.page.getByRole('img', { name })
      await shown.scrollIntoViewIfNeeded()
      await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
      const box = await shown.boundingBox()
      expect(box && box.width / box.height).toBeCloseTo(5 / 3, 1)
    }
    const table = guest.page.getByRole('group', { name: ja('pages.table') })
    expect(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeGreaterThan(0)
    expect(await guest.page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    await isClean(guest, 'a page with all that it may hold, in Japanese, by night')
  })

  await test.step('another host is asked only after a touch that names it', async () => {
    const frame = 'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ'
    await guest.context.route(`${frame}**`, (route) => route.fulfill({ contentType: 'text/html', body: '<p>film</p>' }))
    await expect(textOf(guest)).toContainText(ja('pages.embedOf', { host: 'youtube.com' }))
    expect(guest.mishaps).toEqual([])
    await guest.page.getByRole('button', { name: ja('pages.embedShow') }).click()
    const shown = guest.page.frameLocator(`iframe[title="${ja('pages.embedOf', { host: 'youtube.com' })}"]`)
    await expect(shown.getByText('film')).toBeVisible()
    expect(guest.mishaps.splice(0)).toEqual([`asked another origin: ${frame}`]) // as it was asked to
  })

  await test.step('a link out of the unit opens a tab of its own, and is off without internet; one of its own leads on', async () => {
    const outside = guest.page.getByRole('link', { name: /市の案内/ })
    await expect(outside).toHaveAttribute('rel', 'noopener noreferrer nofollow')
    await expect(outside).toHaveAttribute('target', '_blank')
    await guest.cutOff()
    await expect(outside).toHaveAttribute('title', ja('dashboard.offline'))
    await expect(outside).not.toHaveAttribute('href')
    await isClean(guest, 'a page without internet')
    await guest.comeBack()
    await expect(outside).toHaveAttribute('href', 'https://example.org/')
    await guest.page.getByRole('link', { name: 'フィード' }).click()
    await expect(titleOf(guest, ja('feeds.title'))).toBeVisible()
    await guest.page.getByRole('button', { name: ja('chrome.back') }).click()
    await expect(titleOf(guest, '避難所に持っていくもの')).toBeVisible()
  })
})
