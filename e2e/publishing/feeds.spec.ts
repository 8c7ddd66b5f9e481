import { writeFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import sharp from 'sharp'
import type { CatalogueLanguage } from '@noroshi/contract/i18n'
import { POST_MAX } from '@noroshi/contract/limits'
import { registerFirstAdministrator } from '../fixtures/servers/administrator.ts'
import { expectAccessible } from '../fixtures/checks/axe.ts'
import {
  addComment,
  createFeed,
  allowPosting,
  likeButton,
  postOf,
  readReview,
  reviewPost,
  tab,
} from '../fixtures/scenes/feed-actions.ts'
import { test } from '../fixtures/journey.ts'
import { onlyLong } from '../fixtures/long.ts'
import type { Person } from '../fixtures/person.ts'
import { dialogOf } from '../fixtures/checks/screen.ts'
import { textsIn } from '../fixtures/texts.ts'

const SAMPLES = {
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
} satisfies Record<CatalogueLanguage, unknown>

// This journey starts with an empty folder. Other journeys start with a copy of a prepared folder.
test.use({ isFirstStart: true })

for (const language of ['en', 'ja'] satisfies CatalogueLanguage[]) {
  const t = textsIn(language)
  const samples = SAMPLES[language]

  test(
    `on a phone an administrator creates a moderated public feed: a member posts a picture, a moderator approves it, users like it and comment on it, a visitor reads it (${language})`,
    onlyLong(language === 'ja'),
    async ({ server, signedIn, visitor }, testInfo) => {
      const kenji = await registerFirstAdministrator(server, visitor, t, { language })
      const ben = await signedIn('Ben', {
        language,
        wide: true,
        scheme: 'dark',
        location: { latitude: 38.2682, longitude: 140.8694 },
      })
      const guest = await visitor({ language })
      const path = await createFeed(kenji, t, samples.feed)

      await test.step('a user without a membership and a visitor can read but not post', async () => {
        await ben.open(path)
        await expect(ben.page.getByRole('heading', { name: samples.feed.name, level: 1 })).toBeVisible()
        await expect(ben.page.getByRole('heading', { name: t('posts.none') })).toBeVisible()
        await expect(ben.page.getByText(t('feeds.moderated'), { exact: true })).toBeVisible()
        await expect(ben.page.getByRole('button', { name: t('posts.new') })).toHaveCount(0)
        await guest.open('/')
        await guest.page
          .getByRole('main')
          .getByRole('link', { name: t('feeds.title') })
          .click()
        await guest.page.getByRole('link', { name: samples.feed.name }).click()
        await expect(guest.page.getByRole('heading', { name: t('posts.none') })).toBeVisible()
      })

      await test.step('Kenji adds Ben with the right to post, and Ben’s open page updates immediately', async () => {
        await allowPosting(kenji, t, 'Ben')
        await expect(ben.page.getByRole('button', { name: t('posts.new') })).toBeVisible()
      })

      await test.step('Ben posts text, a picture and his location; the post is pending', async () => {
        const picture = testInfo.outputPath('river.png')
        await writeFile(
          picture,
          await sharp({ create: { width: 400, height: 300, channels: 3, background: '#2a7f62' } })
            .png()
            .toBuffer(),
        )
        await ben.page.getByRole('button', { name: t('posts.new') }).click()
        const dialog = dialogOf(ben)
        const post = dialog.getByRole('button', { name: t('posts.publish'), exact: true })
        await expect(post).toBeDisabled()
        const field = dialog.getByRole('textbox', { name: t('posts.text') })
        await field.fill(' ')
        await expect(dialog.getByText(t('posts.empty'))).toBeVisible()
        await expect(post).toBeDisabled()
        await field.fill(samples.post)
        await expect(dialog.getByText(t('posts.empty'))).toHaveCount(0)
        await expect(dialog.getByText(`${samples.post.length} / ${POST_MAX}`)).toBeVisible()
        await dialog.getByRole('button', { name: t('posts.add.file') }).click()
        await ben.page.locator('input[type=file]').setInputFiles(picture)
        await dialog.getByRole('button', { name: t('posts.add.done') }).click()
        await dialog.getByRole('button', { name: t('posts.add.location') }).click()
        await dialog.getByRole('button', { name: t('feeds.locationUse') }).click()
        await expect(dialog.getByText(t('feeds.locationChosen'))).toBeVisible()
        await expectAccessible(ben, 'a post to send')
        await post.click()
        await expect(ben.page.getByText(t('posts.addedWaits'))).toBeVisible()
        await tab(ben, t, 'posts.yours').click()
        await expect(postOf(ben, samples.mark)).toContainText(t('posts.pending'))
        await expect(postOf(guest, samples.mark)).toHaveCount(0)
      })

      await test.step('Kenji approves it on a phone: the visitor’s page shows it without a reload, and Ben reads the remarks', async () => {
        await kenji.page.getByRole('link', { name: t('feeds.toPosts') }).click()
        await reviewPost(kenji, t, samples.mark, 'posts.approve', samples.thanks)
        await expect(kenji.page.getByRole('heading', { name: t('posts.noneWaiting') })).toBeVisible()
        const picture = postOf(guest, samples.mark).locator('img')
        await expect(picture).toBeVisible()
        await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
        await expect(postOf(ben, samples.mark)).toContainText(t('posts.approved'))
        await readReview(ben, t, samples.mark, samples.thanks)
        await expectAccessible(ben, 'review details')
        await ben.page.keyboard.press('Escape')
        await expectAccessible(guest, 'posts for a visitor')
      })

      await test.step('Kenji likes it and comments on it, which Ben and the visitor see; the visitor is asked to login', async () => {
        await tab(kenji, t, 'posts.title').click()
        await postOf(kenji, samples.mark)
          .getByRole('button', { name: likeButton(t) })
          .click()
        const likes = (person: Person) => postOf(person, samples.mark).getByRole('button', { name: likeButton(t) })
        await expect(likes(kenji)).toHaveAttribute('aria-pressed', 'true')
        for (const person of [ben, guest])
          await expect(likes(person)).toHaveAccessibleName(new RegExp(t('posts.likes', { count: 1 })))
        await likes(guest).click()
        await expect(guest.page.getByText(t('posts.likeLogin'))).toBeVisible()
        // A warning has another icon and colour than an error.
        await expect(guest.page.getByRole('status').getByRole('img', { name: t('chrome.toast.warn') })).toBeVisible()
        await expect(guest.page.getByRole('img', { name: t('chrome.toast.error') })).toHaveCount(0)
        for (const person of [ben, guest, kenji]) {
          await postOf(person, samples.mark)
            .getByRole('link', { name: t('posts.comments', { count: 0 }) })
            .click()
        }
        await expect(guest.page.getByText(t('comments.login'))).toBeVisible()
        await expectAccessible(guest, 'comments for a visitor')
        await addComment(kenji, t, samples.question)
        await expect(kenji.page.getByText(t('comments.added'))).toBeVisible()
        for (const person of [ben, guest]) {
          await expect(person.page.getByRole('listitem').filter({ hasText: samples.question })).toBeVisible()
          await expect(person.page.getByRole('heading', { name: t('posts.comments', { count: 1 }) })).toBeVisible()
        }
        await expectAccessible(ben, 'comments beside the posts, dark')
        await expectAccessible(kenji, 'comments on a phone')
      })

      await test.step('Kenji changes and deletes his comment; Ben cannot; any path that ends in comments opens it too', async () => {
        await expect(ben.page.getByRole('button', { name: t('comments.menu') })).toHaveCount(0)
        await kenji.page.getByRole('button', { name: t('comments.menu') }).click()
        await kenji.page.getByRole('menuitem', { name: t('comments.edit') }).click()
        await dialogOf(kenji)
          .getByRole('textbox', { name: t('comments.text') })
          .fill(samples.changed)
        await dialogOf(kenji)
          .getByRole('button', { name: t('chrome.save') })
          .click()
        await expect(kenji.page.getByText(t('comments.edited'))).toBeVisible()
        await expect(ben.page.getByText(samples.changed)).toBeVisible()
        await guest.open(new URL(ben.page.url()).pathname.replace('/feed/', '/feeds/'))
        await expect(guest.page.getByText(samples.changed)).toBeVisible()
        await kenji.page.getByRole('button', { name: t('comments.menu') }).click()
        await kenji.page.getByRole('menuitem', { name: t('comments.delete') }).click()
        await dialogOf(kenji)
          .getByRole('button', { name: t('chrome.delete') })
          .click()
        for (const person of [kenji, ben, guest]) {
          await expect(person.page.getByRole('heading', { name: t('comments.none') })).toBeVisible()
        }
      })

      await test.step('the map and its list show the post; Ben edits it, so it is pending again, and deletes it', async () => {
        await guest.open(`${path}/map`)
        await guest.page.getByRole('button', { name: t('map.showList') }).click()
        await expect(guest.page.getByRole('link', { name: new RegExp(samples.mark) }).first()).toBeVisible()
        await expectAccessible(guest, 'posts on the map')
        for (const person of [ben, kenji]) person.allowConsoleError(/status of 404.*\/posts\//) // they have its comments open
        const menu = ben.page.getByRole('button', { name: t('posts.menu', { name: 'Ben' }) })
        await menu.click()
        await ben.page.getByRole('menuitem', { name: t('posts.edit') }).click()
        await dialogOf(ben)
          .getByRole('textbox', { name: t('posts.text') })
          .fill(samples.edited)
        await dialogOf(ben)
          .getByRole('button', { name: t('chrome.save') })
          .click()
        await expect(ben.page.getByText(t('posts.updatedWaits'))).toBeVisible()
        await expect(postOf(ben, samples.again)).toContainText(t('posts.pending'))
        await menu.click()
        await ben.page.getByRole('menuitem', { name: t('posts.delete') }).click()
        await dialogOf(ben)
          .getByRole('button', { name: t('chrome.delete') })
          .click()
        await expect(ben.page.getByText(t('posts.deleted'))).toBeVisible()
        await expect(ben.page.getByRole('heading', { name: t('posts.noneYours') })).toBeVisible()
      })
    },
  )
}
