import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Language } from '@noroshi/contract/i18n'
import { FLITE_VOICES, speak } from '../../../speech/src/testing/flite.ts'
import { soundOfWav } from '../../../speech/src/audio/wav.ts'

/** A synthetic voice. */
export interface Voice {
  readonly name: string
  readonly say: (text: string) => Promise<Int16Array>
}

const RATE = 16_000
const DICTIONARY = '/var/lib/mecab/dic/open-jtalk/naist-jdic'
const VOICE = '/usr/share/hts-voice/nitech-jp-atr503-m001/nitech_jp_atr503_m001.htsvoice'

/** Speeds and pitches of the only Japanese voice: they sound like four people. */
const JAPANESE: Readonly<Record<string, readonly string[]>> = {
  open_jtalk: [],
  'open_jtalk fast': ['-r', '1.25'],
  'open_jtalk slow, low': ['-r', '0.85', '-fm', '-3'],
  'open_jtalk high': ['-fm', '6', '-a', '0.5'],
}

/** The synthetic voices of a language that this computer has. */
export function voicesOf(language: Language): Voice[] {
  if (language === 'en') return FLITE_VOICES.map((voice) => ({ name: `flite ${voice}`, say: (text) => speak(text, voice) }))
  if (!existsSync(VOICE) || !existsSync('/usr/bin/open_jtalk')) return []
  return Object.entries(JAPANESE).map(([name, options]) => ({ name, say: async (text) => sayJapanese(text, options) }))
}

/** Samples of 16 kHz, with half a second of silence around them. */
function sayJapanese(text: string, options: readonly string[]): Int16Array {
  const folder = mkdtempSync(path.join(tmpdir(), 'noroshi-jtalk-'))
  try {
    const file = path.join(folder, 'speech.wav')
    execFileSync('open_jtalk', ['-x', DICTIONARY, '-m', VOICE, ...options, '-ow', file], { input: text })
    const samples = thirdOf(soundOfWav(readFileSync(file)).samples)
    const padded = new Int16Array(samples.length + RATE)
    padded.set(samples, RATE / 2)
    return padded
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Converts 48 kHz to 16 kHz: the mean of three samples is one. */
const thirdOf = (samples: Int16Array): Int16Array =>
  Int16Array.from({ length: Math.floor(samples.length / 3) }, (_, index) =>
    Math.round(((samples[index * 3] ?? 0) + (samples[index * 3 + 1] ?? 0) + (samples[index * 3 + 2] ?? 0)) / 3),
  )
