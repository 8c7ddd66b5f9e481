import { afterAll, expect, test } from 'vitest'

/** Removes the functions that the oldest supported browsers lack. */
const all = (
  [
    [String.prototype, 'isWellFormed'],
    [String.prototype, 'toWellFormed'],
    [Promise, 'withResolvers'],
    [URL, 'canParse'],
  ] as const
).map(([of, name]) => ({ of, name, own: Reflect.getOwnPropertyDescriptor(of, name) }))
for (const { of, name } of all) Reflect.deleteProperty(of, name)
await import('./older-browsers.ts')
afterAll(() => {
  for (const { of, name, own } of all) if (own) Object.defineProperty(of, name, own)
})

test('an older browser detects and replaces a lone surrogate', () => {
  expect('烽火🔥'.isWellFormed()).toBe(true)
  expect('\ud83d'.isWellFormed()).toBe(false)
  expect('a\ud83d🔥'.toWellFormed()).toBe('a\ufffd🔥')
})

test('an older browser settles a promise from outside', async () => {
  const kept = Promise.withResolvers<number>()
  kept.resolve(3)
  expect(await kept.promise).toBe(3)
  const broken = Promise.withResolvers<number>()
  broken.reject(new Error('lost'))
  await expect(broken.promise).rejects.toThrow('lost')
})

test('an older browser tells addresses from other texts', () => {
  expect(URL.canParse('https://example.org/a')).toBe(true)
  expect(URL.canParse('/a')).toBe(false)
  expect(URL.canParse('/a', 'https://example.org')).toBe(true)
})
