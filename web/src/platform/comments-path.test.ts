import { expect, test } from 'vitest'
import { commentsIn } from './comments-path.ts'

const feedId = '01990001-0000-7000-8000-000000000001'
const postId = '01990002-0000-7000-8000-000000000002'

test('a path that ends in comments gives the post by its last two ids, and no post with fewer ids', () => {
  for (const path of [`/feeds/${feedId}/posts/${postId}/comments`, `/${feedId}/${postId}/comments/`]) {
    expect(commentsIn(path)).toEqual({ feedId, postId })
  }
  expect(commentsIn(`/x/${feedId.toUpperCase()}/${postId}/comments`)).toEqual({ feedId, postId })
  for (const path of [
    '/comments',
    '/a/b/comments',
    `/feed/${feedId}/posts/map/comments`,
    `/feed/${feedId}/comments`,
    `/feed/${feedId}/posts/${postId}`,
    '/',
  ]) {
    expect(commentsIn(path)).toBeNull()
  }
})
