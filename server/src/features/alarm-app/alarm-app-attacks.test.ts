import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readdir, readlink, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { alarmAppRoutes } from '@noroshi/contract/alarm-app/alarm-app.http'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { API_BASE } from '@noroshi/contract/routes'
import { AppClient } from '#/testing/alarm-app/app-client.ts'
import { expectTitles, link, publishMessages, startServer, WAIT } from '#/testing/scenes/alarm-apps.ts'
import { ATTACKER, from, PROXY } from '#/testing/scenes/alert-sources.ts'
import { raise } from '#/testing/scenes/push-devices.ts'
import type { TestServer } from '#/testing/test-server.ts'
import { longTest } from '#/testing/long-test.ts'

const wrongTopic = () => `nw${randomBytes(22).toString('hex')}`

/** Opens a connection, which the end of the test closes, and writes to it. */
async function open({ url }: TestServer, text: string): Promise<Socket> {
  const connection = connect(Number(new URL(url).port), '127.0.0.1')
  connection.on('error', () => undefined) // the server cuts it
  onTestFinished(() => void connection.destroy())
  await once(connection, 'connect')
  connection.write(text)
  return connection
}
const streamOf = (topic: string) => `GET /${topic}/json?since=none HTTP/1.1\r\nHost: x\r\n\r\n`
const upgradeOf = (topic: string, source = ATTACKER) =>
  `GET /${topic}/ws HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${source}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`

longTest(
  'hundreds of streams with wrong topics from one address are refused and closed, and an app of another one stays',
  async () => {
    const noroshi = await startServer(PROXY)
    const [aya, ben] = await noroshi.people('Aya', 'Ben')
    const { client } = await link(ben)
    const replies = await Promise.all(
      Array.from({ length: 200 }, () => fetch(`${noroshi.url}/${wrongTopic()}/json`, { headers: from(ATTACKER) })),
    )
    const sockets = await Promise.all(Array.from({ length: 200 }, () => open(noroshi, upgradeOf(wrongTopic()))))
    const closed = await Promise.all(
      sockets.map(async (socket) => {
        let reply = ''
        socket.on('data', (bytes: Buffer) => (reply += bytes.toString()))
        if (!socket.closed) await once(socket, 'close')
        return reply.slice(0, 12)
      }),
    )
    const statuses = [...replies.map(({ status }) => `HTTP/1.1 ${status}`), ...closed]
    expect(statuses.filter((status) => status === 'HTTP/1.1 403')).toHaveLength(5)
    expect(statuses.filter((status) => status === 'HTTP/1.1 429')).toHaveLength(395)
    await raise(aya)
    await expectTitles(client, ['SOS'])
    expect(client.opened).toBe(1)
  },
)

test('of a hundred streams of one topic at once, two stay, and get the alarm', async () => {
  const noroshi = await startServer()
  const [aya, ben] = await noroshi.people('Aya', 'Ben')
  const { topic } = await ben.fetch(alarmAppRoutes.link, { body: { isLooping: true } })
  const clients = Array.from({ length: 100 }, (_, index) =>
    new AppClient(noroshi.url, topic, { protocol: index % 2 === 0 ? 'json' : 'ws', retries: [600_000] }).open(),
  )
  onTestFinished(() => clients.forEach((client) => client.close()))
  const opened = () => clients.filter(({ isOpen }) => isOpen)
  // No further one opens: it would not ask for an alarm of the past.
  const counts = () => ({ open: opened().length, cut: clients.filter(({ failures }) => failures === 1).length })
  await expect.poll(counts, WAIT).toEqual({ open: 2, cut: 98 })
  await raise(aya)
  await expect.poll(() => opened().map((client) => client.titles()), WAIT).toEqual([['SOS'], ['SOS']])
})

test('a second stream on the connection of a stream is none, so that nothing waits in memory for it', async () => {
  const noroshi = await startServer()
  const [ben] = await noroshi.people('Ben')
  const { topic, client } = await link(ben)
  const pipelined = await open(noroshi, streamOf(topic))
  await once(pipelined, 'data')
  for (let request = 0; request < 5; request++) pipelined.write(streamOf(topic))
  await publishMessages(noroshi, ben, 3)
  await expect.poll(() => client.received.length, WAIT).toBe(4)
  // The two streams of the device are the first one of the connection, and the app.
  expect([pipelined.destroyed, client.opened]).toEqual([false, 1])
})

test('a stream whose client ends its side is closed, and one that the client leaves does not stay', async () => {
  const noroshi = await startServer()
  const [ben] = await noroshi.people('Ben')
  const { topic, client } = await link(ben)
  const half = await open(noroshi, streamOf(topic))
  await once(half, 'data')
  half.end()
  half.resume()
  await once(half, 'close')
  const left = await open(noroshi, streamOf(topic))
  left.resetAndDestroy()
  const socket = await open(noroshi, upgradeOf(topic))
  await once(socket, 'data')
  socket.end()
  socket.resume()
  await once(socket, 'close')
  // They do not count: a further stream cuts none.
  const second = new AppClient(noroshi.url, topic).open()
  onTestFinished(() => second.close())
  await expect.poll(() => second.isOpen, WAIT).toBe(true)
  expect(client.opened).toBe(1)
})

longTest('an app that does not read has little waiting in the server, and gets everything in order when it reads', async () => {
  const noroshi = await startServer()
  const [ben] = await noroshi.people('Ben')
  const { topic, client } = await link(ben)
  client.close()
  const accepted = once(noroshi.app.server, 'connection') as Promise<[Socket]>
  const reader = await open(noroshi, streamOf(topic))
  const [serverSide] = await accepted
  await once(reader, 'data')
  serverSide.cork() // as if the buffers of the system were full, which are some megabytes
  for (let round = 0; round < 4; round++) await publishMessages(noroshi, ben, 300)
  await expect.poll(() => serverSide.writableLength, WAIT).toBeGreaterThan(16_384)
  await noroshi.deps.journal.flush()
  expect(serverSide.writableLength).toBeLessThan(18_000)
  const ids: string[] = []
  let rest = ''
  reader.on('data', (bytes: Buffer) => {
    const lines = (rest + bytes.toString()).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines)
      if (line.startsWith('{') && line.includes('"message"')) ids.push((JSON.parse(line) as { id: string }).id)
  })
  serverSide.uncork()
  await expect.poll(() => ids.length, WAIT).toBe(1200)
  expect(ids).toEqual([...new Set(ids)].toSorted())
})

test('a WebSocket that sends large frames, or pings without reading the answers, is cut', async () => {
  const noroshi = await startServer()
  const [ben] = await noroshi.people('Ben')
  const { topic } = await link(ben)
  const masked = (opcode: number, length: number) =>
    Buffer.concat([Buffer.from([0x80 | opcode, 0x80 | length, 0, 0, 0, 0]), Buffer.alloc(length)])
  const large = await open(noroshi, upgradeOf(topic))
  await once(large, 'data')
  large.write(masked(1, 100))
  large.resume()
  await once(large, 'close')
  const pinging = await open(noroshi, upgradeOf(topic))
  await once(pinging, 'data')
  pinging.pause()
  const pings = Buffer.concat(Array.from({ length: 2000 }, () => masked(9, 60)))
  const send = () => {
    while (!pinging.destroyed && pinging.write(pings));
  }
  pinging.on('drain', send)
  send()
  await expect.poll(() => pinging.destroyed, WAIT).toBe(true)
})

test('hundreds of forged buttons and receipts at once are refused, without a record of them, and the real ones work', async () => {
  const noroshi = await startServer()
  const [aya, ben, chie] = await noroshi.people('Aya', 'Ben', 'Chie')
  const [{ client }, other] = await Promise.all([link(ben), link(chie)])
  const { id } = await raise(aya)
  await expectTitles(client, ['SOS'])
  await expectTitles(other.client, ['SOS'])
  const { icon = '', actions } = client.received.at(-1) ?? {}
  const token = actions?.[0]?.headers?.['Authorization']?.slice('Bearer '.length) ?? ''
  const receipt = icon.split('/').at(-1) ?? ''
  /** Returns the token with another bit at this index. */
  const flipped = (text: string, index: number) => {
    const bytes = Buffer.from(text, 'base64url')
    bytes[index] = (bytes[index] ?? 0) ^ 1
    return bytes.toString('base64url')
  }
  const forged = [
    ...Array.from({ length: 48 }, (_, index) => flipped(token, index)),
    ...Array.from({ length: 48 }, (_, index) => flipped(receipt, index)),
    ...Array.from({ length: 100 }, () => randomBytes(48).toString('base64url')),
    token.slice(0, -1),
    `${token}A`,
    'A'.repeat(900),
    '',
  ]
  await noroshi.db.deleteFrom('rate_limits').execute()
  const url = noroshi.url + API_BASE + alarmAppRoutes.respond.path
  const press = async (text: string) =>
    (await fetch(url, { method: 'POST', headers: { Authorization: `Bearer ${text}` } })).status
  const fetchIcon = async (text: string) => (await fetch(`${noroshi.url}/app-alarms/receipts/${text}`)).status
  const statuses = await Promise.all([...forged, receipt].map(press))
  expect(new Set(statuses)).toEqual(new Set([401]))
  const icons = await Promise.all([...forged, token].filter((text) => text !== '').map(fetchIcon))
  expect(new Set(icons)).toEqual(new Set([401]))
  expect(await noroshi.db.selectFrom('rate_limits').select('count').execute()).toEqual([])
  const counts = async () => (await aya.fetch(alertRoutes.ledger, { params: { id } })).counts
  expect(await counts()).toMatchObject({ delivered: 0, seen: 0, responding: 0 })
  // The real ones of one device many times at once: an effect once, then a limit for this device only.
  const presses = await Promise.all(Array.from({ length: 100 }, () => press(token)))
  expect(presses.filter((status) => status === 200)).toHaveLength(60)
  expect(presses.filter((status) => status === 429)).toHaveLength(40)
  expect(await counts()).toMatchObject({ seen: 1, responding: 1 })
  expect((await fetch(other.client.received.at(-1)?.icon ?? '')).status).toBe(200)
})

longTest("visitors who cut downloads of the app's file leave no open file", async () => {
  const noroshi = await startServer()
  const folder = path.join(noroshi.deps.config.dataDir, 'alarm-app')
  await mkdir(folder)
  await writeFile(path.join(folder, 'ntfy.apk'), Buffer.alloc(20_000_000))
  const request = 'GET /join/ntfy.apk HTTP/1.1\r\nHost: x\r\n\r\n'
  const downloads = await Promise.all(Array.from({ length: 60 }, () => open(noroshi, request)))
  await Promise.all(downloads.map((download) => once(download, 'data')))
  for (const download of downloads) download.destroy()
  const openFiles = async () => {
    const names = await readdir('/proc/self/fd')
    const targets = await Promise.all(names.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => '')))
    return targets.filter((target) => target.startsWith(folder))
  }
  await expect.poll(openFiles, WAIT).toEqual([])
  expect((await noroshi.visitor.rawFetch('/join/ntfy.apk')).headers.get('content-length')).toBe('20000000')
})
