import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderPage } from '../../testing/render-page.tsx'
import { aFeed, aPost } from './testing/fake-posts.ts'
import { PostCard } from './components/post-card.tsx'

const open = { feed: aFeed, facts: { ...aFeed, membership: null } }
const note = page.getByText('Its pictures and files are at the unit of its author')

test('a received post without a text says where its pictures are', async () => {
  const { screen } = await renderPage(<PostCard open={open} post={aPost(1, { textContent: '', isApproved: null })} />)
  await expect.element(note).toBeVisible()
  await screen.unmount()
  await renderPage(<PostCard open={open} post={aPost(2, { isApproved: null })} />)
  await expect.element(page.getByText('post 2')).toBeVisible()
  expect(note.elements()).toEqual([])
})
