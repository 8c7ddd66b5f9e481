import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { withoutSummaries } from './summaries-plugin.ts'

const contract = new URL('../../contract/src/', import.meta.url)

test('a build has no summary of a route of the contract, and all else as it is', async () => {
  const files = (await readdir(contract, { recursive: true })).filter((name) => name.endsWith('.http.ts'))
  expect(files.length).toBeGreaterThan(30)
  for (const file of files) {
    const code = await readFile(new URL(file, contract), 'utf8')
    const built = withoutSummaries(code)
    expect(built.match(/summary:\s*['"`](?!['"`])/g), file).toBeNull()
    expect(built.match(/\bsummary: '',/g)?.length, file).toBe(code.match(/\bsummary:\s*['"`]/g)?.length)
    expect(built.match(/\bpath:.+/g), file).toEqual(code.match(/\bpath:.+/g))
  }
})

test('a quote in a summary does not end it', () => {
  expect(withoutSummaries(String.raw`summary: 'The user\'s own', path: '/own', summary: "The server's", errors: []`)).toBe(
    "summary: '', path: '/own', summary: '', errors: []",
  )
})
