import { expect, test } from 'vitest'

/** The source of each web file, except tests, by its path from the web's directory. */
const sources = import.meta.glob<string>(['/src/**/*.{ts,tsx}', '!/src/**/*.test.{ts,tsx}', '!/src/**/testing/**'], {
  query: '?raw',
  import: 'default',
  eager: true,
})
const DEFINED = /export const (\w+Live) = defineLive\(/g

test('a page registers the event handlers of each feature', () => {
  const files = Object.entries(sources)
  const defined = files.flatMap(([, source]) => [...source.matchAll(DEFINED)].flatMap(([, name]) => name ?? []))
  expect(defined.length).toBeGreaterThan(10)
  // An import that is not used is a type error, so a file that registers handlers registers those that it imports.
  const registering = files.filter(([, source]) => /\b(?:addLive|startLive)\(/.test(source)).map(([, source]) => source)
  expect(defined.filter((name) => !registering.some((source) => new RegExp(`\\b${name}\\b`).test(source)))).toEqual([])
})
