import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { join, type Sound } from './sound.ts'

const FOLDER = path.resolve(import.meta.dirname, '../../results/voices')

/**
 * Keeps what a voice said in a folder that git ignores, because the voices speak for minutes and say the same each time.
 * @param speak lets the voice speak
 */
export function cached(voice: string, texts: readonly string[], speak: () => Sound[]): Sound[] {
  const key = createHash('sha256')
    .update(JSON.stringify([voice, texts]))
    .digest('hex')
    .slice(0, 32)
  const file = path.join(FOLDER, key)
  if (!existsSync(file)) {
    const sounds = speak()
    const lengths = Float32Array.from(sounds, ({ length }) => length)
    mkdirSync(FOLDER, { recursive: true })
    writeFileSync(`${file}.new`, new Uint8Array(join([lengths, ...sounds]).buffer))
    renameSync(`${file}.new`, file)
  }
  const all = new Float32Array(new Uint8Array(readFileSync(file)).buffer)
  let at = texts.length
  return texts.map((_, index) => all.slice(at, (at += all[index] ?? 0)))
}
