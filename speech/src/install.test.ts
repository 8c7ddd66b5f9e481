import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'

test('the installation of an installed recogniser changes nothing and says so', () => {
  const { stdout, status } = spawnSync(process.execPath, [path.join(import.meta.dirname, 'install.ts')], { encoding: 'utf8' })
  expect(stdout).toBe('English dictation is installed already. Nothing was changed.\n')
  expect(status).toBe(0)
})
