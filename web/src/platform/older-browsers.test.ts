import { afterAll, expect, test } from 'vitest'

/** Removes the functions that a browser of early 2023 lacks. */
const missingOfArray = ['toSorted', 'toReversed'].map((name) => [Array.prototype, name] as const)
const missingOfString = ['isWellFormed', 'toWellFormed'].map((name) => [String.prototype, name] as const)
const all = [...missingOfArray, ...missingOfString].map(([of, name]) => ({
  of,
  name,
  own: Reflect.getOwnPropertyDescriptor(of, name),
}))
for (const { of, name } of all) Reflect.deleteProperty(of, name)
await import('./older-browsers.ts')
afterAll(() => {
  for (const { of, name, own } of all) if (own) Object.defineProperty(of, name, own)
})

test('an older browser sorts and reverses arrays without changing them', () => {
  const list = [3, 1, 2]
  expect(list.toSorted((a, b) => a - b)).toEqual([1, 2, 3])
  expect(['b', 'a'].toSorted()).toEqual(['a', 'b'])
  expect(list.toReversed()).toEqual([2, 1, 3])
  expect(list).toEqual([3, 1, 2])
  expect(Object.keys(list)).toEqual(['0', '1', '2'])
})

test('an older browser detects and replaces a lone surrogate', () => {
  expect('烽火🔥'.isWellFormed()).toBe(true)
  expect('\ud83d'.isWellFormed()).toBe(false)
  expect('a\ud83d🔥'.toWellFormed()).toBe('a\ufffd🔥')
})
