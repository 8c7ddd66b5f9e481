import { expect, test } from 'vitest'
import { isNews, newestOf } from './use-stick-to-end.ts'

test('messages that load when an alert opens are no news; those that come afterwards are', () => {
  const [loading, opened, empty] = [newestOf(false, undefined), newestOf(true, 'first'), newestOf(true, undefined)]
  expect(isNews(loading, opened)).toBe(false)
  expect(isNews(opened, opened)).toBe(false)
  expect(isNews(opened, newestOf(true, 'second'))).toBe(true)
  expect(isNews(empty, opened)).toBe(true)
  expect(isNews(opened, empty)).toBe(false)
})
