import { open, stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '#/deps.ts'
import { AppError } from './errors.ts'
import { type Bytes, sendBytes } from './send-bytes.ts'
import { type Asset, loadAssets } from './web-assets.ts'

const atRoot = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url))
const FONTS = new URL('files/', import.meta.resolve('@fontsource/noto-sans-jp/package.json'))
const FONT_NAME = /^noto-sans-jp-[a-z0-9-]+\.woff2$/

/** Below these there are no pages: what is not found there is not found. */
const NO_PAGES = /^\/(backend|socket\.io|map|assets|asr-server)(\/|$)/
/** No part of the API's documents. */
const UNLISTED = { schema: { hide: true } }
const REVALIDATED = 'no-cache'
const FOR_EVER = 'public, max-age=31536000, immutable'
const FOR_A_MONTH = 'public, max-age=2592000'

/**
 * The web, the map's archives and fonts, and the answer to every address that nothing else serves: the page for a browser
 * that wants one (the web's router says 'not found'), 404 for the rest.
 */
export async function registerStaticFiles(
  app: FastifyInstance,
  deps: Pick<Deps, 'config'>,
  web: string = atRoot('web/dist'),
): Promise<void> {
  serveMap(app, deps.config.mapArchive)
  const assets = await loadAssets(web)
  app.get('/*', UNLISTED, async (request: FastifyRequest<{ Params: { '*': string } }>, reply) => {
    const address = `/${request.params['*']}`
    const asset = assets.get(address) ?? (wantsPage(request, address) ? assets.get('/') : undefined)
    if (!asset) throw new AppError('notFound')
    return await sendAsset(request, reply, asset, address.startsWith('/assets/') ? FOR_EVER : REVALIDATED)
  })
  app.setNotFoundHandler(() => {
    throw new AppError('notFound')
  })
}

const wantsPage = (request: FastifyRequest, address: string): boolean =>
  !NO_PAGES.test(address) && (request.headers.accept ?? '').includes('text/html')

async function sendAsset(request: FastifyRequest, reply: FastifyReply, asset: Asset, caching: string) {
  const { bytes, encoding } = await asset.fit(request.headers['accept-encoding'])
  reply.header('cache-control', caching).header('vary', 'Accept-Encoding')
  if (encoding) reply.header('content-encoding', encoding)
  return await sendBytes(request, reply, bytes)
}

/** Archives are read by ranges, straight from the disk; the browser asks each time whether they changed. */
function serveMap(app: FastifyInstance, streets: string | null): void {
  const archive = (place: string | null) => async (request: FastifyRequest, reply: FastifyReply) => {
    if (place === null) throw new AppError('notFound')
    const bytes = await bytesOfFile(place, 'application/vnd.pmtiles')
    return await sendBytes(request, reply.header('cache-control', REVALIDATED), bytes)
  }
  app.get('/map/basemap.pmtiles', UNLISTED, archive(atRoot('basemap/basemap.pmtiles')))
  app.get('/map/streets.pmtiles', UNLISTED, archive(streets))
  app.get('/map/fonts/:name', UNLISTED, async (request: FastifyRequest<{ Params: { name: string } }>, reply) => {
    const { name } = request.params
    if (!FONT_NAME.test(name)) throw new AppError('notFound')
    const bytes = await bytesOfFile(fileURLToPath(new URL(name, FONTS)), 'font/woff2')
    return await sendBytes(request, reply.header('cache-control', FOR_A_MONTH), bytes)
  })
}

/** @throws AppError notFound where there is no such file. */
async function bytesOfFile(place: string, type: string): Promise<Bytes> {
  const { size, mtimeMs } = await stat(place).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') throw new AppError('notFound')
    throw error
  })
  return {
    size,
    type,
    tag: `${size.toString(36)}-${Math.trunc(mtimeMs).toString(36)}`,
    open: async (range) => (await open(place)).createReadStream(range && { start: range.first, end: range.last }),
  }
}
