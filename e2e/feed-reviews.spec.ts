import { expect } from '@playwright/test'
import type { Language } from '@noroshi/contract/i18n'
import { administrator } from './fixtures/administrator.ts'
import { isClean } from './fixtures/axe.ts'
import {
  addsMember,
  comments,
  createsFeed,
  givesRight,
  letsPost,
  postOf,
  readsReview,
  reviews,
  tab,
} from './fixtures/feed-work.ts'
import { test } from './fixtures/journey.ts'
import { onlyLong } from './fixtures/long.ts'
import type { Person } from './fixtures/person.ts'
import { dialogOf } from './fixtures/screen.ts'
import { type Words, wordsIn } from './fixtures/words.ts'

const SAID = {
  en: {
    feed: { name: 'Hillside paths', description: 'Which paths are open' },
    post: 'The lower path is dry as far as the gate',
    gate: 'the gate',
    remarks: 'Please say at what time',
    notice: 'The path along the river is closed',
    closed: 'is closed',
    thanks: 'Thank you for telling us',
    stranger: 'Nobody',
  },
  ja: {
    feed: { name: '裏山の道', description: '通れる道をお知らせします' },
    post: '下の道は門のところまで乾いています',
    gate: '門のところ',
    remarks: '時刻も書いてください',
    notice: '川沿いの道は通行止めです',
    closed: '通行止め',
    thanks: 'ありがとうございます',
    stranger: 'だれでもない',
  },
} satisfies Record<Language, unknown>

const newPost = ({ page }: Person, words: Words) => page.getByRole('button', { name: words('posts.new') })

async function filtersBy(person: Person, words: Words, name: string): Promise<void> {
  await person.page.getByRole('button', { name: words('posts.filter') }).click()
  await dialogOf(person)
    .getByRole('textbox', { name: words('posts.filterName') })
    .fill(name)
  await isClean(person, 'a filter')
  await dialogOf(person)
    .getByRole('button', { name: words('posts.filterApply') })
    .click()
}

/** Writes a post and sends it. */
async function posts(person: Person, words: Words, text: string): Promise<void> {
  await newPost(person, words).click()
  await dialogOf(person)
    .getByRole('textbox', { name: words('posts.text') })
    .fill(text)
  await isClean(person, 'a post to send')
  await dialogOf(person)
    .getByRole('button', { name: words('posts.publish'), exact: true })
    .click()
}

for (const language of ['en', 'ja'] satisfies Language[]) {
  const words = wordsIn(language)
  const said = SAID[language]

  test(
    `a member becomes a moderator and rejects a post, its author reads why, and a filter finds by name (${language})`,
    onlyLong(),
    async ({ server, signedIn, visitor }) => {
      const kenji = await administrator(server, visitor, { language, scheme: 'dark', wide: true })
      const mei = await signedIn('Mei', { language })
      const ben = await signedIn('Ben', { language, scheme: 'dark' })
      const path = await createsFeed(kenji, words, said.feed)
      await letsPost(kenji, words, 'Mei')
      await addsMember(kenji, words, 'Ben')

      await test.step('Ben, a member without any right, reads alone; who lets him review gives his open page the tab', async () => {
        await ben.open(path)
        await expect(ben.page.getByRole('heading', { name: words('posts.none') })).toBeVisible()
        await expect(newPost(ben, words)).toHaveCount(0)
        await expect(tab(ben, words, 'posts.approveTab')).toHaveCount(0)
        await givesRight(kenji, words, 'Ben', 'feeds.canModeratePosts')
        await expect(tab(ben, words, 'posts.approveTab')).toBeVisible()
      })

      await test.step('Mei posts, Ben rejects it on his phone; Mei reads why', async () => {
        await mei.open(path)
        await posts(mei, words, said.post)
        await expect(mei.page.getByText(words('posts.added'))).toBeVisible()
        await tab(mei, words, 'posts.yours').click()
        await expect(tab(mei, words, 'posts.approveTab')).toHaveCount(0)
        await reviews(ben, words, said.gate, 'posts.reject', said.remarks)
        await expect(postOf(mei, said.gate)).toContainText(words('posts.rejected'))
        await readsReview(mei, words, said.gate, said.remarks)
        await mei.page.keyboard.press('Escape')
        await isClean(mei, 'your posts')
      })

      await test.step('Kenji’s own post is there at once; Mei finds it by his name alone, likes and comments it', async () => {
        await kenji.page.getByRole('link', { name: words('feeds.toPosts') }).click()
        await posts(kenji, words, said.notice)
        await tab(mei, words, 'posts.title').click()
        await expect(postOf(mei, said.closed)).toBeVisible()
        await filtersBy(mei, words, said.stranger)
        await expect(mei.page.getByRole('heading', { name: words('posts.noneFound') })).toBeVisible()
        await filtersBy(mei, words, 'ｋｅｎ')
        const like = (person: Person) => postOf(person, said.closed).getByRole('button', { name: words('posts.like') })
        await like(mei).click()
        await expect(like(kenji)).toContainText('1')
        await postOf(mei, said.closed).getByRole('link').click()
        await comments(mei, words, said.thanks)
        await postOf(kenji, said.closed).getByRole('link').click()
        await expect(kenji.page.getByRole('listitem').filter({ hasText: said.thanks })).toBeVisible()
        await isClean(kenji, 'comments beside the posts, by night')
        await isClean(mei, 'comments on a phone')
      })
    },
  )
}
