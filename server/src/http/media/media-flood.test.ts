import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { from, PROXY } from '#/testing/scenes/alert-sources.ts'
import type { Caller } from '#/testing/caller.ts'
import { picture } from '#/testing/scenes/pictures.ts'
import { pngBomb } from '#/testing/hostile/png-bomb.ts'
import { startTestServer, type TestServer } from '#/testing/test-server.ts'
import { waitingMedia } from '../uploads/upload-media.ts'

// The attack: small files that take seconds of processor time, in many uploads at once.

const { raise, upload } = alertRoutes

/** A picture of one colour: a kilobyte, and 0.15 s of processor time a megapixel. */
const flatAvif = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'grey' } })
    .avif({ effort: 0 })
    .toBuffer()

interface Attack {
  readonly noroshi: TestServer
  readonly bytes: Buffer
  /** Aborts all uploads. */
  readonly signal: AbortSignal
}

/** Starts an upload of files without waiting for its reply. */
function begin({ noroshi, bytes, signal }: Attack, alertId: string, files: number, headers: Record<string, string>): void {
  const body = new FormData()
  body.append('alertId', alertId)
  for (let file = 0; file < files; file += 1) body.append('files', new Blob([new Uint8Array(bytes)]), 'a.avif')
  const sent = fetch(`${noroshi.url}/backend/api${upload.path}`, { method: 'POST', body, headers, signal })
  sent.catch(() => undefined) // aborted at the end of the attack
}

/** Uploads five files at a time, often, to eight alerts of one address. */
async function attackFromAddress(attack: Attack, address: string): Promise<void> {
  for (let alert = 0; alert < 8; alert += 1) {
    const { id, alertToken } = await attack.noroshi.visitor.fetch(raise, { body: {}, headers: from(address) })
    for (let times = 0; times < 5; times += 1) begin(attack, id, 5, { ...from(address), 'x-alert-token': alertToken ?? '' })
  }
}

async function sendPhoto(caller: Caller, address: string): Promise<number> {
  const { id, alertToken } = await caller.fetch(raise, { body: {}, headers: from(address) })
  const files = [{ name: 'bridge.jpg', bytes: await picture(1200, 900, 'jpeg') }]
  const { status } = await caller.request(upload, {
    form: { alertId: id },
    files,
    headers: from(address),
    ...(alertToken && { alertToken }),
  })
  return status
}

test(
  'uploads that take processor time, of one address, many addresses and many sessions, stop no photo of another SOS',
  { timeout: 180_000 },
  async () => {
    await using noroshi = await startTestServer(PROXY)
    const [attacker, aiko] = await noroshi.people('Zoe', 'Aiko')
    const end = new AbortController()
    const attack: Attack = { noroshi, bytes: await flatAvif(2400, 2400), signal: end.signal }
    await attackFromAddress(attack, '10.0.0.1')
    const small = { ...attack, bytes: await flatAvif(1000, 1000) }
    for (let last = 2; last < 12; last += 1) {
      const headers = from(`10.0.0.${last}`)
      const { id, alertToken } = await noroshi.visitor.fetch(raise, { body: {}, headers })
      begin(small, id, 1, { ...headers, 'x-alert-token': alertToken ?? '' })
    }
    const own = await attacker.fetch(raise, { body: {} })
    for (const session of [attacker, await noroshi.anotherSession(attacker), await noroshi.anotherSession(attacker)])
      for (let times = 0; times < 5; times += 1) begin(attack, own.id, 5, { authorization: `Bearer ${session.token ?? ''}` })
    await vi.waitFor(() => expect(waitingMedia()).toBeGreaterThan(50), 30_000)

    expect(await sendPhoto(aiko, '10.9.0.1')).toBe(200)
    expect(await sendPhoto(noroshi.visitor, '10.9.0.2')).toBe(200)
    expect(waitingMedia()).toBeGreaterThan(40) // the attack still runs
    end.abort()
    await vi.waitFor(() => expect(waitingMedia()).toBe(0), 30_000)
  },
)

test('a small file with very many pixels is refused by its header, with its reason in the language of the sender', async () => {
  await using noroshi = await startTestServer()
  const { id, alertToken } = await noroshi.visitor.fetch(raise, { body: {} })
  const files = [{ name: '橋.png', bytes: pngBomb(9000) }]
  const headers = { 'accept-language': 'ja' }
  const sent = await noroshi.visitor.request(upload, { form: { alertId: id }, files, headers, ...(alertToken && { alertToken }) })
  expect(sent).toMatchObject({ status: 413, body: { code: 'file.tooComplex' } })
  expect(JSON.stringify(sent.body)).toContain('「橋.png」')
})
