import { writeFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import sharp from 'sharp'
import type { Language } from '@noroshi/contract/i18n'
import { POST_MAX } from '@noroshi/contract/limits'
import { firstAdministrator } from './fixtures/administrator.ts'
import { isClean } from './fixtures/axe.ts'
import { comments, createsFeed, letsPost, postOf, readsReview, reviews, tab } from './fixtures/feed-work.ts'
import { test } from './fixtures/journey.ts'
import { onlyLong } from './fixtures/long.ts'
import type { Person } from './fixtures/person.ts'
import { dialogOf } from './fixtures/screen.ts'
import { wordsIn } from './fixtures/words.ts'

const SAID = {
  en: {
    feed: { name: 'River watch', description: 'Water, paths and bridges' },
    post: 'The water is back under the second mark',
    mark: 'second mark',
    thanks: 'Thank you',
    question: 'Is the stairway open?',
    changed: 'Is the ramp open?',
    edited: 'The water is at the second mark again',
    again: 'mark again',
  },
  ja: {
    feed: { name: '広瀬川の見守り', description: '水位、道路、橋の様子をお知らせします' },
    post: '水位は二番目の目印より下がりました',
    mark: '二番目の目印',
    thanks: 'ご報告ありがとうございます',
    question: '階段は通れますか？',
    changed: 'スロープは通れますか？',
    edited: '水位がまた二番目の目印まで上がりました',
    again: 'まで上がりました',
  },
} satisfies Record<Language, unknown>

// From the very first start: other journeys begin with a copy of a unit that was started once.
test.use({ isFirstStart: true })

for (const language of ['en', 'ja'] satisfies Language[]) {
  const words = wordsIn(language)
  const said = SAID[language]

  test(
    `on a phone an administrator makes a moderated public feed: a member posts a picture, the moderator approves, others see, like and comment it; a visitor reads (${language})`,
    onlyLong(language === 'ja'),
    async ({ server, signedIn, visitor }, testInfo) => {
      const kenji = await firstAdministrator(server, visitor, words, { language })
      const ben = await signedIn('Ben', {
        language,
        wide: true,
        scheme: 'dark',
        place: { latitude: 38.2682, longitude: 140.8694 },
      })
      const guest = await visitor({ language })
      ben.expects(/status of 404.*members\/me/)
      const path = await createsFeed(kenji, words, said.feed)

      await test.step('who is no member reads, and may not post; nothing is there for a visitor either', async () => {
        await ben.open(path)
        await expect(ben.page.getByRole('heading', { name: said.feed.name, level: 1 })).toBeVisible()
        await expect(ben.page.getByRole('heading', { name: words('posts.none') })).toBeVisible()
        await expect(ben.page.getByRole('button', { name: words('posts.new') })).toHaveCount(0)
        await guest.open('/')
        await guest.page.getByRole('link', { name: words('feeds.title') }).click()
        await guest.page.getByRole('link', { name: said.feed.name }).click()
        await expect(guest.page.getByRole('heading', { name: words('posts.none') })).toBeVisible()
      })

      await test.step('Kenji makes Ben a member who may post, which Ben’s page learns at once', async () => {
        await letsPost(kenji, words, 'Ben')
        await expect(ben.page.getByRole('button', { name: words('posts.new') })).toBeVisible()
      })

      await test.step('Ben posts words, a picture and his place; it waits', async () => {
        const picture = testInfo.outputPath('river.png')
        await writeFile(
          picture,
          await sharp({ create: { width: 400, height: 300, channels: 3, background: '#2a7f62' } })
            .png()
            .toBuffer(),
        )
        await ben.page.getByRole('button', { name: words('posts.new') }).click()
        const dialog = dialogOf(ben)
        const post = dialog.getByRole('button', { name: words('posts.publish'), exact: true })
        await expect(post).toBeDisabled()
        const field = dialog.getByRole('textbox', { name: words('posts.text') })
        await field.fill(' ')
        await expect(dialog.getByText(words('posts.empty'))).toBeVisible()
        await expect(post).toBeDisabled()
        await field.fill(said.post)
        await expect(dialog.getByText(words('posts.empty'))).toHaveCount(0)
        await expect(dialog.getByText(`${said.post.length} / ${POST_MAX}`)).toBeVisible()
        await dialog.getByRole('button', { name: words('posts.add.file') }).click()
        await ben.page.locator('input[type=file]').setInputFiles(picture)
        await dialog.getByRole('button', { name: words('posts.add.done') }).click()
        await dialog.getByRole('button', { name: words('posts.add.place') }).click()
        await dialog.getByRole('button', { name: words('feeds.placeUse') }).click()
        await expect(dialog.getByText(words('feeds.placeChosen'))).toBeVisible()
        await isClean(ben, 'a post to send')
        await post.click()
        await expect(ben.page.getByText(words('posts.added'))).toBeVisible()
        await tab(ben, words, 'posts.yours').click()
        await expect(postOf(ben, said.mark)).toContainText(words('posts.pending'))
        await expect(postOf(guest, said.mark)).toHaveCount(0)
      })

      await test.step('Kenji approves it on a phone: the visitor sees it without asking, Ben why', async () => {
        await kenji.page.getByRole('link', { name: words('feeds.toPosts') }).click()
        await reviews(kenji, words, said.mark, 'posts.approve', said.thanks)
        await expect(kenji.page.getByRole('heading', { name: words('posts.noneWaiting') })).toBeVisible()
        const picture = postOf(guest, said.mark).locator('img')
        await expect(picture).toBeVisible()
        await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
        await expect(postOf(ben, said.mark)).toContainText(words('posts.approved'))
        await readsReview(ben, words, said.mark, said.thanks)
        await isClean(ben, 'review details')
        await ben.page.keyboard.press('Escape')
        await isClean(guest, 'posts for a visitor')
      })

      await test.step('Kenji likes and comments it, which Ben and the visitor see; the visitor is told to login', async () => {
        await tab(kenji, words, 'posts.title').click()
        await postOf(kenji, said.mark)
          .getByRole('button', { name: words('posts.like') })
          .click()
        const likes = (person: Person) => postOf(person, said.mark).getByRole('button', { name: words('posts.like') })
        await expect(likes(kenji)).toHaveAttribute('aria-pressed', 'true')
        for (const person of [ben, guest]) await expect(likes(person)).toContainText('1')
        await likes(guest).click()
        await expect(guest.page.getByText(words('posts.likeLogin'))).toBeVisible()
        for (const person of [ben, guest, kenji]) {
          await postOf(person, said.mark)
            .getByRole('link', { name: words('posts.comments.other', { count: 0 }) })
            .click()
        }
        await expect(guest.page.getByText(words('comments.login'))).toBeVisible()
        await isClean(guest, 'comments for a visitor')
        await comments(kenji, words, said.question)
        await expect(kenji.page.getByText(words('comments.added'))).toBeVisible()
        for (const person of [ben, guest]) {
          await expect(person.page.getByRole('listitem').filter({ hasText: said.question })).toBeVisible()
          await expect(person.page.getByRole('heading', { name: words('posts.comments.one') })).toBeVisible()
        }
        await isClean(ben, 'comments beside the posts, by night')
        await isClean(kenji, 'comments on a phone')
      })

      await test.step('Kenji changes and deletes his comment; Ben cannot; a path that ends in comments leads there too', async () => {
        await expect(ben.page.getByRole('button', { name: words('comments.menu') })).toHaveCount(0)
        await kenji.page.getByRole('button', { name: words('comments.menu') }).click()
        await kenji.page.getByRole('menuitem', { name: words('comments.edit') }).click()
        await dialogOf(kenji)
          .getByRole('textbox', { name: words('comments.text') })
          .fill(said.changed)
        await dialogOf(kenji)
          .getByRole('button', { name: words('chrome.save') })
          .click()
        await expect(kenji.page.getByText(words('comments.edited'))).toBeVisible()
        await expect(ben.page.getByText(said.changed)).toBeVisible()
        await guest.open(new URL(ben.page.url()).pathname.replace('/feed/', '/feeds/'))
        await expect(guest.page.getByText(said.changed)).toBeVisible()
        await kenji.page.getByRole('button', { name: words('comments.menu') }).click()
        await kenji.page.getByRole('menuitem', { name: words('comments.delete') }).click()
        await dialogOf(kenji)
          .getByRole('button', { name: words('chrome.delete') })
          .click()
        for (const person of [kenji, ben, guest]) {
          await expect(person.page.getByRole('heading', { name: words('comments.none') })).toBeVisible()
        }
      })

      await test.step('the map has the post, in its list too; Ben edits it, so it waits again, and deletes it', async () => {
        await guest.open(`${path}/map`)
        await guest.page.getByRole('button', { name: words('map.showList') }).click()
        await expect(guest.page.getByRole('link', { name: new RegExp(said.mark) }).first()).toBeVisible()
        await isClean(guest, 'posts on the map')
        for (const person of [ben, kenji]) person.expects(/status of 404.*\/posts\//) // they have its comments open
        const menu = ben.page.getByRole('button', { name: words('posts.menu', { name: 'Ben' }) })
        await menu.click()
        await ben.page.getByRole('menuitem', { name: words('posts.edit') }).click()
        await dialogOf(ben)
          .getByRole('textbox', { name: words('posts.text') })
          .fill(said.edited)
        await dialogOf(ben)
          .getByRole('button', { name: words('chrome.save') })
          .click()
        await expect(ben.page.getByText(words('posts.updated'))).toBeVisible()
        await expect(postOf(ben, said.again)).toContainText(words('posts.pending'))
        await menu.click()
        await ben.page.getByRole('menuitem', { name: words('posts.delete') }).click()
        await dialogOf(ben)
          .getByRole('button', { name: words('chrome.delete') })
          .click()
        await expect(ben.page.getByText(words('posts.deleted'))).toBeVisible()
        await expect(ben.page.getByRole('heading', { name: words('posts.noneYours') })).toBeVisible()
      })
    },
  )
}
