import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { type Bytes, tagOf } from './send-bytes.ts'

/** One file of the built web application, kept in memory. */
export interface Asset {
  /**
   * Returns the bytes in the best encoding that Accept-Encoding allows. `encoding` is for Content-Encoding; undefined for none.
   */
  encodedFor(acceptEncoding: string | undefined): Promise<{ bytes: Bytes; encoding?: 'br' | 'gzip' }>
  /** The SHA-256 hashes of the scripts inside of a page, as base64. */
  readonly scripts: readonly string[]
}

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.mp3': 'audio/mpeg',
  '.ogg': 'audio/ogg',
  '.wav': 'audio/wav',
}
const COMPRESSIBLE = /^(text|application)\/|^image\/svg/
/** Ending of the compressed form that the build of the web writes beside a file (web/build/compress-plugin.ts). */
const BROTLI_ENDING = '.br'
/**
 * For files that no build has compressed. Quality 8 takes a fifth of the time of the best quality. Each file is compressed once, at
 * its first request.
 */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 8 } }

/**
 * Returns the files of a directory by URL path, `/` for index.html. The map is empty when the directory does not exist (no
 * build).
 */
export async function loadAssets(folder: string): Promise<ReadonlyMap<string, Asset>> {
  const assets = new Map<string, Asset>()
  const files = new Set(await listFiles(folder))
  for (const file of files) {
    if (file.endsWith(BROTLI_ENDING)) continue
    const address = `/${path.relative(folder, file).replaceAll(path.sep, '/')}`
    const compressed = `${file}${BROTLI_ENDING}`
    const asset = assetOf(file, await readFile(file), files.has(compressed) ? await readFile(compressed) : null)
    assets.set(address === '/index.html' ? '/' : address, asset)
  }
  return assets
}

async function listFiles(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

function assetOf(file: string, content: Buffer, compressed: Buffer | null): Asset {
  const type = TYPES[path.extname(file)] ?? 'application/octet-stream'
  const tag = tagOf(content)
  const as = (body: Buffer, ending = ''): Bytes => ({
    size: body.length,
    type,
    tag: tag + ending,
    open: (range) => (range ? body.subarray(range.first, range.last + 1) : body),
  })
  const whole = { bytes: as(content) }
  if (!COMPRESSIBLE.test(type)) return { encodedFor: async () => whole, scripts: [] }

  const brotli = once(async () => ({
    bytes: as(compressed ?? (await promisify(brotliCompress)(content, BROTLI)), '-br'),
    encoding: 'br' as const,
  }))
  const gzipped = once(async () => ({
    bytes: as(await promisify(gzip)(content, { level: 9 }), '-gzip'),
    encoding: 'gzip' as const,
  }))
  return {
    scripts: type === TYPES['.html'] ? hashesOfScripts(content.toString()) : [],
    encodedFor: async (accepted = '') => {
      if (acceptsEncoding(accepted, 'br')) return brotli()
      return acceptsEncoding(accepted, 'gzip') ? gzipped() : whole
    },
  }
}

/** Returns the hashes of the scripts without attributes. */
const hashesOfScripts = (page: string): string[] =>
  [...page.matchAll(/<script>([^]*?)<\/script>/g)].map(([, code = '']) => createHash('sha256').update(code).digest('base64'))

/** Whether an Accept-Encoding header names this encoding with a weight above 0. */
export const acceptsEncoding = (accepted: string, encoding: string): boolean =>
  accepted.split(',').some((one) => {
    const [name = '', ...params] = one.split(';').map((part) => part.trim().toLowerCase())
    return name === encoding && !params.some((param) => /^q=0(\.0*)?$/.test(param))
  })

function once<Result>(compute: () => Promise<Result>): () => Promise<Result> {
  let result: Promise<Result> | undefined
  return () => (result ??= compute())
}
