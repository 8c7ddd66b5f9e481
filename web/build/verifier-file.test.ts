import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { buildVerifier, VERIFIER_FILE } from '../verifier/build-verifier.ts'

test('the verifier in the repository is what its sources build: otherwise run `npm run verifier`', async () => {
  expect(await readFile(VERIFIER_FILE, 'utf8')).toBe(await buildVerifier())
}, 60_000)
