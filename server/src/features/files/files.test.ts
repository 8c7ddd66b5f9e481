import { Readable } from 'node:stream'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import type { Media } from '@noroshi/contract/files'
import type { Caller } from '#/testing/caller.ts'
import { startTestServer, type TestUser, type TestServer } from '#/testing/test-server.ts'
import { waveOf } from '#/testing/scenes/sound-files.ts'

const photo = async () =>
  new Uint8Array(
    await sharp({ create: { width: 800, height: 400, channels: 3, background: 'red' } })
      .jpeg()
      .toBuffer(),
  )
const encode = (text: string) => new Uint8Array(new TextEncoder().encode(text))

interface FileResponse {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Buffer
}

/** Reads the whole body, so that no connection is open when the server closes. */
async function fetchFile(
  caller: Caller,
  url: string | null,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<FileResponse> {
  const response = await caller.rawFetch(url ?? '/no-address', { method, headers })
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
}

/** A browser: it sends its cookie with a request for a picture, and no token. */
class Browser {
  readonly #unit: TestServer
  cookie: string | undefined
  constructor(noroshi: TestServer, cookie?: string) {
    this.#unit = noroshi
    this.cookie = cookie
  }

  /** Sends a request of `caller` with the cookie of this browser. The response may set the cookie. */
  async as(caller: Caller, path: string, headers: Record<string, string> = {}): Promise<FileResponse> {
    const response = await fetchFile(caller, path, { ...headers, ...this.#cookieHeader() })
    this.cookie = /noroshi_media=([^;]*)/.exec(response.headers.get('set-cookie') ?? '')?.[1] ?? this.cookie
    return response
  }
  openPage(person: TestUser): Promise<FileResponse> {
    return this.as(person, '/backend/api/auth/me')
  }
  load(url: string | null, headers: Record<string, string> = {}, method = 'GET'): Promise<FileResponse> {
    return fetchFile(this.#unit.visitor, url, { ...headers, ...this.#cookieHeader() }, method)
  }
  #cookieHeader(): Record<string, string> {
    return this.cookie === undefined ? {} : { cookie: `other=1; noroshi_media=${this.cookie}` }
  }
}

/** Raises an alert with one file and returns the file. */
async function raiseWithFile(raiser: TestUser, name: string, bytes: Uint8Array<ArrayBuffer>): Promise<Media> {
  const { id } = await raiser.fetch(alertRoutes.raise, { body: {} })
  const alert = await raiser.fetch(alertRoutes.upload, { form: { alertId: id }, files: [{ name, bytes }] })
  const media = alert.alertMedias[0]
  if (!media) throw new Error('the alert has no file')
  return media
}

/** Removes a user from all groups, so that alerts of the group 'Everyone' do not reach them. */
const leaveAllGroups = (noroshi: TestServer, { id }: TestUser) =>
  noroshi.db.deleteFrom('alert_group_members').where('user_id', '=', id).execute()

test('only the audience and the raiser of an alert can read its pictures', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben, outsider] = await noroshi.people('Aiko', 'Ben', 'Carl')
  await leaveAllGroups(noroshi, outsider)
  const media = await raiseWithFile(aiko, '橋.jpg', await photo())
  expect(media).toMatchObject({ type: 'image/jpeg', previewName: '橋.jpg', width: 800, height: 400 })

  const browser = new Browser(noroshi)
  expect((await browser.load(media.mediaUrl)).status).toBe(404)
  await browser.openPage(ben)
  for (const url of [media.mediaUrl, media.previewUrl]) {
    expect((await browser.load(url)).status).toBe(200)
    expect((await fetchFile(ben, url)).status).toBe(200)
    expect((await fetchFile(aiko, url)).status).toBe(200)
    expect((await fetchFile(outsider, url)).status).toBe(404)
    expect((await fetchFile(noroshi.visitor, url)).status).toBe(404)
  }
  const outsiderBrowser = new Browser(noroshi)
  await outsiderBrowser.openPage(outsider)
  expect((await outsiderBrowser.load(media.mediaUrl)).status).toBe(404)
})

test('a forbidden file, a missing file and an invalid id get the same 404', async () => {
  await using noroshi = await startTestServer()
  const [aiko] = await noroshi.people('Aiko')
  const media = await raiseWithFile(aiko, 'note.txt', encode('the bridge'))

  const responses = await Promise.all([
    fetchFile(noroshi.visitor, media.mediaUrl),
    fetchFile(aiko, `${media.mediaUrl}/preview`),
    ...['019a0000-0000-7000-8000-000000000000', 'x', '%00', '..%2f..%2fetc', "'--"].map((id) =>
      fetchFile(aiko, `/backend/uploads/${id}`),
    ),
  ])
  for (const response of responses) {
    expect(response.status).toBe(404)
    expect(JSON.parse(String(response.bytes))).toEqual({ code: 'notFound', message: 'This was not found', issues: [] })
  }
})

test('a picture has inline, ETag and sandbox headers, and an unchanged one gets 304', async () => {
  await using noroshi = await startTestServer()
  const [aiko] = await noroshi.people('Aiko')
  const media = await raiseWithFile(aiko, '橋 (1).jpg', await photo())
  const browser = new Browser(noroshi)
  await browser.openPage(aiko)

  const loaded = await browser.load(media.mediaUrl)
  expect(Object.fromEntries(loaded.headers)).toMatchObject({
    'content-type': 'image/jpeg',
    'content-length': String(media.size),
    'content-disposition': `inline; filename="_ (1).jpg"; filename*=UTF-8''%E6%A9%8B%20%281%29.jpg`,
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-cache',
  })
  const etag = loaded.headers.get('etag') ?? ''
  expect(etag).toMatch(/^"[\w-]+"$/)
  expect((await browser.load(media.mediaUrl, { 'if-none-match': etag })).status).toBe(304)
  expect((await fetchFile(noroshi.visitor, media.mediaUrl, { 'if-none-match': etag })).status).toBe(404)

  const preview = await browser.load(media.previewUrl)
  expect(preview.headers.get('content-type')).toBe('image/webp')
  expect(preview.headers.get('etag')).not.toBe(etag)
  expect(await sharp(preview.bytes).metadata()).toMatchObject({ width: 640, height: 320 })

  const head = await browser.load(media.mediaUrl, {}, 'HEAD')
  expect([head.status, head.headers.get('content-length'), String(head.bytes)]).toEqual([200, String(media.size), ''])
})

test('a file that could run scripts is sent as a download', async () => {
  await using noroshi = await startTestServer()
  const [aiko] = await noroshi.people('Aiko')
  for (const name of ['a.svg', 'a.html', 'a.xml']) {
    const media = await raiseWithFile(
      aiko,
      name,
      encode('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    )
    const response = await fetchFile(aiko, media.mediaUrl)
    expect(response.headers.get('content-type')).toBe('application/octet-stream')
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; /)
  }
})

test('a request for a range of a recording gets 206', async () => {
  await using noroshi = await startTestServer()
  const [aiko] = await noroshi.people('Aiko')
  const media = await raiseWithFile(aiko, 'voice.wav', waveOf(encode('0123456789'.repeat(100))))
  expect(media).toMatchObject({ type: 'audio/wav', size: 1044 })

  const part = await fetchFile(aiko, media.mediaUrl, { range: 'bytes=44-48' })
  expect([part.status, part.headers.get('content-range'), String(part.bytes)]).toEqual([206, 'bytes 44-48/1044', '01234'])
  const beyond = await fetchFile(aiko, media.mediaUrl, { range: 'bytes=2000-' })
  expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */1044'])
})

test('the media cookie is HttpOnly and authorizes only files', async () => {
  await using noroshi = await startTestServer()
  const [aiko] = await noroshi.people('Aiko')
  const browser = new Browser(noroshi)
  const response = await browser.openPage(aiko)

  expect(response.headers.get('set-cookie')).toMatch(
    /^noroshi_media=[\w-]{43}; Max-Age=7776000; Path=\/backend; HttpOnly; SameSite=Strict$/,
  )
  expect((await browser.load('/backend/api/auth/me')).status).toBe(401)
  const stored = await noroshi.db.selectFrom('media_grants').selectAll().executeTakeFirstOrThrow()
  expect(stored.cookie_hash.toString('base64url')).not.toBe(browser.cookie)
})

test('the media cookie is Secure if the server is reached by https', async () => {
  await using noroshi = await startTestServer({ HTTPS: 'proxy' })
  const [aiko] = await noroshi.people('Aiko')
  expect((await new Browser(noroshi).openPage(aiko)).headers.get('set-cookie')).toMatch(
    /^__Host-noroshi_media=[\w-]{43}; .+; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
  )
})

test('a user who logs out or is deactivated gets 404 for files at once', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const media = await raiseWithFile(aiko, 'note.txt', encode('the bridge'))
  const [aikoBrowser, otherBrowser] = [new Browser(noroshi), new Browser(noroshi)]
  await aikoBrowser.openPage(aiko)
  await otherBrowser.openPage(ben)
  expect([(await aikoBrowser.load(media.mediaUrl)).status, (await otherBrowser.load(media.mediaUrl)).status]).toEqual([200, 200])

  await aiko.fetch(accountRoutes.logout, { body: {} })
  await noroshi.db.updateTable('users').set({ is_active: false }).where('id', '=', ben.id).execute()
  expect([(await aikoBrowser.load(media.mediaUrl)).status, (await otherBrowser.load(media.mediaUrl)).status]).toEqual([404, 404])
})

test('a user on a shared device cannot read files of the previous user, and grants of ended sessions are deleted', async () => {
  await using noroshi = await startTestServer()
  const [aiko, outsider] = await noroshi.people('Aiko', 'Carl', 'Ben')
  await leaveAllGroups(noroshi, outsider)
  const media = await raiseWithFile(aiko, 'note.txt', encode('the bridge'))
  const browser = new Browser(noroshi)
  await browser.openPage(aiko)
  const before = browser.cookie

  await browser.openPage(outsider)
  expect((await browser.load(media.mediaUrl)).status).toBe(404)
  expect((await new Browser(noroshi, before).load(media.mediaUrl)).status).toBe(404)
  await outsider.fetch(accountRoutes.logout, { body: {} })
  await new Browser(noroshi).openPage(aiko)
  expect(await noroshi.db.selectFrom('media_grants').selectAll().execute()).toHaveLength(1)
})

test('a cookie value that an attacker set or kept cannot read files of the user who signs in', async () => {
  await using noroshi = await startTestServer()
  const [aiko, mallory] = await noroshi.people('Aiko', 'Mallory', 'Ben')
  await leaveAllGroups(noroshi, mallory)
  const media = await raiseWithFile(aiko, 'note.txt', encode('the bridge'))
  const otherBrowser = new Browser(noroshi)
  await otherBrowser.openPage(mallory)

  for (const cookie of ['A'.repeat(43), otherBrowser.cookie, 'x', '']) {
    const aikoBrowser = new Browser(noroshi, cookie)
    await aikoBrowser.openPage(aiko)
    expect((await aikoBrowser.load(media.mediaUrl)).status).toBe(200)
    expect((await new Browser(noroshi, cookie).load(media.mediaUrl)).status).toBe(404)
  }
})

test('an anonymous raiser reads only the pictures of their alert, until a day after its resolution', async () => {
  await using noroshi = await startTestServer()
  const [aiko] = await noroshi.people('Aiko')
  const other = await raiseWithFile(aiko, 'note.txt', encode('the bridge'))
  const { id, alertToken = '' } = await noroshi.visitor.fetch(alertRoutes.raise, { body: {} })
  const alert = await noroshi.visitor.fetch(alertRoutes.upload, {
    alertToken,
    form: { alertId: id },
    files: [{ name: 'a.jpg', bytes: await photo() }],
  })
  const url = alert.alertMedias[0]?.mediaUrl ?? ''
  const browser = new Browser(noroshi)
  await browser.as(noroshi.visitor, `/backend/api/alerts/${id}`, { 'x-alert-token': alertToken })

  expect((await browser.load(url)).status).toBe(200)
  expect((await fetchFile(noroshi.visitor, url, { 'x-alert-token': alertToken })).status).toBe(200)
  expect((await fetchFile(noroshi.visitor, url)).status).toBe(404)
  expect((await browser.load(other.mediaUrl)).status).toBe(404)

  // A sign-in keeps the alert grants of the device.
  await browser.openPage(aiko)
  expect([(await browser.load(url)).status, (await browser.load(other.mediaUrl)).status]).toEqual([200, 200])
  await aiko.fetch(accountRoutes.logout, { body: {} })
  expect((await browser.load(url)).status).toBe(200)

  const [ben] = await noroshi.people('Ben')
  await ben.fetch(alertRoutes.resolve, { body: { AlertId: id } })
  noroshi.clock.advance({ hours: 23 })
  expect((await browser.load(url)).status).toBe(200)
  noroshi.clock.advance({ hours: 2 })
  expect((await browser.load(url)).status).toBe(404)
})

test('a file without bytes on the disk gets 404, and an error is logged', async () => {
  await using noroshi = await startTestServer()
  noroshi.expectsInLog(/these bytes are gone/)
  const [aiko] = await noroshi.people('Aiko')
  const media = await raiseWithFile(aiko, 'note.txt', encode('the bridge'))
  const { storage_key: key } = await noroshi.db.selectFrom('files').select('storage_key').executeTakeFirstOrThrow()
  await noroshi.deps.storage.delete(key)
  expect((await fetchFile(aiko, media.mediaUrl)).status).toBe(404)
})

test('a file whose storage fails in the middle of the reply is logged', async () => {
  await using noroshi = await startTestServer()
  noroshi.expectsInLog(/the disk is broken/)
  const [aiko] = await noroshi.people('Aiko')
  const media = await raiseWithFile(aiko, 'note.txt', encode('the bridge'))
  vi.spyOn(noroshi.deps.storage, 'get').mockImplementation(async () =>
    Readable.from(
      (async function* () {
        yield Buffer.from('the')
        throw new Error('the disk is broken')
      })(),
    ),
  )
  await fetchFile(aiko, media.mediaUrl).catch(() => undefined) // the connection breaks
  await expect.poll(() => noroshi.log.join('')).toContain('the disk is broken')
})
