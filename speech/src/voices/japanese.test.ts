import { mkdtempSync, mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { speakJapanese } from './japanese.ts'

test('espeak-ng speaks kanji by their kana, so that a longer reading takes longer', async () => {
  const [short, long] = [await speakJapanese('水', 'espeak-ng'), await speakJapanese('川への道は通れません。', 'espeak-ng')]
  const secondsOf = ({ samples, rate }: typeof short) => samples.length / rate
  expect(secondsOf(short)).toBeGreaterThan(0.2)
  // The name that espeak-ng says for each kanji that it cannot read would take much longer.
  expect(secondsOf(short)).toBeLessThan(1.2)
  expect(secondsOf(long)).toBeGreaterThan(secondsOf(short) + 0.7)
  expect(Math.max(...long.samples)).toBeGreaterThan(3000)
})

test('the programs get no environment', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'noroshi-environment-'))
  onTestFinished(() => {
    vi.unstubAllEnvs()
    rmSync(folder, { recursive: true })
  })
  mkdirSync(path.join(folder, 'espeak-ng-data'))
  vi.stubEnv('ESPEAK_DATA_PATH', folder) // a voice without data
  expect((await speakJapanese('水', 'espeak-ng')).samples.length).toBeGreaterThan(0)
})
