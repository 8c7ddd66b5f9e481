import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { prepareDataDir } from '#/testing/data-dir.ts'
import { longTest } from '#/testing/long-test.ts'
import { ServerProcess } from '#/testing/processes/server-process.ts'

// The attack: three addresses open more connections than the process may have files, and send nothing that ends.

const OPEN_FILES_MAX = 600
const CONNECTIONS = 900
const TIMEOUT_MS = 90_000

/** Each begins something that never ends. */
const ATTACKS: [string, string][] = [
  ['nothing at all', ''],
  ['half of their headers', 'GET /livez HTTP/1.1\r\nHost: unit\r\nX-Half: '],
  [
    'a body that never comes',
    'POST /backend/api/login HTTP/1.1\r\nHost: unit\r\nContent-Type: application/json\r\nContent-Length: 90\r\n',
  ],
  ['an SOS that never comes', 'POST /backend/api/alerts HTTP/1.1\r\nHost: unit\r\nContent-Length: 90\r\n'],
  [
    'WebSockets',
    'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: unit\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n',
  ],
]

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'noroshi-flood-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Where the connections come from: the address of the connection, or the one that a proxy names. */
interface Origin {
  readonly localAddress: string
  readonly forwardedFor?: string
}

async function openOne(port: number, { localAddress, forwardedFor }: Origin, sent: string): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  socket.on('error', () => undefined) // the server closes it for a newer one
  await once(socket, 'connect')
  const isComplete = sent.includes('Content-Length') || sent.includes('Upgrade')
  const forwarded = forwardedFor === undefined ? '' : `X-Forwarded-For: ${forwardedFor}\r\n`
  socket.write(isComplete ? `${sent}${forwarded}\r\n` : sent)
  socket.resume()
  return socket
}

async function flood(port: number, origins: readonly Origin[], sent: string): Promise<Socket[]> {
  const sockets: Socket[] = []
  while (sockets.length < CONNECTIONS) sockets.push(...(await Promise.all(origins.map((origin) => openOne(port, origin, sent)))))
  return sockets
}

/** Sends a request on a connection of its own and returns its status and reply. */
async function send(port: number, { localAddress, forwardedFor }: Origin, method: string, url: string, body?: unknown) {
  const headers = { 'content-type': 'application/json', ...(forwardedFor !== undefined && { 'x-forwarded-for': forwardedFor }) }
  const sending = request({ port, host: '127.0.0.1', localAddress, method, path: url, headers, agent: false })
  sending.end(body === undefined ? undefined : JSON.stringify(body))
  const [reply] = (await once(sending, 'response')) as [import('node:http').IncomingMessage]
  return { status: reply.statusCode, body: (await json(reply)) as unknown }
}

async function expectService(port: number, origin: Origin): Promise<void> {
  for (let sos = 0; sos < 3; sos += 1)
    expect(
      await send(port, origin, 'POST', '/backend/api/alerts', { clientId: randomUUID(), textContent: 'fire' }),
    ).toMatchObject({
      status: 201,
      body: { isExisting: false },
    })
  expect((await send(port, origin, 'GET', '/backend/api/unit')).status).toBe(200)
  const polling = await fetch(`http://127.0.0.1:${port}/socket.io/?EIO=4&transport=polling`)
  expect(polling.status).toBe(200)
  await polling.text()
}

const portOf = ({ url }: ServerProcess) => Number(new URL(url).port)

describe('a process with few files', { timeout: TIMEOUT_MS }, () => {
  let noroshi: ServerProcess
  beforeAll(async () => {
    const settings = { DATA_DIR: await prepareDataDir(path.join(folder, 'direct')), HTTPS: 'auto', HTTPS_PORT: '0' }
    noroshi = new ServerProcess(settings, { openFilesMax: OPEN_FILES_MAX })
    await noroshi.start()
  }, TIMEOUT_MS)
  afterAll(() => noroshi.terminate(), TIMEOUT_MS)
  const attackers = ['127.0.0.2', '127.0.0.3', '127.0.0.4'].map((localAddress) => ({ localAddress }))

  test.each(ATTACKS)('accepts an SOS and serves others while three addresses send %s', async (_label, sent) => {
    const sockets = await flood(portOf(noroshi), attackers, sent)
    await expectService(portOf(noroshi), { localAddress: '127.0.0.9' })
    for (const socket of sockets) socket.destroy()
    expect(noroshi.output).not.toContain('EMFILE')
  })

  longTest('closes connections without complete headers within seconds', async () => {
    const sockets = await Promise.all(
      ATTACKS.slice(0, 2).map(([, sent]) => openOne(portOf(noroshi), { localAddress: '127.0.0.2' }, sent)),
    )
    await Promise.all(sockets.map((socket) => once(socket, 'close')))
  })

  test('accepts an SOS while TLS handshakes never end, and ends them', async () => {
    const httpsPort = Number(/https:\/\/[^\s:]+:(\d+)/.exec(noroshi.output)?.[1])
    const sockets = await flood(httpsPort, attackers, '')
    await expectService(portOf(noroshi), { localAddress: '127.0.0.9' })
    await Promise.all(sockets.filter(({ destroyed }) => !destroyed).map((socket) => once(socket, 'close')))
  })
})

describe('a process with few files behind a proxy', { timeout: TIMEOUT_MS }, () => {
  let noroshi: ServerProcess
  beforeAll(async () => {
    const settings = { DATA_DIR: await prepareDataDir(path.join(folder, 'proxied')), TRUST_PROXY: '127.0.0.1' }
    noroshi = new ServerProcess(settings, { openFilesMax: OPEN_FILES_MAX })
    await noroshi.start()
  }, TIMEOUT_MS)
  afterAll(() => noroshi.terminate(), TIMEOUT_MS)
  const proxied = (forwardedFor: string) => ({ localAddress: '127.0.0.1', forwardedFor })
  const attackers = ['192.0.2.1', '192.0.2.2', '2001:db8::1'].map(proxied)

  test.each(ATTACKS)('accepts an SOS and serves others while three addresses send %s', async (_label, sent) => {
    const sockets = await flood(portOf(noroshi), attackers, sent)
    await expectService(portOf(noroshi), proxied('198.51.100.20'))
    for (const socket of sockets) socket.destroy()
  })
})
