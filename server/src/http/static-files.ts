import { open, readFile, stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from './errors.ts'
import { memoizeAsync } from './memoize-async.ts'
import { type Bytes, sendBytes, tagOf } from './send-bytes.ts'
import { type Asset, loadAssets } from './web-assets.ts'

const atRoot = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url))
const FONTS = new URL('files/', import.meta.resolve('@fontsource/noto-sans-jp/package.json'))
const FONT_NAME = /^noto-sans-jp-[a-z0-9-]+\.woff2$/

/** Paths without pages of the web application. Unknown URLs below them get 404. */
const NO_PAGES = /^\/(backend|socket\.io|map|assets|asr-server|wake-word)(\/|$)/
/** Excludes a route from the OpenAPI document. */
export const UNLISTED = { schema: { hide: true } }
const REVALIDATED = 'no-cache'
/** Caching of a URL whose content never changes. */
export const FOR_EVER = 'public, max-age=31536000, immutable'
export const PMTILES = 'application/vnd.pmtiles'
const FOR_A_MONTH = 'public, max-age=2592000'

/** The files of the built web application; servers of one process share them. */
let built: ReturnType<typeof loadAssets> | undefined

/**
 * Serves the web application, the embedded world of the map and its fonts. For an unknown URL, a browser that accepts
 * HTML gets index.html (the web router then shows "not found"); other clients get 404.
 * @param web another directory with a web application
 */
export async function registerStaticFiles(app: FastifyInstance, web?: string): Promise<void> {
  serveMap(app)
  const assets = await (web === undefined ? (built ??= loadAssets(atRoot('web/dist'))) : loadAssets(web))
  app.get('/*', UNLISTED, async (request: FastifyRequest<{ Params: { '*': string } }>, reply) => {
    const address = `/${request.params['*']}`
    const asset = assets.get(address) ?? (wantsPage(request, address) ? assets.get('/') : undefined)
    if (!asset) throw new AppError('notFound')
    if (asset.scripts.length > 0) allowScripts(reply, asset.scripts)
    return await sendAsset(request, reply, asset, address.startsWith('/assets/') ? FOR_EVER : REVALIDATED)
  })
  app.setNotFoundHandler(() => {
    throw new AppError('notFound')
  })
}

/** Adds the hashes of the scripts inside of a page to its policy. */
function allowScripts(reply: FastifyReply, hashes: readonly string[]) {
  const policy = String(reply.getHeader('content-security-policy') ?? '')
  const sources = hashes.map((hash) => `'sha256-${hash}'`).join(' ')
  reply.header('content-security-policy', policy.replace("script-src 'self'", `script-src 'self' ${sources}`))
}

const wantsPage = (request: FastifyRequest, address: string): boolean =>
  !NO_PAGES.test(address) && (request.headers.accept ?? '').includes('text/html')

/** Sends an asset in the best encoding of the caller. */
export async function sendAsset(request: FastifyRequest, reply: FastifyReply, asset: Asset, caching: string) {
  const { bytes, encoding } = await asset.encodedFor(request.headers['accept-encoding'])
  reply.header('cache-control', caching).header('vary', 'Accept-Encoding')
  if (encoding) reply.header('content-encoding', encoding)
  return await sendBytes(request, reply, bytes)
}

/**
 * Serves the embedded world by range requests. Browsers revalidate it each time. Its ETag is the hash of its bytes, so
 * that devices that have stored it do not refetch it after a reinstallation or from another process.
 */
function serveMap(app: FastifyInstance): void {
  const world = atRoot('basemap/basemap.pmtiles')
  const tagOfWorld = memoizeAsync(async () => tagOf(await readFile(world)))
  app.get('/map/basemap.pmtiles', UNLISTED, async (request: FastifyRequest, reply: FastifyReply) => {
    const bytes = await bytesOfFile(world, PMTILES)
    return await sendBytes(request, reply.header('cache-control', REVALIDATED), { ...bytes, tag: await tagOfWorld() })
  })
  app.get('/map/fonts/:name', UNLISTED, async (request: FastifyRequest<{ Params: { name: string } }>, reply) => {
    const { name } = request.params
    if (!FONT_NAME.test(name)) throw new AppError('notFound')
    const bytes = await bytesOfFile(fileURLToPath(new URL(name, FONTS)), 'font/woff2')
    return await sendBytes(request, reply.header('cache-control', FOR_A_MONTH), bytes)
  })
}

/** @throws AppError notFound when the file does not exist. */
export async function bytesOfFile(file: string, type: string): Promise<Bytes> {
  const { size, mtimeMs } = await stat(file).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') throw new AppError('notFound')
    throw error
  })
  return {
    size,
    type,
    tag: `${size.toString(36)}-${Math.trunc(mtimeMs).toString(36)}`,
    open: async (range) => (await open(file)).createReadStream(range && { start: range.first, end: range.last }),
  }
}
