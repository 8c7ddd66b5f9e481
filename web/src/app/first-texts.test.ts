import { expect, test } from 'vitest'
import { firstMessages } from '@noroshi/contract/first-messages'
import { messages } from '@noroshi/contract/messages'

/** The source of each web file by its path from the web's directory. */
const sources = import.meta.glob<string>('/src/**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true })
const STATIC = /(?:import|export)\s+(?!type)[^'"]*?from\s+'(\.[^']+)'|import\s+'(\.[^']+)'/g
/** `withTexts` loads all texts together with a module. */
const DYNAMIC = /(?<!withTexts\(\(\) => )\bimport\('(\.[^']+)'\)/g
const KEY = /['`]([a-zA-Z]+(?:\.\w+)+)['`]/g

const matchesOf = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, one, other]) => one ?? other ?? '')

/**
 * Returns all files that may run before a screen other than home is opened. The router loads all texts before the
 * others.
 */
function initialFiles(file: string, known = new Map<string, string>()): Map<string, string> {
  const text = sources[file]
  if (text === undefined || known.has(file)) return known
  known.set(file, text)
  const imports = [...matchesOf(text, STATIC), ...(file.startsWith('/src/app/routes/') ? [] : matchesOf(text, DYNAMIC))]
  for (const one of imports) initialFiles(new URL(one, `file://${file}`).pathname, known)
  return known
}

test('home, the navigation and the overlays use only first texts', () => {
  const files = initialFiles('/src/main.tsx')
  expect(files.size).toBeGreaterThan(100)
  const missing = [...files].flatMap(([file, text]) =>
    matchesOf(text, KEY)
      .filter((key) => Object.hasOwn(messages, key) && !Object.hasOwn(firstMessages, key))
      .map((key) => `${file}: ${key}`),
  )
  expect(missing).toEqual([])
})
