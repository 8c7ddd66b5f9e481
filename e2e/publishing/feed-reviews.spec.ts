import { expect } from '@playwright/test'
import type { CatalogueLanguage } from '@noroshi/contract/i18n'
import { createAdministrator } from '../fixtures/servers/administrator.ts'
import { expectAccessible } from '../fixtures/checks/axe.ts'
import {
  addMember,
  addComment,
  createFeed,
  grantRight,
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
import { type Texts, textsIn } from '../fixtures/texts.ts'

const SAMPLES = {
  en: {
    feed: { name: 'Hillside paths', description: 'Which paths are open' },
    post: 'The lower path is dry as far as the gate',
    gate: 'the gate',
    remarks: 'Please say at what time',
    notice: 'The path along the river is closed',
    closed: 'is closed',
    thanks: 'Thank you for telling us',
    stranger: 'Unknown',
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
} satisfies Record<CatalogueLanguage, unknown>

const newPost = ({ page }: Person, t: Texts) => page.getByRole('button', { name: t('posts.new') })

async function filterByName(person: Person, t: Texts, name: string): Promise<void> {
  await person.page.getByRole('button', { name: t('posts.filter') }).click()
  await dialogOf(person)
    .getByRole('textbox', { name: t('posts.filterName') })
    .fill(name)
  await expectAccessible(person, 'a filter')
  await dialogOf(person)
    .getByRole('button', { name: t('posts.filterApply') })
    .click()
}

/** Writes a post and sends it. */
async function createPost(person: Person, t: Texts, text: string): Promise<void> {
  await newPost(person, t).click()
  await dialogOf(person)
    .getByRole('textbox', { name: t('posts.text') })
    .fill(text)
  await expectAccessible(person, 'a post to send')
  await dialogOf(person)
    .getByRole('button', { name: t('posts.publish'), exact: true })
    .click()
}

for (const language of ['en', 'ja'] satisfies CatalogueLanguage[]) {
  const t = textsIn(language)
  const samples = SAMPLES[language]

  test(
    `a member becomes a moderator and rejects a post, its author reads the remarks, and a filter finds posts by name (${language})`,
    onlyLong(),
    async ({ server, signedIn, visitor }) => {
      const kenji = await createAdministrator(server, visitor, { language, scheme: 'dark', wide: true })
      const mei = await signedIn('Mei', { language })
      const ben = await signedIn('Ben', { language, scheme: 'dark' })
      const path = await createFeed(kenji, t, samples.feed)
      await allowPosting(kenji, t, 'Mei')
      await addMember(kenji, t, 'Ben')

      await test.step('Ben, a member without rights, can only read; the right to review adds the tab to his open page', async () => {
        await ben.open(path)
        await expect(ben.page.getByRole('heading', { name: t('posts.none') })).toBeVisible()
        await expect(newPost(ben, t)).toHaveCount(0)
        await expect(tab(ben, t, 'posts.approveTab')).toHaveCount(0)
        await grantRight(kenji, t, 'Ben', 'feeds.canModeratePosts')
        await expect(tab(ben, t, 'posts.approveTab')).toBeVisible()
      })

      await test.step('Mei posts, Ben rejects the post on his phone, Mei reads the remarks', async () => {
        await mei.open(path)
        await createPost(mei, t, samples.post)
        await expect(mei.page.getByText(t('posts.addedWaits'))).toBeVisible()
        await tab(mei, t, 'posts.yours').click()
        await expect(tab(mei, t, 'posts.approveTab')).toHaveCount(0)
        await reviewPost(ben, t, samples.gate, 'posts.reject', samples.remarks)
        await expect(postOf(mei, samples.gate)).toContainText(t('posts.rejected'))
        await readReview(mei, t, samples.gate, samples.remarks)
        await mei.page.keyboard.press('Escape')
        await expectAccessible(mei, 'your posts')
      })

      await test.step('Kenji’s own post appears immediately; Mei finds it by his name, likes it and comments on it', async () => {
        await kenji.page.getByRole('link', { name: t('feeds.toPosts') }).click()
        await createPost(kenji, t, samples.notice)
        await tab(mei, t, 'posts.title').click()
        await expect(postOf(mei, samples.closed)).toBeVisible()
        await filterByName(mei, t, samples.stranger)
        await expect(mei.page.getByRole('heading', { name: t('posts.noneFound') })).toBeVisible()
        await filterByName(mei, t, 'ｋｅｎ')
        const like = (person: Person) => postOf(person, samples.closed).getByRole('button', { name: likeButton(t) })
        await like(mei).click()
        await expect(like(kenji)).toHaveAccessibleName(new RegExp(t('posts.likes', { count: 1 })))
        await postOf(kenji, samples.closed)
          .getByRole('button', { name: t('posts.whoLikes', { likes: t('posts.likes', { count: 1 }) }) })
          .click()
        await expect(dialogOf(kenji).getByRole('link', { name: 'Mei' })).toBeVisible()
        await expectAccessible(kenji, 'likes of a post')
        await kenji.page.keyboard.press('Escape')
        await postOf(mei, samples.closed).getByRole('link').click()
        await addComment(mei, t, samples.thanks)
        await postOf(kenji, samples.closed).getByRole('link').click()
        await expect(kenji.page.getByRole('listitem').filter({ hasText: samples.thanks })).toBeVisible()
        await expectAccessible(kenji, 'comments beside the posts, dark')
        await expectAccessible(mei, 'comments on a phone')
      })
    },
  )
}
