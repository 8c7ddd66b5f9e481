// cspell:disable -- names of packages and speakers

import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { WAKE_RATE } from '@noroshi/contract/wake-word/log-mel'
import { join, type Sound, soundOfWav } from './sound.ts'

/** Speech of one speaker (or of a few) that people recorded. None of it contains the wake word. */
export interface Recording {
  readonly name: string
  /** Not used for the training. No speaker is in both kinds. */
  readonly isHeldOut: boolean
  /** @returns all files, one after the other. @throws if there is none */
  read(): Sound
}

/** Debian packages of the recordings, and ffmpeg, which decodes them. */
export const RECORDING_PACKAGES = [
  'ffmpeg',
  'pocketsphinx-testdata',
  'asterisk-core-sounds-en-g722',
  'asterisk-core-sounds-es-g722',
  'asterisk-core-sounds-fr-g722',
  'asterisk-core-sounds-it-g722',
  'asterisk-core-sounds-ru-g722',
  'asterisk-prompt-es-co',
  'asterisk-prompt-fr-armelle',
  'asterisk-prompt-it-menardi-gsm',
]

const PROMPTS = '/usr/share/asterisk/sounds'
const TEST_DATA = '/usr/share/pocketsphinx/test/data'

/** @param format of ffmpeg; files of one format without a header can be decoded together */
function decode(files: readonly string[], format: string): Sound {
  if (files.length === 0) throw new Error('recordings are missing')
  const options = ['-v', 'error', '-f', format, '-i', 'pipe:0', '-ac', '1', '-ar', String(WAKE_RATE), '-f', 'f32le', 'pipe:1']
  const input = Buffer.concat(files.map((file) => readFileSync(file)))
  return new Float32Array(new Uint8Array(execFileSync('ffmpeg', options, { input, maxBuffer: 2 ** 30 })).buffer)
}

const prompts = (folder: string, extension: 'g722' | 'gsm', isHeldOut: boolean): Recording => ({
  name: folder,
  isHeldOut,
  read: () => decode(globSync(`${PROMPTS}/${folder}/**/*.${extension}`).toSorted(), extension),
})

const testData = (folder: string, isHeldOut: boolean): Recording => ({
  name: folder,
  isHeldOut,
  read: () =>
    join(
      globSync(`${TEST_DATA}/${folder}/*.wav`)
        .toSorted()
        .map((file) => soundOfWav(readFileSync(file))),
    ),
})

/** All recordings: those of the training, and other speakers that only measure. */
export const recordings: readonly Recording[] = [
  // The speaker of the English and the Spanish prompts is the same one.
  prompts('en_US_f_Allison', 'g722', false),
  prompts('es_MX_f_Allison', 'g722', false),
  prompts('it_IT_m_Carlo', 'g722', false),
  prompts('fr', 'gsm', false),
  prompts('fr_CA_f_June', 'g722', true),
  prompts('ru_RU_f_IvrvoiceRU', 'g722', true),
  prompts('es', 'gsm', true),
  prompts('it_IT_f_Menardi', 'gsm', true),
  testData('librivox', true),
  testData('cards', true),
]
