import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync, constants, brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { readConfig } from '#/config.ts'
import { registerErrorHandler } from './errors.ts'
import { registerSecurityHeaders } from './security-headers.ts'
import { registerStaticFiles } from './static-files.ts'

const PAGE = `<!doctype html><title>Noroshi</title><script>let 狼煙 = 1</script>${'<p>狼煙</p>'.repeat(50)}`
const SCRIPT = 'console.log("the bridge is closed");'.repeat(100)
/** The compressed form as a build writes it: other bytes than those of the server's own compression. */
const COMPRESSED = brotliCompressSync(SCRIPT, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })

async function server(environment: Record<string, string> = {}, { built = true } = {}) {
  const folder = await mkdtemp(path.join(tmpdir(), 'noroshi-web-'))
  const web = path.join(folder, 'dist')
  if (built) {
    await mkdir(path.join(web, 'assets'), { recursive: true })
    await writeFile(path.join(web, 'index.html'), PAGE)
    await writeFile(path.join(web, 'assets/home-Ab12.js'), SCRIPT)
    await writeFile(path.join(web, 'assets/login-Cd34.js'), SCRIPT)
    await writeFile(path.join(web, 'assets/login-Cd34.js.br'), COMPRESSED)
    await writeFile(path.join(web, 'icon.png'), 'png')
    await writeFile(path.join(web, 'service-worker.js'), SCRIPT)
    await writeFile(path.join(web, 'manifest.ja.webmanifest'), '{}')
    await writeFile(path.join(folder, 'secret.txt'), 'secret')
  }
  const config = readConfig(environment)
  const app = Fastify()
  registerErrorHandler(app)
  await registerSecurityHeaders(app, config)
  await registerStaticFiles(app, web)
  return {
    get: (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' | 'POST' = 'GET') =>
      app.inject({ method, url, headers }),
    async [Symbol.asyncDispose]() {
      await app.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const asBrowser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

test('any page URL gets index.html with revalidation', async () => {
  await using noroshi = await server()
  for (const url of ['/', '/alerts', '/messages/threads/1?tab=2', '/../alerts', '/index.html']) {
    const reply = await noroshi.get(url, asBrowser)
    expect(reply.statusCode, url).toBe(200)
    expect(reply.body).toBe(PAGE)
    expect(reply.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' })
  }
  const { headers } = await noroshi.get('/', asBrowser)
  expect((await noroshi.get('/', { ...asBrowser, 'if-none-match': String(headers.etag) })).statusCode).toBe(304)
  const head = await noroshi.get('/', asBrowser, 'HEAD')
  expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([200, '', String(Buffer.byteLength(PAGE))])
})

test('the policy of the page allows the script inside of it by its hash, and no other', async () => {
  await using noroshi = await server()
  const { headers, body } = await noroshi.get('/alerts', asBrowser)
  const [, code = ''] = /<script>([^]*?)<\/script>/.exec(body) ?? []
  const policy = String(headers['content-security-policy'])
  expect(policy).toContain(`script-src 'self' 'sha256-${createHash('sha256').update(code).digest('base64')}' 'wasm-unsafe-eval'`)
  expect(policy).not.toMatch(/script-src[^;]*'unsafe-inline'/)
  expect((await noroshi.get('/icon.png')).headers['content-security-policy']).not.toContain('sha256-')
})

test('an unknown URL that is not a page gets 404 as an error reply', async () => {
  await using noroshi = await server()
  for (const url of [
    '/backend/api/nothing',
    '/backend',
    '/assets/old-Zz99.js',
    '/map/other.pmtiles',
    '/socket.io/x',
    '/asr-server/x',
  ]) {
    const reply = await noroshi.get(url, asBrowser)
    expect(reply.statusCode, url).toBe(404)
    expect(reply.json()).toEqual({ code: 'notFound', message: 'This was not found', issues: [] })
  }
  expect((await noroshi.get('/missing.png', { accept: 'image/*' })).statusCode).toBe(404)
  expect((await noroshi.get('/alerts', asBrowser, 'POST')).json()).toMatchObject({ code: 'notFound' })
})

test('no path leads out of the directory of the build', async () => {
  await using noroshi = await server()
  for (const url of [
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/assets/..%2f..%2f..%2fsecret.txt',
    '/assets/%2e%2e%5csecret.txt',
    '//etc/passwd',
    '/map/fonts/..%2fpackage.json',
  ]) {
    const reply = await noroshi.get(url)
    expect(reply.statusCode, url).toBe(404)
    expect(reply.body).not.toContain('secret')
  }
})

test('the service worker and the manifest are revalidated at each request, under the strict policy', async () => {
  await using noroshi = await server()
  for (const [url, type] of [
    ['/service-worker.js', 'text/javascript; charset=utf-8'],
    ['/manifest.ja.webmanifest', 'application/manifest+json; charset=utf-8'],
  ] as const) {
    const { headers } = await noroshi.get(url)
    expect(headers, url).toMatchObject({ 'content-type': type, 'cache-control': 'no-cache' })
    expect(headers['content-security-policy']).toContain("worker-src 'self'")
  }
})

test('scripts are compressed as the client accepts and cached as immutable', async () => {
  await using noroshi = await server()
  const get = (encoding: string) => noroshi.get('/assets/home-Ab12.js', { 'accept-encoding': encoding })
  const [plain, gzipped, brotli, rejected] = [
    await get('identity'),
    await get('gzip, deflate'),
    await get('gzip, deflate, br'),
    await get('br;q=0, gzip;q=0.0'),
  ]

  expect(plain.body).toBe(SCRIPT)
  expect(gunzipSync(gzipped.rawPayload).toString()).toBe(SCRIPT)
  expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(SCRIPT)
  expect([plain, gzipped, brotli, rejected].map((reply) => reply.headers['content-encoding'])).toEqual([
    undefined,
    'gzip',
    'br',
    undefined,
  ])
  expect(new Set([plain, gzipped, brotli].map((reply) => reply.headers.etag)).size).toBe(3)
  expect(brotli.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'Accept-Encoding',
    'content-length': String(brotli.rawPayload.length),
  })
  expect((await noroshi.get('/icon.png', { 'accept-encoding': 'gzip' })).headers['content-encoding']).toBeUndefined()
})

test('a browser gets the compressed form that the build has written, which is no file of its own', async () => {
  await using noroshi = await server()
  const get = (url: string, encoding: string) => noroshi.get(url, { 'accept-encoding': encoding })
  const brotli = await get('/assets/login-Cd34.js', 'gzip, br')
  expect(brotli.headers['content-encoding']).toBe('br')
  expect(brotli.rawPayload.equals(COMPRESSED)).toBe(true)
  const gzipped = await get('/assets/login-Cd34.js', 'gzip')
  expect(gunzipSync(gzipped.rawPayload).toString()).toBe(SCRIPT)
  expect((await get('/assets/login-Cd34.js.br', 'br')).statusCode).toBe(404)
})

test('the embedded world of the map is served by range requests and never compressed', async () => {
  await using noroshi = await server()
  const world = await readFile(new URL('../../../basemap/basemap.pmtiles', import.meta.url))
  const size = world.length
  const get = (headers: Record<string, string>) =>
    noroshi.get('/map/basemap.pmtiles', { 'accept-encoding': 'gzip, br', ...headers })
  const whole = await get({})
  const etag = String(whole.headers.etag)
  expect(whole.rawPayload.equals(world)).toBe(true)
  expect(etag).toMatch(/^"[\w-]+"$/)
  expect(whole.headers).toMatchObject({
    'accept-ranges': 'bytes',
    'cache-control': 'no-cache',
  })
  expect(whole.headers['content-encoding']).toBeUndefined()

  const ranges: Record<string, readonly [number, number]> = {
    'bytes=2-4': [2, 5],
    [`bytes=${size - 3}-`]: [size - 3, size],
    'bytes=-3': [size - 3, size],
    [`bytes=0-${size + 9}`]: [0, size],
    [`bytes=-${size + 9}`]: [0, size],
  }
  for (const [range, [first, end]] of Object.entries(ranges)) {
    const part = await get({ range })
    const bytes = world.subarray(first, end)
    expect([part.statusCode, part.headers['content-length']], range).toEqual([206, String(bytes.length)])
    expect(part.rawPayload.equals(bytes), range).toBe(true)
  }
  expect((await get({ range: 'bytes=2-4' })).headers['content-range']).toBe(`bytes 2-4/${size}`)
  for (const range of [`bytes=${size}-`, `bytes=${size + 9}-${size + 10}`, 'bytes=-0']) {
    const beyond = await get({ range })
    expect([beyond.statusCode, beyond.headers['content-range']], range).toEqual([416, `bytes */${size}`])
  }
  for (const range of ['bytes=4-2', 'bytes=-', 'bytes=a-b', 'lines=1-2', 'bytes=0-1,3-4'])
    expect((await get({ range })).statusCode, range).toBe(200)
  expect((await get({ range: 'bytes=2-4', 'if-range': etag })).statusCode).toBe(206)
  expect((await get({ range: 'bytes=2-4', 'if-range': '"other"' })).statusCode).toBe(200)
  expect((await get({ 'if-none-match': `"other", ${etag}` })).statusCode).toBe(304)
})

test('without a web build, its URLs get 404', async () => {
  await using noroshi = await server({}, { built: false })
  expect((await noroshi.get('/', asBrowser)).statusCode).toBe(404)
})

test('the fonts of the map are served from the font package', async () => {
  await using noroshi = await server()
  const font = await noroshi.get('/map/fonts/noto-sans-jp-latin-500-normal.woff2')
  expect(font.headers).toMatchObject({ 'content-type': 'font/woff2' })
  expect(font.rawPayload.subarray(0, 4).toString()).toBe('wOF2')
  for (const name of ['noto-sans-jp-none.woff2', 'noto-sans-jp-latin-500-normal.woff', 'x.woff2']) {
    expect((await noroshi.get(`/map/fonts/${name}`)).statusCode, name).toBe(404)
  }
})
