import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Rolldown } from 'vite'

/**
 * Max bytes, compressed by gzip, of the scripts that every screen needs. Home may have 290 kB before its map, with what
 * loads after its start (docs/performance.md).
 */
const MAX_BYTES = 277_000
const FRAME = /^assets\/frame-[^/]+\.js$/

/** @throws if the entry of the application, its imports and the script of the frame exceed {@link MAX_BYTES}. */
export async function assertFirstBytes(dir: string, bundle: Rolldown.OutputBundle): Promise<void> {
  const names = new Set<string>()
  const add = (name: string) => {
    if (names.has(name)) return
    names.add(name)
    const file = bundle[name]
    if (file?.type !== 'chunk') return
    for (const imported of file.imports) add(imported)
  }
  for (const file of Object.values(bundle))
    if (file.type === 'chunk' ? file.isEntry : FRAME.test(file.fileName)) add(file.fileName)
  const sizes = await Promise.all(
    [...names].map(async (name) => (await promisify(gzip)(await readFile(path.join(dir, name)), { level: 9 })).length),
  )
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  if (bytes > MAX_BYTES) throw new Error(`the first scripts have ${bytes} bytes, ${MAX_BYTES} are allowed`)
}
