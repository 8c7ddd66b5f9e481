// cspell:disable -- names of packages and voices

import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { assertPackages } from './packages.ts'
import type { VoiceLanguage } from './phrases.ts'
import { createRandom } from './random.ts'
import { type Sound, soundOfWav, trim } from './sound.ts'
import { cached } from './voice-cache.ts'

/** A synthetic voice at one speed and pitch. */
export interface Voice {
  readonly name: string
  readonly language: VoiceLanguage
  /** Not used for the training. */
  readonly isHeldOut: boolean
  /** @returns the sound of each text, without silence around it */
  say(texts: readonly string[]): Sound[]
}

/** Debian packages of the voices. The Japanese voice is in Debian's section contrib. */
export const VOICE_PACKAGES = [
  'flite',
  'espeak-ng',
  'open-jtalk',
  'open-jtalk-mecab-naist-jdic',
  'hts-voice-nitech-jp-atr503-m001',
  'festival',
  'festvox-kdlpc16k',
  'festvox-italp16k',
  'festvox-itapc16k',
  'festvox-czech-dita',
  'festvox-czech-krb',
  'festvox-czech-machac',
  'festvox-czech-ph',
  'festvox-suopuhe-lj',
  'festvox-suopuhe-mv',
  'pocketsphinx-en-us',
]

const JTALK_DICTIONARY = '/var/lib/mecab/dic/open-jtalk/naist-jdic'
const JTALK_VOICE = '/usr/share/hts-voice/nitech-jp-atr503-m001/nitech_jp_atr503_m001.htsvoice'

/** @throws if a package of {@link VOICE_PACKAGES} is missing */
export function assertVoices(): void {
  assertPackages(VOICE_PACKAGES)
  if (!existsSync(JTALK_VOICE)) throw new Error(`the file ${JTALK_VOICE} is missing`)
}

/** Runs the work with a temporary folder. */
function inFolder<Result>(work: (folder: string) => Result): Result {
  const folder = mkdtempSync(path.join(tmpdir(), 'noroshi-voice-'))
  try {
    return work(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const readSound = (file: string): Sound => trim(existsSync(file) ? soundOfWav(readFileSync(file)) : new Float32Array(0))

function flite(speaker: string, stretch: number, hertz: number | null, isHeldOut = false): Voice {
  const options = ['--setf', `duration_stretch=${stretch}`, ...(hertz === null ? [] : ['--setf', `int_f0_target_mean=${hertz}`])]
  return {
    name: `flite ${speaker} ${stretch}${hertz === null ? '' : ` ${hertz} Hz`}`,
    language: 'en',
    isHeldOut,
    say: (texts) =>
      inFolder((folder) =>
        texts.map((text) => {
          const file = path.join(folder, 'sound.wav')
          execFileSync('flite', ['-voice', speaker, ...options, '-t', text, '-o', file], { stdio: 'ignore' })
          return readSound(file)
        }),
      ),
  }
}

function espeak(voice: string, language: VoiceLanguage, speed: number, pitch: number, isHeldOut = false): Voice {
  const options = ['-v', voice, '-s', String(speed), '-p', String(pitch), '--stdout']
  return {
    name: `espeak-ng ${voice} ${speed} ${pitch}`,
    language,
    isHeldOut,
    say: (texts) =>
      texts.map((text) =>
        trim(
          soundOfWav(execFileSync('espeak-ng', [...options, text], { maxBuffer: 2 ** 26, stdio: ['ignore', 'pipe', 'ignore'] })),
        ),
      ),
  }
}

function jtalk(speed: number, halftones: number, allPass: number, isHeldOut = false): Voice {
  const options = [
    '-x',
    JTALK_DICTIONARY,
    '-m',
    JTALK_VOICE,
    '-r',
    String(speed),
    '-fm',
    String(halftones),
    '-a',
    String(allPass),
  ]
  return {
    name: `open_jtalk ${speed} ${halftones} ${allPass}`,
    language: 'ja',
    isHeldOut,
    say: (texts) =>
      inFolder((folder) =>
        texts.map((text) => {
          const file = path.join(folder, 'sound.wav')
          execFileSync('open_jtalk', [...options, '-ow', file], { input: text, stdio: ['pipe', 'ignore', 'ignore'] })
          return readSound(file)
        }),
      ),
  }
}

/** The bytes of a text for a voice of festival: Latin-2 for Czech, otherwise Latin-1. */
const bytesFor = (text: string, language: VoiceLanguage): Buffer =>
  Buffer.from(language === 'cs' ? text.replaceAll('š', '\u00b9') : text, 'latin1')

function festival(speaker: string, language: VoiceLanguage, stretch: number, isHeldOut = false): Voice {
  return {
    name: `festival ${speaker} ${stretch}`,
    language,
    isHeldOut,
    say: (texts) =>
      inFolder((folder) => {
        const files = texts.map((_, index) => path.join(folder, `${index}.wav`))
        const lines = texts.flatMap((text, index) => [
          Buffer.from(`(utt.save.wave (utt.synth (Utterance Text "`),
          bytesFor(text, language),
          Buffer.from(`")) "${files[index]}" 'riff)\n`),
        ])
        const script = path.join(folder, 'script.scm')
        const head = `(voice_${speaker})\n(Parameter.set 'Duration_Stretch ${stretch})\n`
        writeFileSync(script, Buffer.concat([Buffer.from(head), ...lines]))
        execFileSync('festival', ['-b', script], { stdio: 'ignore' })
        return files.map(readSound)
      }),
  }
}

const VARIANTS = ['m1', 'm2', 'm3', 'm4', 'm5', 'm6', 'm8', 'f1', 'f2', 'f3', 'f4']
const ACCENTS = ['en-us', 'en-gb', 'en-gb-scotland', 'en-gb-x-rp', 'en-029', 'en-us-nyc']
const OTHERS = ['de', 'es', 'it', 'nl', 'pl', 'fi', 'tr', 'pt', 'cs'] as const

/** @returns all voices: those of the training, and other speakers that only measure */
export function createVoices(): readonly Voice[] {
  return listVoices().map((voice) => ({ ...voice, say: (texts) => cached(voice.name, texts, () => voice.say(texts)) }))
}

function listVoices(): readonly Voice[] {
  const random = createRandom(3)
  const varied = (voice: string, language: VoiceLanguage): Voice =>
    espeak(voice, language, Math.round(random.between(115, 200)), Math.round(random.between(20, 80)))
  return [
    ...(['slt', 'rms', 'kal16'] as const).flatMap((speaker) =>
      [0.8, 0.92, 1, 1.12, 1.3].flatMap((stretch) => [
        flite(speaker, stretch, null),
        flite(speaker, stretch, Math.round(random.between(80, 240))),
      ]),
    ),
    ...(
      [
        ['lp_diphone', 'it'],
        ['czech_dita', 'cs'],
        ['czech_machac', 'cs'],
        ['czech_ph', 'cs'],
        ['suo_fi_lj_diphone', 'fi'],
        ['hy_fi_mv_diphone', 'fi'],
      ] as const
    ).flatMap(([speaker, language]) => [0.85, 1, 1.15].map((stretch) => festival(speaker, language, stretch))),
    ...Array.from({ length: 44 }, (_, index) =>
      varied(`${ACCENTS[index % ACCENTS.length]}+${VARIANTS[index % VARIANTS.length]}`, 'en'),
    ),
    ...OTHERS.flatMap((language) => [1, 2].map(() => varied(`${language}+${random.pick(VARIANTS)}`, language))),
    ...Array.from({ length: 9 }, () => varied(`ja+${random.pick(VARIANTS)}`, 'ja')),
    ...Array.from({ length: 8 }, () =>
      jtalk(
        Number(random.between(0.8, 1.3).toFixed(2)),
        Math.round(random.between(-6, 9)),
        Number(random.between(0.48, 0.62).toFixed(2)),
      ),
    ),
    ...[0.85, 1, 1.15].map((stretch) => flite('awb', stretch, null, true)),
    ...[0.9, 1.1].flatMap((stretch) => [
      festival('ked_diphone', 'en', stretch, true),
      festival('pc_diphone', 'it', stretch, true),
      festival('czech_krb', 'cs', stretch, true),
    ]),
    ...['en-us+f5', 'en-us+m7', 'en-gb+f5', 'en-gb+m7', 'en-gb-scotland+f5', 'en-us-nyc+m7'].map((voice, index) =>
      espeak(voice, 'en', 130 + 12 * index, 35 + 6 * index, true),
    ),
    espeak('ja+f5', 'ja', 150, 60, true),
    espeak('ja+m7', 'ja', 140, 40, true),
    jtalk(0.93, 3, 0.58, true),
    jtalk(1.12, -3, 0.52, true),
    jtalk(1.05, 7, 0.5, true),
  ]
}
