import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'

test('the installation of what is installed changes nothing and says so', () => {
  const { stdout, status } = spawnSync(process.execPath, [path.join(import.meta.dirname, 'install.ts')], { encoding: 'utf8' })
  const [first, voice] = stdout.split('\n')
  expect(first).toBe(
    'Installed already: English dictation, Japanese voice, small files of speech, recordings of older iPhones. Nothing was changed.',
  )
  // The tests' computers have the voice of Debian's main section.
  expect(voice).toMatch(/^$|espeak-ng/)
  expect(status).toBe(0)
})
