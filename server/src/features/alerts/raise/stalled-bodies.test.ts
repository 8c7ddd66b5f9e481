import { randomUUID } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { from, PROXY } from '#/testing/scenes/alert-sources.ts'
import { IS_LONG } from '#/testing/long-test.ts'
import { type TestServer, startTestServer } from '#/testing/test-server.ts'
import { StalledTurns } from './stalled-turns.ts'

// The attack: thousands of SOS whose bodies never end.

const BODIES = 400
/** Alarms of one source in the time of this test: ten at once and some in turn. */
const ALARMS_MAX = 60

interface Sos {
  readonly headers?: Record<string, string | undefined>
  readonly localAddress?: string
  readonly body?: string
}

/** Begins an SOS whose body never ends, unless another is given. */
function beginSos(
  noroshi: TestServer,
  { headers = {}, localAddress = '127.0.0.1', body = '{"textContent":"no' }: Sos = {},
): Socket {
  const socket = connect({ port: Number(new URL(noroshi.url).port), host: '127.0.0.1', localAddress })
  socket.on('error', () => undefined)
  const lines = Object.entries({ Host: 'unit', 'Content-Length': '4000', ...headers }).map(([name, value]) =>
    value === undefined ? '' : `${name}: ${value}\r\n`,
  )
  socket.write(`POST /backend/api/alerts HTTP/1.1\r\n${lines.join('')}\r\n${body}`)
  return socket
}

const alertCount = async ({ db }: TestServer) =>
  Number(
    (
      await db
        .selectFrom('alerts')
        .select(({ fn }) => fn.countAll().as('count'))
        .executeTakeFirstOrThrow()
    ).count,
  )
/** Waits until stalled bodies have become alarms. */
const awaitFirstAlarms = (noroshi: TestServer) =>
  expect.poll(() => alertCount(noroshi), { timeout: 30_000 }).toBeGreaterThanOrEqual(10)

const CROWDS = [
  ['one address', {}, () => ({})],
  [
    'many clients behind a proxy that have one network',
    PROXY,
    (index: number) => ({ headers: from(`2001:db8:1:2::${index.toString(16)}`) }),
  ],
] as const

test.each(IS_LONG ? CROWDS : CROWDS.slice(1))(
  'stalled bodies of %s become few alarms, and everybody else raises an SOS meanwhile',
  { timeout: 60_000 },
  async (_label, settings, optionsOf) => {
    await using noroshi = await startTestServer(settings)
    const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
    const listening = await ben.openSocket()
    const sockets = Array.from({ length: BODIES }, (_, index) => beginSos(noroshi, optionsOf(index)))
    await awaitFirstAlarms(noroshi)

    const own = await aiko.fetch(alertRoutes.raise, { body: { textContent: 'fire' } })
    const visitor = await noroshi.visitor.fetch(alertRoutes.raise, { body: { clientId: randomUUID(), textContent: 'fire' } })
    // A stalled SOS of another source does not wait for those of the attacker either.
    const slow = beginSos(noroshi, {
      ...(settings === PROXY ? { headers: from('198.51.100.20') } : { localAddress: '127.0.0.2' }),
      body: '{"textContent":"slow"}',
    })
    const alarmed = new Set<string>()
    for (let text = ''; text !== 'slow' || !alarmed.has(own.id) || !alarmed.has(visitor.id);) {
      const alert = await listening.next('alert:new_alert')
      alarmed.add(alert.id)
      text = alert.textContent === 'slow' ? 'slow' : text
    }
    expect(await alertCount(noroshi)).toBeLessThanOrEqual(ALARMS_MAX)
    for (const socket of [...sockets, slow]) socket.destroy()
  },
)

test('parts of one byte take no more memory than others: a body of too many counts as too large', async () => {
  await using noroshi = await startTestServer()
  const [ben] = await noroshi.people('Ben')
  const listening = await ben.openSocket()
  const raise = async (textContent: string): Promise<string | null> => {
    const letters = JSON.stringify({ textContent })
      .split('')
      .map((letter) => `1\r\n${letter}\r\n`)
    const headers = { 'Content-Length': undefined, 'Transfer-Encoding': 'chunked' }
    const socket = beginSos(noroshi, { headers, body: `${letters.join('')}0\r\n\r\n` })
    const alert = await listening.next('alert:new_alert')
    socket.destroy()
    return alert.textContent
  }
  expect(await raise('fire')).toBe('fire')
  expect(await raise('x'.repeat(40_000))).toBe('')
})

test('a stalled body that continues while it waits is raised with its whole text', { timeout: 60_000 }, async () => {
  await using noroshi = await startTestServer()
  await noroshi.people('Ben')
  const text = JSON.stringify({ textContent: 'the bridge is gone', clientId: randomUUID() })
  const sockets = Array.from({ length: 40 }, () => beginSos(noroshi))
  const late = beginSos(noroshi, { headers: { 'Content-Length': String(text.length) }, body: text.slice(0, 20) })
  await awaitFirstAlarms(noroshi)
  late.write(text.slice(20))
  await expect
    .poll(
      async () =>
        (await noroshi.db.selectFrom('alerts').select('id').where('text_content', '=', 'the bridge is gone').execute()).length,
    )
    .toBe(1)
  for (const socket of [...sockets, late]) socket.destroy()
})

test(
  'unfinished bodies of one source take limited memory, and a short SOS of it keeps its text',
  { timeout: 60_000 },
  async () => {
    await using noroshi = await startTestServer()
    await noroshi.people('Ben')
    const body = `{"textContent":"${'x'.repeat(200_000)}`
    const headers = { 'Content-Length': '250000' }
    const sockets = Array.from({ length: 60 }, () => beginSos(noroshi, { headers, body })) // 12 MB
    // Those beyond the limit are too large and raised at once, without text.
    await expect.poll(() => alertCount(noroshi), { timeout: 30_000 }).toBeGreaterThanOrEqual(15)
    for (const socket of sockets) socket.destroy()
    const { id, alertToken } = await noroshi.visitor.fetch(alertRoutes.raise, {
      body: { clientId: randomUUID(), textContent: 'fire' },
    })
    expect((await noroshi.visitor.fetch(alertRoutes.get, { params: { id }, alertToken })).textContent).toBe('fire')
  },
)

test('sources take turns, and a source beyond its limit of waiting bodies gets none', () => {
  const turns = new StalledTurns()
  const begun: string[] = []
  const wait = (source: string) => turns.wait(source, () => void begun.push(source))
  for (let index = 0; index < 203; index += 1) wait('attacker')
  expect(begun).toEqual(['attacker', 'attacker', 'attacker', 'attacker'])
  for (let index = 0; index < 5; index += 1) wait('attacker')
  expect(wait('attacker')).toBeNull()
  expect(wait('shelter')).not.toBeNull()
  turns.end()
  turns.end()
  expect(begun.slice(4)).toContain('shelter')
})
