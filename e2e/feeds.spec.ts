import { writeFile } from 'node:fs/promises'
import { expect, type Locator } from '@playwright/test'
import sharp from 'sharp'
import { POST_MAX } from '@noroshi/contract/limits'
import { administrator } from './fixtures/administrator.ts'
import { isClean } from './fixtures/axe.ts'
import { picks } from './fixtures/chat.ts'
import { test } from './fixtures/journey.ts'
import { onlyLong } from './fixtures/long.ts'
import type { Person } from './fixtures/person.ts'
import { type Words, wordsIn } from './fixtures/words.ts'

const en = wordsIn('en')
const ja = wordsIn('ja')

const postOf = ({ page }: Person, text: string): Locator => page.getByRole('article').filter({ hasText: text })
const dialogOf = ({ page }: Person): Locator => page.getByRole('dialog')
const tab = ({ page }: Person, words: Words, name: 'posts.approveTab' | 'posts.yours' | 'posts.title') =>
  page.getByRole('tab', { name: new RegExp(`^${words(name)}`) })

/** By the dialog of /feeds; leaves its posts open, and answers their address. */
async function createsFeed(admin: Person, words: Words, name: string): Promise<string> {
  await admin.open('/feeds')
  await expect(admin.page.getByRole('heading', { name: words('feeds.none') })).toBeVisible()
  await isClean(admin, 'no feeds yet')
  await admin.page.getByRole('button', { name: words('feeds.create') }).click()
  const dialog = dialogOf(admin)
  const create = dialog.getByRole('button', { name: words('feeds.create') })
  await dialog.getByRole('textbox', { name: words('feeds.name') }).fill('abc')
  await create.click()
  await expect(dialog.getByText(words('feeds.nameTooShort', { min: 4 }))).toBeVisible()
  await isClean(admin, 'a feed, with a problem')
  await dialog.getByRole('textbox', { name: words('feeds.name') }).fill(name)
  await dialog.getByRole('textbox', { name: words('feeds.description') }).fill(`${name}: water, paths and bridges`)
  await dialog.getByRole('switch', { name: words('feeds.isPublic') }).check({ force: true })
  await create.click()
  await expect(admin.page.getByText(words('feeds.created'))).toBeVisible()
  await isClean(admin, 'feeds')
  await admin.page.getByRole('link', { name }).click()
  await admin.page.waitForURL(/\/feed\/[^/]+\/posts$/, { waitUntil: 'commit' })
  return new URL(admin.page.url()).pathname
}

/** Puts somebody into the feed and lets them post. */
async function letsPost(admin: Person, words: Words, name: string): Promise<void> {
  const { page } = admin
  await page.getByRole('link', { name: words('feeds.membersCount.one') }).click()
  await page.getByRole('button', { name: words('feeds.addMembers') }).click()
  await picks(admin, name)
  await isClean(admin, 'members to add')
  await dialogOf(admin)
    .getByRole('button', { name: words('feeds.addMembers') })
    .click()
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: name })
  await row.getByRole('button', { name: words('feeds.memberMenu', { name }) }).click()
  await page.getByRole('menuitem', { name: words('feeds.permissions') }).click()
  const right = dialogOf(admin).getByRole('switch', { name: words('feeds.canPost') })
  await right.click({ force: true })
  await expect(right).toBeChecked()
  await isClean(admin, 'rights of a member')
  await page.keyboard.press('Escape')
  await expect(row).toContainText(words('feeds.canPost'))
  await isClean(admin, 'members')
}

/** Approves or rejects what waits, and says why. */
async function reviews(admin: Person, words: Words, text: string, choice: 'posts.approve' | 'posts.reject', remarks: string) {
  await tab(admin, words, 'posts.approveTab').click()
  await postOf(admin, text)
    .getByRole('button', { name: words('posts.review'), exact: true })
    .click()
  const submit = dialogOf(admin).getByRole('button', { name: words('posts.submit') })
  await expect(submit).toBeDisabled()
  await dialogOf(admin)
    .getByRole('radio', { name: words(choice) })
    .check()
  await dialogOf(admin)
    .getByRole('textbox', { name: words('posts.remarks') })
    .fill(remarks)
  await isClean(admin, 'a review')
  await submit.click()
  await expect(admin.page.getByText(words('posts.reviewUpdated'))).toBeVisible()
}

async function comments({ page }: Person, words: Words, text: string): Promise<void> {
  await page.getByRole('textbox', { name: words('comments.write') }).fill(text)
  await page.keyboard.press('Enter')
}

test('a moderated public feed: a member posts a picture, the moderator approves, others see, like and comment it; a visitor reads', async ({
  server,
  signedIn,
  visitor,
}, testInfo) => {
  const kenji = await administrator(server, visitor, {})
  const ben = await signedIn('Ben', { wide: true, scheme: 'dark', place: { latitude: 38.2682, longitude: 140.8694 } })
  const guest = await visitor()
  ben.expects(/status of 404.*members\/me/)
  const path = await createsFeed(kenji, en, 'River watch')

  await test.step('who is no member reads, and may not post; nothing is there for a visitor either', async () => {
    await ben.open(path)
    await expect(ben.page.getByRole('heading', { name: 'River watch', level: 1 })).toBeVisible()
    await expect(ben.page.getByRole('heading', { name: en('posts.none') })).toBeVisible()
    await expect(ben.page.getByRole('button', { name: en('posts.new') })).toHaveCount(0)
    await guest.open('/')
    await guest.page.getByRole('link', { name: en('feeds.title') }).click()
    await guest.page.getByRole('link', { name: 'River watch' }).click()
    await expect(guest.page.getByRole('heading', { name: en('posts.none') })).toBeVisible()
  })

  await test.step('Kenji makes Ben a member who may post, which Ben’s page learns at once', async () => {
    await letsPost(kenji, en, 'Ben')
    await expect(ben.page.getByRole('button', { name: en('posts.new') })).toBeVisible()
  })

  await test.step('Ben posts words, a picture and his place; it waits', async () => {
    const picture = testInfo.outputPath('river.png')
    await writeFile(
      picture,
      await sharp({ create: { width: 400, height: 300, channels: 3, background: '#2a7f62' } })
        .png()
        .toBuffer(),
    )
    await ben.page.getByRole('button', { name: en('posts.new') }).click()
    const dialog = dialogOf(ben)
    const post = dialog.getByRole('button', { name: en('posts.publish'), exact: true })
    await expect(post).toBeDisabled()
    await dialog.getByRole('textbox', { name: en('posts.text') }).fill('The water is back under the second mark')
    await expect(dialog.getByText(`39 / ${POST_MAX}`)).toBeVisible()
    await dialog.getByRole('button', { name: en('posts.add.file') }).click()
    await ben.page.locator('input[type=file]').setInputFiles(picture)
    await dialog.getByRole('button', { name: en('posts.add.done') }).click()
    await dialog.getByRole('button', { name: en('posts.add.place') }).click()
    await dialog.getByRole('button', { name: en('feeds.placeUse') }).click()
    await expect(dialog.getByText(en('feeds.placeChosen'))).toBeVisible()
    await isClean(ben, 'a post to send')
    await post.click()
    await expect(ben.page.getByText(en('posts.added'))).toBeVisible()
    await tab(ben, en, 'posts.yours').click()
    await expect(postOf(ben, 'second mark')).toContainText(en('posts.pending'))
    await expect(postOf(guest, 'second mark')).toHaveCount(0)
  })

  await test.step('Kenji approves it on a phone: the visitor sees it without asking, Ben why', async () => {
    await kenji.page.getByRole('link', { name: en('feeds.toPosts') }).click()
    await reviews(kenji, en, 'second mark', 'posts.approve', 'Thank you')
    await expect(kenji.page.getByRole('heading', { name: en('posts.noneWaiting') })).toBeVisible()
    const picture = postOf(guest, 'second mark').locator('img')
    await expect(picture).toBeVisible()
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    await expect(postOf(ben, 'second mark')).toContainText(en('posts.approved'))
    await postOf(ben, 'second mark')
      .getByRole('button', { name: en('posts.reviewDetails') })
      .click()
    await expect(dialogOf(ben)).toContainText('Thank you')
    await isClean(ben, 'review details')
    await ben.page.keyboard.press('Escape')
    await isClean(guest, 'posts for a visitor')
  })

  await test.step('Kenji likes and comments it, which Ben and the visitor see; the visitor is told to login', async () => {
    await tab(kenji, en, 'posts.title').click()
    await postOf(kenji, 'second mark')
      .getByRole('button', { name: en('posts.like') })
      .click()
    const likes = (person: Person) => postOf(person, 'second mark').getByRole('button', { name: en('posts.like') })
    await expect(likes(kenji)).toHaveAttribute('aria-pressed', 'true')
    for (const person of [ben, guest]) await expect(likes(person)).toContainText('1')
    await likes(guest).click()
    await expect(guest.page.getByText(en('posts.likeLogin'))).toBeVisible()
    for (const person of [ben, guest, kenji]) {
      await postOf(person, 'second mark')
        .getByRole('link', { name: en('posts.comments.other', { count: 0 }) })
        .click()
    }
    await expect(guest.page.getByText(en('comments.login'))).toBeVisible()
    await isClean(guest, 'comments for a visitor')
    await comments(kenji, en, 'Is the stairway open?')
    await expect(kenji.page.getByText(en('comments.added'))).toBeVisible()
    for (const person of [ben, guest]) {
      await expect(person.page.getByRole('listitem').filter({ hasText: 'Is the stairway open?' })).toBeVisible()
      await expect(person.page.getByRole('heading', { name: en('posts.comments.one') })).toBeVisible()
    }
    await isClean(ben, 'comments beside the posts, by night')
    await isClean(kenji, 'comments on a phone')
  })

  await test.step('Kenji changes and deletes his comment; Ben cannot; a path that ends in comments leads there too', async () => {
    await expect(ben.page.getByRole('button', { name: en('comments.menu') })).toHaveCount(0)
    await kenji.page.getByRole('button', { name: en('comments.menu') }).click()
    await kenji.page.getByRole('menuitem', { name: en('comments.edit') }).click()
    await dialogOf(kenji)
      .getByRole('textbox', { name: en('comments.text') })
      .fill('Is the ramp open?')
    await dialogOf(kenji)
      .getByRole('button', { name: en('chrome.save') })
      .click()
    await expect(kenji.page.getByText(en('comments.edited'))).toBeVisible()
    await expect(ben.page.getByText('Is the ramp open?')).toBeVisible()
    await guest.open(new URL(ben.page.url()).pathname.replace('/feed/', '/feeds/'))
    await expect(guest.page.getByText('Is the ramp open?')).toBeVisible()
    await kenji.page.getByRole('button', { name: en('comments.menu') }).click()
    await kenji.page.getByRole('menuitem', { name: en('comments.delete') }).click()
    await dialogOf(kenji)
      .getByRole('button', { name: en('chrome.delete') })
      .click()
    for (const person of [kenji, ben, guest]) {
      await expect(person.page.getByRole('heading', { name: en('comments.none') })).toBeVisible()
    }
  })

  await test.step('the map has the post, in its list too; Ben edits it, so it waits again, and deletes it', async () => {
    await guest.open(`${path}/map`)
    await guest.page.getByRole('button', { name: en('map.showList') }).click()
    await expect(guest.page.getByRole('link', { name: /second mark/ }).first()).toBeVisible()
    await isClean(guest, 'posts on the map')
    for (const person of [ben, kenji]) person.expects(/status of 404.*\/posts\//) // they have its comments open
    const menu = ben.page.getByRole('button', { name: en('posts.menu', { name: 'Ben' }) })
    await menu.click()
    await ben.page.getByRole('menuitem', { name: en('posts.edit') }).click()
    await dialogOf(ben)
      .getByRole('textbox', { name: en('posts.text') })
      .fill('The water is at the second mark again')
    await dialogOf(ben)
      .getByRole('button', { name: en('chrome.save') })
      .click()
    await expect(ben.page.getByText(en('posts.updated'))).toBeVisible()
    await expect(postOf(ben, 'again')).toContainText(en('posts.pending'))
    await menu.click()
    await ben.page.getByRole('menuitem', { name: en('posts.delete') }).click()
    await dialogOf(ben)
      .getByRole('button', { name: en('chrome.delete') })
      .click()
    await expect(ben.page.getByText(en('posts.deleted'))).toBeVisible()
    await expect(ben.page.getByRole('heading', { name: en('posts.noneYours') })).toBeVisible()
  })
})

test(
  'the same in Japanese, shorter: a rejected post says why, and a filter finds by name',
  onlyLong(),
  async ({ server, signedIn, visitor }) => {
    const kenji = await administrator(server, visitor, { language: 'ja', scheme: 'dark', wide: true })
    const mei = await signedIn('Mei', { language: 'ja' })
    const path = await createsFeed(kenji, ja, '広瀬川の見守り')
    await letsPost(kenji, ja, 'Mei')
    await kenji.page.getByRole('link', { name: ja('feeds.toPosts') }).click()

    await test.step('Mei posts, Kenji rejects it; Mei reads why', async () => {
      await mei.open(path)
      await mei.page.getByRole('button', { name: ja('posts.new') }).click()
      await dialogOf(mei)
        .getByRole('textbox', { name: ja('posts.text') })
        .fill('水位は二番目の目印より下です')
      await isClean(mei, 'a post to send, in Japanese')
      await dialogOf(mei)
        .getByRole('button', { name: ja('posts.publish'), exact: true })
        .click()
      await expect(mei.page.getByText(ja('posts.added'))).toBeVisible()
      await tab(mei, ja, 'posts.yours').click()
      await reviews(kenji, ja, '目印', 'posts.reject', '時刻も書いてください')
      await expect(postOf(mei, '目印')).toContainText(ja('posts.rejected'))
      await postOf(mei, '目印')
        .getByRole('button', { name: ja('posts.reviewDetails') })
        .click()
      await expect(dialogOf(mei)).toContainText('時刻も書いてください')
      await mei.page.keyboard.press('Escape')
      await isClean(mei, 'your posts, in Japanese')
    })

    await test.step('Kenji’s own post is there at once; Mei finds it by his name alone, likes and comments it', async () => {
      await tab(kenji, ja, 'posts.title').click()
      await kenji.page.getByRole('button', { name: ja('posts.new') }).click()
      await dialogOf(kenji)
        .getByRole('textbox', { name: ja('posts.text') })
        .fill('川沿いの道は通行止めです')
      await dialogOf(kenji)
        .getByRole('button', { name: ja('posts.publish'), exact: true })
        .click()
      await tab(mei, ja, 'posts.title').click()
      await expect(postOf(mei, '通行止め')).toBeVisible()
      const filterBy = async (name: string) => {
        await mei.page.getByRole('button', { name: ja('posts.filter') }).click()
        await dialogOf(mei)
          .getByRole('textbox', { name: ja('posts.filterName') })
          .fill(name)
        await isClean(mei, 'a filter')
        await dialogOf(mei)
          .getByRole('button', { name: ja('posts.filterApply') })
          .click()
      }
      await filterBy('だれでもない')
      await expect(mei.page.getByRole('heading', { name: ja('posts.noneFound') })).toBeVisible()
      await filterBy('ｋｅｎ')
      await postOf(mei, '通行止め')
        .getByRole('button', { name: ja('posts.like') })
        .click()
      await expect(postOf(kenji, '通行止め').getByRole('button', { name: ja('posts.like') })).toContainText('1')
      await postOf(mei, '通行止め').getByRole('link').click()
      await comments(mei, ja, 'ありがとうございます')
      await postOf(kenji, '通行止め').getByRole('link').click()
      await expect(kenji.page.getByRole('listitem').filter({ hasText: 'ありがとうございます' })).toBeVisible()
      await isClean(kenji, 'comments beside the posts, in Japanese, by night')
      await isClean(mei, 'comments on a phone, in Japanese')
    })
  },
)
