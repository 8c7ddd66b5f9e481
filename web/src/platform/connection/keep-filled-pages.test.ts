import { expect, test } from 'vitest'
import { keepFilledPages } from './keep-filled-pages.ts'

test('the results of a former search stay for the next one, and its empty results do not', () => {
  const filled = { pages: [{ items: [] }, { items: ['Aiko'] }] }
  const listed = { pages: [{ ids: ['aiko'] }] }
  expect(keepFilledPages(filled)).toBe(filled)
  expect(keepFilledPages(listed)).toBe(listed)
  expect(keepFilledPages({ pages: [{ items: [] }] })).toBeUndefined()
  expect(keepFilledPages({ pages: [{ ids: [] }] })).toBeUndefined()
  expect(keepFilledPages(undefined)).toBeUndefined()
})
