// cspell:ignore eesha -- a name as flite must read it
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { CommandLanguage } from '@noroshi/contract/hands-free/phrases'
import { resample } from '../audio/resample.ts'
import { soundOfWav } from '../audio/wav.ts'
import { SAMPLE_RATE } from '../recognizer.ts'
import type { FliteManner, FliteVoice } from '../voices/flite-voice.ts'
import { speak } from './flite.ts'

/** A synthetic voice. */
export interface Voice {
  readonly name: string
  /** @returns samples of 16 kHz, with half a second of silence around the text */
  readonly say: (text: string) => Promise<Int16Array<ArrayBuffer>>
}

/** The voices that set the confidence of a command, and others that measure it. */
export type VoiceSet = 'tuning' | 'heldOut'

const DICTIONARY = '/var/lib/mecab/dic/open-jtalk/naist-jdic'
const VOICE = '/usr/share/hts-voice/nitech-jp-atr503-m001/nitech_jp_atr503_m001.htsvoice'

/** Names that flite spells out letter by letter or cuts off, which no speaker does, as it reads them right. */
const RESPELLED: Readonly<Record<string, string>> = { Nguyen: 'Winn', Aisha: 'Eye eesha' }
const respelled = (text: string): string => text.replaceAll(/\w+/g, (word) => RESPELLED[word] ?? word)

const flite = (voice: FliteVoice, manner: FliteManner = {}): Voice => ({
  name: `flite ${[voice, manner.stretch ?? '', manner.hertz ?? ''].join(' ').trim()}`,
  say: (text) => speak(respelled(text), voice, manner),
})

/** The only Japanese voice. Its options set its speed (r), its halftones (fm) and its timbre (a). */
const jtalk = (...options: string[]): Voice => ({
  name: `open_jtalk ${options.join(' ')}`.trim(),
  say: async (text) => sayJapanese(text, options),
})

const ENGLISH: Readonly<Record<VoiceSet, readonly Voice[]>> = {
  tuning: [
    flite('rms'),
    flite('kal16', { stretch: 1.1 }),
    flite('kal16', { stretch: 0.9, hertz: 150 }),
    flite('rms', { stretch: 1.2, hertz: 140 }),
  ],
  heldOut: [flite('slt'), flite('awb'), flite('slt', { stretch: 1.15 }), flite('awb', { stretch: 0.9 })],
}

const JAPANESE: Readonly<Record<VoiceSet, readonly Voice[]>> = {
  tuning: [jtalk('-r', '0.95', '-fm', '-2'), jtalk('-r', '1.15', '-fm', '2'), jtalk('-r', '0.9', '-a', '0.58', '-fm', '4')],
  heldOut: [jtalk(), jtalk('-r', '1.25'), jtalk('-r', '0.85', '-fm', '-3'), jtalk('-fm', '6', '-a', '0.5')],
}

/** The synthetic voices of a language that this computer has. */
export function voicesOf(language: CommandLanguage, set: VoiceSet): readonly Voice[] {
  if (language === 'en') return ENGLISH[set]
  return existsSync(VOICE) && existsSync('/usr/bin/open_jtalk') ? JAPANESE[set] : []
}

function sayJapanese(text: string, options: readonly string[]): Int16Array<ArrayBuffer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'noroshi-jtalk-'))
  try {
    const file = path.join(folder, 'speech.wav')
    execFileSync('open_jtalk', ['-x', DICTIONARY, '-m', VOICE, ...options, '-ow', file], { input: text })
    const samples = resample(soundOfWav(readFileSync(file)), SAMPLE_RATE)
    const padded = new Int16Array(samples.length + SAMPLE_RATE)
    padded.set(samples, SAMPLE_RATE / 2)
    return padded
  } finally {
    rmSync(folder, { recursive: true })
  }
}
