import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { firstMessages } from '@noroshi/contract/first-messages'
import { messages } from '@noroshi/contract/messages'

const root = path.resolve(import.meta.dirname, '..')
const router = path.join(root, 'app/router.tsx')
const STATIC = /(?:import|export)\s+(?!type)[^'"]*?from\s+'(\.[^']+)'|import\s+'(\.[^']+)'/g
const DYNAMIC = /\bimport\('(\.[^']+)'\)/g
const KEY = /['`]([a-zA-Z]+(?:\.\w+)+)['`]/g

const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, one, other]) => one ?? other ?? '')

/** All that may run before a screen other than home was opened: what loads later waits for every text. */
function withoutScreens(file: string, known = new Map<string, string>()): Map<string, string> {
  if (known.has(file) || !/\.tsx?$/.test(file) || !existsSync(file)) return known
  const text = readFileSync(file, 'utf8')
  known.set(file, text)
  const imports = [...found(text, STATIC), ...(file === router ? [] : found(text, DYNAMIC))]
  for (const one of imports) withoutScreens(path.resolve(path.dirname(file), one), known)
  return known
}

test('home, the navigation and what stands over every page name only texts that they begin with', () => {
  const files = withoutScreens(path.join(root, 'main.tsx'))
  expect(files.size).toBeGreaterThan(100)
  const missing = [...files].flatMap(([file, text]) =>
    found(text, KEY)
      .filter((key) => Object.hasOwn(messages, key) && !Object.hasOwn(firstMessages, key))
      .map((key) => `${path.relative(root, file)}: ${key}`),
  )
  expect(missing).toEqual([])
})
