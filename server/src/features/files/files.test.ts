import sharp from 'sharp'
import { expect, test } from 'vitest'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import type { Media } from '@noroshi/contract/files'
import type { Caller } from '#/testing/caller.ts'
import { unit, type Person, type Unit } from '#/testing/unit.ts'

const photo = async () =>
  new Uint8Array(
    await sharp({ create: { width: 800, height: 400, channels: 3, background: 'red' } })
      .jpeg()
      .toBuffer(),
  )
const letters = (text: string) => new Uint8Array(new TextEncoder().encode(text))

interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Buffer
}

/** Reads to the end, so that no connection is busy when the unit closes. */
async function fetches(
  caller: Caller,
  url: string | null,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<Answer> {
  const response = await caller.fetch(url ?? '/no-address', { method, headers })
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
}

/** A browser: it sends no token for a picture, only the cookie that it was given. */
class Browser {
  readonly #unit: Unit
  cookie: string | undefined
  constructor(noroshi: Unit, cookie?: string) {
    this.#unit = noroshi
    this.cookie = cookie
  }

  /** What `caller` asks through this browser may set its cookie. */
  async as(caller: Caller, path: string, headers: Record<string, string> = {}): Promise<Answer> {
    const response = await fetches(caller, path, { ...headers, ...this.#sent() })
    this.cookie = /noroshi_media=([^;]*)/.exec(response.headers.get('set-cookie') ?? '')?.[1] ?? this.cookie
    return response
  }
  opensPages(person: Person): Promise<Answer> {
    return this.as(person, '/backend/api/auth/me')
  }
  loads(url: string | null, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
    return fetches(this.#unit.visitor, url, { ...headers, ...this.#sent() }, method)
  }
  #sent(): Record<string, string> {
    return this.cookie === undefined ? {} : { cookie: `other=1; noroshi_media=${this.cookie}` }
  }
}

/** One file of a new alert that this person raised. */
async function shares(raiser: Person, name: string, bytes: Uint8Array<ArrayBuffer>): Promise<Media> {
  const { id } = await raiser.gets(alertRoutes.raise, { body: {} })
  const alert = await raiser.gets(alertRoutes.upload, { form: { alertId: id }, files: [{ name, bytes }] })
  const media = alert.alertMedias[0]
  if (!media) throw new Error('the alert has no file')
  return media
}

/** Somebody whom no alert of the group 'Everyone' reaches, as long as it reaches somebody. */
const leavesAllGroups = (noroshi: Unit, { id }: Person) =>
  noroshi.db.deleteFrom('alert_group_members').where('user_id', '=', id).execute()

test('a picture of an alert is seen by those whom the alert reached, and by nobody else', async () => {
  await using noroshi = await unit()
  const [aiko, ben, outsider] = await noroshi.people('Aiko', 'Ben', 'Carl')
  await leavesAllGroups(noroshi, outsider)
  const media = await shares(aiko, '橋.jpg', await photo())
  expect(media).toMatchObject({ type: 'image/jpeg', previewName: '橋.jpg', width: 800, height: 400 })

  const browser = new Browser(noroshi)
  expect((await browser.loads(media.mediaUrl)).status).toBe(404)
  await browser.opensPages(ben)
  for (const url of [media.mediaUrl, media.previewUrl]) {
    expect((await browser.loads(url)).status).toBe(200)
    expect((await fetches(ben, url)).status).toBe(200)
    expect((await fetches(aiko, url)).status).toBe(200)
    expect((await fetches(outsider, url)).status).toBe(404)
    expect((await fetches(noroshi.visitor, url)).status).toBe(404)
  }
  const curious = new Browser(noroshi)
  await curious.opensPages(outsider)
  expect((await curious.loads(media.mediaUrl)).status).toBe(404)
})

test('what is not allowed, not there or no id at all looks the same', async () => {
  await using noroshi = await unit()
  const [aiko] = await noroshi.people('Aiko')
  const media = await shares(aiko, 'note.txt', letters('the bridge'))

  const answers = await Promise.all([
    fetches(noroshi.visitor, media.mediaUrl),
    fetches(aiko, `${media.mediaUrl}/preview`),
    ...['019a0000-0000-7000-8000-000000000000', 'x', '%00', '..%2f..%2fetc', "'--"].map((id) =>
      fetches(aiko, `/backend/uploads/${id}`),
    ),
  ])
  for (const answer of answers) {
    expect(answer.status).toBe(404)
    expect(JSON.parse(String(answer.bytes))).toEqual({ code: 'notFound', message: 'This was not found', issues: [] })
  }
})

test('pictures are shown in place, unchanged ones are not sent again, and nothing runs in them', async () => {
  await using noroshi = await unit()
  const [aiko] = await noroshi.people('Aiko')
  const media = await shares(aiko, '橋 (1).jpg', await photo())
  const browser = new Browser(noroshi)
  await browser.opensPages(aiko)

  const shown = await browser.loads(media.mediaUrl)
  expect(Object.fromEntries(shown.headers)).toMatchObject({
    'content-type': 'image/jpeg',
    'content-length': String(media.size),
    'content-disposition': `inline; filename="_ (1).jpg"; filename*=UTF-8''%E6%A9%8B%20%281%29.jpg`,
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-cache',
  })
  const etag = shown.headers.get('etag') ?? ''
  expect(etag).toMatch(/^"[\w-]+"$/)
  expect((await browser.loads(media.mediaUrl, { 'if-none-match': etag })).status).toBe(304)
  expect((await fetches(noroshi.visitor, media.mediaUrl, { 'if-none-match': etag })).status).toBe(404)

  const preview = await browser.loads(media.previewUrl)
  expect(preview.headers.get('content-type')).toBe('image/webp')
  expect(preview.headers.get('etag')).not.toBe(etag)
  expect(await sharp(preview.bytes).metadata()).toMatchObject({ width: 640, height: 320 })

  const head = await browser.loads(media.mediaUrl, {}, 'HEAD')
  expect([head.status, head.headers.get('content-length'), String(head.bytes)]).toEqual([200, String(media.size), ''])
})

test('what could run in a browser is a download', async () => {
  await using noroshi = await unit()
  const [aiko] = await noroshi.people('Aiko')
  for (const name of ['a.svg', 'a.html', 'a.xml']) {
    const media = await shares(aiko, name, letters('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'))
    const answer = await fetches(aiko, media.mediaUrl)
    expect(answer.headers.get('content-type')).toBe('application/octet-stream')
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; /)
  }
})

test('a recording can be listened to from the middle', async () => {
  await using noroshi = await unit()
  const [aiko] = await noroshi.people('Aiko')
  const wave = letters(`RIFF____WAVEfmt ${'0123456789'.repeat(100)}`)
  const media = await shares(aiko, 'voice.wav', wave)
  expect(media).toMatchObject({ type: 'audio/wav', size: 1016 })

  const part = await fetches(aiko, media.mediaUrl, { range: 'bytes=16-20' })
  expect([part.status, part.headers.get('content-range'), String(part.bytes)]).toEqual([206, 'bytes 16-20/1016', '01234'])
  const beyond = await fetches(aiko, media.mediaUrl, { range: 'bytes=2000-' })
  expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */1016'])
})

test('the cookie opens files and nothing else, and scripts cannot read it', async () => {
  await using noroshi = await unit()
  const [aiko] = await noroshi.people('Aiko')
  const browser = new Browser(noroshi)
  const answer = await browser.opensPages(aiko)

  expect(answer.headers.get('set-cookie')).toMatch(
    /^noroshi_media=[\w-]{43}; Path=\/backend; Max-Age=7776000; HttpOnly; SameSite=Strict$/,
  )
  expect((await browser.loads('/backend/api/auth/me')).status).toBe(401)
  const stored = await noroshi.db.selectFrom('media_grants').selectAll().executeTakeFirstOrThrow()
  expect(stored.cookie_hash.toString('base64url')).not.toBe(browser.cookie)
})

test('where browsers reach the unit by https the cookie travels by https alone', async () => {
  await using noroshi = await unit({ HTTPS: '1' })
  const [aiko] = await noroshi.people('Aiko')
  expect((await new Browser(noroshi).opensPages(aiko)).headers.get('set-cookie')).toMatch(/; SameSite=Strict; Secure$/)
})

test('logging out, and being deactivated, closes the files at once', async () => {
  await using noroshi = await unit()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const media = await shares(aiko, 'note.txt', letters('the bridge'))
  const [hers, his] = [new Browser(noroshi), new Browser(noroshi)]
  await hers.opensPages(aiko)
  await his.opensPages(ben)
  expect([(await hers.loads(media.mediaUrl)).status, (await his.loads(media.mediaUrl)).status]).toEqual([200, 200])

  await aiko.gets(accountRoutes.logout, { body: {} })
  await noroshi.db.updateTable('users').set({ is_active: false }).where('id', '=', ben.id).execute()
  expect([(await hers.loads(media.mediaUrl)).status, (await his.loads(media.mediaUrl)).status]).toEqual([404, 404])
})

test('who signs in on a shared device sees nothing through the one before, and ended sessions are forgotten', async () => {
  await using noroshi = await unit()
  const [aiko, outsider] = await noroshi.people('Aiko', 'Carl', 'Ben')
  await leavesAllGroups(noroshi, outsider)
  const media = await shares(aiko, 'note.txt', letters('the bridge'))
  const browser = new Browser(noroshi)
  await browser.opensPages(aiko)
  const before = browser.cookie

  await browser.opensPages(outsider)
  expect((await browser.loads(media.mediaUrl)).status).toBe(404)
  expect((await new Browser(noroshi, before).loads(media.mediaUrl)).status).toBe(404)
  await outsider.gets(accountRoutes.logout, { body: {} })
  await new Browser(noroshi).opensPages(aiko)
  expect(await noroshi.db.selectFrom('media_grants').selectAll().execute()).toHaveLength(1)
})

test('a cookie that somebody planted or kept opens nothing of the person who signs in', async () => {
  await using noroshi = await unit()
  const [aiko, mallory] = await noroshi.people('Aiko', 'Mallory', 'Ben')
  await leavesAllGroups(noroshi, mallory)
  const media = await shares(aiko, 'note.txt', letters('the bridge'))
  const his = new Browser(noroshi)
  await his.opensPages(mallory)

  for (const planted of ['A'.repeat(43), his.cookie, 'x', '']) {
    const hers = new Browser(noroshi, planted)
    await hers.opensPages(aiko)
    expect((await hers.loads(media.mediaUrl)).status).toBe(200)
    expect((await new Browser(noroshi, planted).loads(media.mediaUrl)).status).toBe(404)
  }
})

test('an anonymous raiser sees the pictures of that alert alone, until a day after it was resolved', async () => {
  await using noroshi = await unit()
  const [aiko] = await noroshi.people('Aiko')
  const other = await shares(aiko, 'note.txt', letters('the bridge'))
  const { id, alertToken = '' } = await noroshi.visitor.gets(alertRoutes.raise, { body: {} })
  const alert = await noroshi.visitor.gets(alertRoutes.upload, {
    alertToken,
    form: { alertId: id },
    files: [{ name: 'a.jpg', bytes: await photo() }],
  })
  const url = alert.alertMedias[0]?.mediaUrl ?? ''
  const browser = new Browser(noroshi)
  await browser.as(noroshi.visitor, `/backend/api/alerts/${id}`, { 'x-alert-token': alertToken })

  expect((await browser.loads(url)).status).toBe(200)
  expect((await fetches(noroshi.visitor, url, { 'x-alert-token': alertToken })).status).toBe(200)
  expect((await fetches(noroshi.visitor, url)).status).toBe(404)
  expect((await browser.loads(other.mediaUrl)).status).toBe(404)

  // Signing in keeps what the device was granted.
  await browser.opensPages(aiko)
  expect([(await browser.loads(url)).status, (await browser.loads(other.mediaUrl)).status]).toEqual([200, 200])
  await aiko.gets(accountRoutes.logout, { body: {} })
  expect((await browser.loads(url)).status).toBe(200)

  const [ben] = await noroshi.people('Ben')
  await ben.gets(alertRoutes.resolve, { body: { AlertId: id } })
  noroshi.clock.advance({ hours: 23 })
  expect((await browser.loads(url)).status).toBe(200)
  noroshi.clock.advance({ hours: 2 })
  expect((await browser.loads(url)).status).toBe(404)
})

test('bytes that are gone from the disk are not found, and the log is told', async () => {
  await using noroshi = await unit()
  const [aiko] = await noroshi.people('Aiko')
  const media = await shares(aiko, 'note.txt', letters('the bridge'))
  const { storage_key: key } = await noroshi.db.selectFrom('files').select('storage_key').executeTakeFirstOrThrow()
  await noroshi.deps.storage.delete(key)
  expect((await fetches(aiko, media.mediaUrl)).status).toBe(404)
})
