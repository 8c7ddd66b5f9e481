import { expect, test } from 'vitest'
import { adminMessages } from '@noroshi/contract/admin-messages'
import { firstMessages } from '@noroshi/contract/first-messages'
import { messages } from '@noroshi/contract/messages'

/** The source of each web file by its path from the web's directory. */
const sources = import.meta.glob<string>('/src/**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true })
const STATIC = /(?:import|export)\s+(?!type)[^'"]*?from\s+'(\.[^']+)'|import\s+'(\.[^']+)'/g
/** `withTexts` loads texts together with a module, and for `admin` also those of the administration. */
const WITHOUT_TEXTS = /(?<!withTexts\(\(\) => )\bimport\('(\.[^']+)'\)/g
const WITHOUT_ADMIN_TEXTS = /\bimport\('(\.[^']+)'\)(?!(?:, '\w+')?, 'admin'\))/g
const KEY = /['`]([a-zA-Z]+(?:\.\w+)+)['`]/g

const matchesOf = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, one, other]) => one ?? other ?? '')

/** Returns all files that a file imports, also by the dynamic imports that match a pattern, except those of its routes. */
function filesFrom(file: string, dynamic: RegExp, routes: RegExp | null, known = new Map<string, string>()): Map<string, string> {
  const text = sources[file]
  if (text === undefined || known.has(file)) return known
  known.set(file, text)
  const late = file.startsWith('/src/app/routes/') ? routes : dynamic
  const imports = [...matchesOf(text, STATIC), ...(late === null ? [] : matchesOf(text, late))]
  for (const one of imports) filesFrom(new URL(one, `file://${file}`).pathname, dynamic, routes, known)
  return known
}

const usesIn = (files: ReadonlyMap<string, string>, isWrong: (key: string) => boolean) =>
  [...files].flatMap(([file, text]) =>
    matchesOf(text, KEY)
      .filter(isWrong)
      .map((key) => `${file}: ${key}`),
  )

test('home, the navigation and the overlays use only first texts', () => {
  // The files that may run before a screen other than home is opened. The router loads the texts before the others.
  const files = filesFrom('/src/main.tsx', WITHOUT_TEXTS, null)
  expect(files.size).toBeGreaterThan(100)
  const isWrong = (key: string) => Object.hasOwn(messages, key) && !Object.hasOwn(firstMessages, key)
  expect(usesIn(files, isWrong)).toEqual([])
})

test('only the administration uses its texts', () => {
  const files = filesFrom('/src/main.tsx', WITHOUT_ADMIN_TEXTS, WITHOUT_ADMIN_TEXTS)
  expect(files.size).toBeGreaterThan(900)
  expect(usesIn(files, (key) => Object.hasOwn(adminMessages, key))).toEqual([])
})
