import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { ALERT_TEXT_MAX, ALERT_TOKEN_FILES_MAX, CAPTION_MAX, FILES_MAX } from '@noroshi/contract/limits'
import { messages } from '@noroshi/contract/messages'
import { longTest } from '#/testing/long-test.ts'
import { type TestServer, startTestServer } from '#/testing/test-server.ts'
import { ChangeThrottle } from '../change-throttle.ts'

// The attack: an anonymous client fills one alert with files and text, and then changes its location at the highest rate.

const { raise, upload, get } = alertRoutes
const MB = 1024 ** 2
const EMIT_EVERY_MS = 5000
const MOVES = 400

const tenFiles = () =>
  Array.from({ length: FILES_MAX }, (_, index) => ({
    name: `${'n'.repeat(100)}${index}.txt`,
    bytes: new Uint8Array([65, index]),
  }))
const moveAlert = (noroshi: TestServer, alertToken: string | undefined, clientId: string, latitude: number) =>
  noroshi.visitor.fetch(raise, { body: { clientId, latitude: String(latitude), longitude: '140' }, alertToken })

longTest(
  'a member receives less than 1 MB and the last location when a visitor moves an alert with 50 files 400 times',
  { timeout: 60_000 },
  async () => {
    await using noroshi = await startTestServer()
    const [ben] = await noroshi.people('Ben')
    const listening = await ben.openSocket()
    let bytes = 0
    listening.socket.io.engine.on('packet', ({ data }: { data?: string }) => (bytes += Buffer.byteLength(data ?? '')))
    const clientId = randomUUID()
    const { id, alertToken } = await noroshi.visitor.fetch(raise, {
      body: { clientId, textContent: '煙'.repeat(ALERT_TEXT_MAX) },
    })
    const form = { alertId: id, caption: 'c'.repeat(CAPTION_MAX) }
    for (let sent = 0; sent < ALERT_TOKEN_FILES_MAX; sent += FILES_MAX)
      await noroshi.visitor.fetch(upload, { form, files: tenFiles(), alertToken })
    const refused = await noroshi.visitor.request(upload, {
      form,
      files: tenFiles().slice(0, 1),
      alertToken,
      headers: { 'accept-language': 'ja' },
    })
    const message = messages['error.alert.tooManyFiles'].ja.replace('{max}', String(ALERT_TOKEN_FILES_MAX))
    expect(refused).toMatchObject({ status: 409, body: { code: 'alert.tooManyFiles', message } })

    await listening.settle()
    const eventsBefore = listening.payloadsOf('alert:existing_alert').length
    const startedAt = performance.now()
    for (let move = 1; move <= MOVES; move += 1) await moveAlert(noroshi, alertToken, clientId, move / 10)
    const last = MOVES / 10
    expect((await ben.fetch(get, { params: { id } })).latitude).toBe(last)
    const latitudes = () =>
      listening.payloadsOf('alert:existing_alert').map((payload) => (payload as { latitude: number }).latitude)
    await expect.poll(latitudes, { timeout: 15_000 }).toContain(last)
    const intervals = (performance.now() - startedAt) / EMIT_EVERY_MS
    expect(latitudes().length - eventsBefore).toBeLessThanOrEqual(Math.ceil(intervals) + 1)
    expect(bytes).toBeLessThan(MB)
  },
)

test('a member receives a location that a killed server stored and did not emit, after the next start', async () => {
  await using noroshi = await startTestServer()
  const [ben] = await noroshi.people('Ben')
  const listening = await ben.openSocket()
  const clientId = randomUUID()
  const { id, alertToken } = await noroshi.visitor.fetch(raise, { body: { clientId } })
  await moveAlert(noroshi, alertToken, clientId, 1)
  // The state that a server leaves that is killed within the 5 s.
  await noroshi.db.updateTable('alerts').set({ latitude: 2, version: 3 }).where('id', '=', id).execute()
  const throttle = new ChangeThrottle(noroshi.deps)
  await throttle.start()
  await throttle.close()
  await listening.settle()
  expect(listening.payloadsOf('alert:existing_alert')).toMatchObject([{ latitude: 1 }, { latitude: 2, version: 3 }])
})

longTest('a member receives the first of three locations in 5 s at once, and the last one later', async () => {
  await using noroshi = await startTestServer()
  const [ben] = await noroshi.people('Ben')
  const listening = await ben.openSocket()
  const clientId = randomUUID()
  const { alertToken } = await noroshi.visitor.fetch(raise, { body: { clientId } })
  for (const latitude of [1, 2, 3]) await moveAlert(noroshi, alertToken, clientId, latitude)
  expect(await listening.next('alert:existing_alert')).toMatchObject({ latitude: 1 })
  expect(await listening.next('alert:existing_alert')).toMatchObject({ latitude: 3 })
})

test('the server emits the last location of an SOS before it ends, so that clients catch up', async () => {
  const noroshi = await startTestServer()
  const clientId = randomUUID()
  const { alertToken } = await noroshi.visitor.fetch(raise, { body: { clientId } })
  for (const latitude of [1, 2]) await moveAlert(noroshi, alertToken, clientId, latitude)
  await noroshi.app.close()
  const emitted = await noroshi.db
    .selectFrom('events')
    .select('payload')
    .where('name', '=', 'alert:existing_alert')
    .orderBy('id')
    .execute()
  expect(emitted.map(({ payload }) => payload)).toMatchObject([{ latitude: 1 }, { latitude: 2 }])
  await noroshi[Symbol.asyncDispose]()
})

test('a clock that goes back by an hour does not delay the report of a change', async () => {
  await using noroshi = await startTestServer()
  const throttle = new ChangeThrottle(noroshi.deps)
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  try {
    expect(throttle.mayEmit('alert')).toBe(true)
    vi.advanceTimersByTime(EMIT_EVERY_MS)
    vi.setSystemTime(Date.now() - 3_600_000)
    expect(throttle.mayEmit('alert')).toBe(true)
  } finally {
    vi.useRealTimers()
  }
})

test('additions to an alert with a long text are limited by the bytes of the whole text at all receivers', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const { id } = await aiko.fetch(raise, { body: { textContent: '煙'.repeat(ALERT_TEXT_MAX - 100) } })
  // Real connections would take a minute: only their number matters.
  vi.spyOn(noroshi.deps.realtime, 'localSocketCount').mockReturnValue(3000)
  const add = async (caller: typeof aiko) =>
    (await caller.request(upload, { form: { alertId: id, textContent: '火' }, files: [] })).status
  expect(await add(aiko)).toBe(200) // 90 MB at all sockets
  expect(await add(aiko)).toBe(429)
  expect(await add(ben)).toBe(403) // only the raiser adds
  const other = await ben.fetch(raise, { body: { textContent: 'fire' } })
  expect((await ben.request(upload, { form: { alertId: other.id, textContent: 'smoke' }, files: [] })).status).toBe(200)
})
