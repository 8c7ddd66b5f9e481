import { expect, test } from 'vitest'
import { firstMessages } from '@noroshi/contract/first-messages'
import { messages } from '@noroshi/contract/messages'

/** Every file of the web, by its path from the web's folder. */
const sources = import.meta.glob<string>('/src/**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true })
const STATIC = /(?:import|export)\s+(?!type)[^'"]*?from\s+'(\.[^']+)'|import\s+'(\.[^']+)'/g
const DYNAMIC = /\bimport\('(\.[^']+)'\)/g
const KEY = /['`]([a-zA-Z]+(?:\.\w+)+)['`]/g

const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, one, other]) => one ?? other ?? '')

/** All that may run before a screen other than home was opened: what the router loads later waits for every text. */
function withoutScreens(file: string, known = new Map<string, string>()): Map<string, string> {
  const text = sources[file]
  if (text === undefined || known.has(file)) return known
  known.set(file, text)
  const imports = [...found(text, STATIC), ...(file === '/src/app/router.tsx' ? [] : found(text, DYNAMIC))]
  for (const one of imports) withoutScreens(new URL(one, `file://${file}`).pathname, known)
  return known
}

test('home, the navigation and what stands over every page name only texts that they begin with', () => {
  const files = withoutScreens('/src/main.tsx')
  expect(files.size).toBeGreaterThan(100)
  const missing = [...files].flatMap(([file, text]) =>
    found(text, KEY)
      .filter((key) => Object.hasOwn(messages, key) && !Object.hasOwn(firstMessages, key))
      .map((key) => `${file}: ${key}`),
  )
  expect(missing).toEqual([])
})
