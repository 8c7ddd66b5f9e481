import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Rolldown } from 'vite'

/**
 * Max bytes, compressed by gzip, of the scripts that every screen needs. Home may have 290 kB before its map, with what
 * loads after its start (docs/performance.md).
 */
const MAX_BYTES = 275_000
/** The scripts that index.html names, and those that the start script loads first (prerender-plugin.ts). */
const SCRIPT = /src="\/(assets\/[^"]+\.js)"/g
const APPLICATION = /"application":\[([^\]]*)\]/
/** The first texts of one language. */
const TEXTS = /"first":"\/([^"]+)"/g

/** @throws if the start script, the application and their imports exceed {@link MAX_BYTES}. */
export async function assertFirstBytes(dir: string, bundle: Rolldown.OutputBundle): Promise<void> {
  const page = await readFile(path.join(dir, 'index.html'), 'utf8')
  const application = APPLICATION.exec(page)?.[1]?.matchAll(/"\/([^"]+)"/g)
  if (!application) throw new Error('index.html has no application')
  const names = new Set<string>()
  const add = (name: string) => {
    if (names.has(name)) return
    names.add(name)
    const file = bundle[name]
    if (file?.type !== 'chunk') return
    for (const imported of file.imports) add(imported)
  }
  for (const [, name = ''] of [...page.matchAll(SCRIPT), ...application]) add(name)
  const sizesOf = (files: Iterable<string>) => Promise.all([...files].map((name) => sizeOf(path.join(dir, name))))
  const texts = await sizesOf([...page.matchAll(TEXTS)].map(([, name = '']) => name))
  if (texts.length === 0) throw new Error('index.html has no texts')
  const bytes = (await sizesOf(names)).reduce((sum, size) => sum + size, Math.max(...texts))
  if (bytes > MAX_BYTES) throw new Error(`the first scripts have ${bytes} bytes, ${MAX_BYTES} are allowed`)
}

const sizeOf = async (file: string) => (await promisify(gzip)(await readFile(file), { level: 9 })).length
