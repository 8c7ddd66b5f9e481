import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { anonymousDataRoutes } from '@noroshi/contract/alerts/anonymous-data.http'
import { messages } from '@noroshi/contract/messages'
import { runCleanup } from '#/cleanup-jobs.ts'
import { StorageOfOther } from '#/ports/storage.ts'
import { longTest } from '#/testing/long-test.ts'
import { runCommandProcess } from '#/testing/processes/command-process.ts'
import { cloneDatabase } from '#/testing/database.ts'
import { picture } from '#/testing/scenes/pictures.ts'
import { SharedDatabase, startServerOn } from '#/testing/shared-database.ts'
import { storedKeys, streamOf } from '#/testing/storage-cases.ts'
import { freePort, SwiftProcess } from '#/testing/processes/swift-process.ts'
import { startTestServer } from '#/testing/test-server.ts'

const { raise, get, upload } = alertRoutes
const UNAVAILABLE = { status: 503, body: { code: 'unavailable' } }

test('a server whose S3 store cannot be reached starts, refuses files with 503 and accepts every SOS', async () => {
  await using noroshi = await startTestServer({ S3_URL: `http://key:hidden@127.0.0.1:${await freePort()}/bucket` })
  noroshi.expectsInLog(/S3 is unavailable, so files can neither be sent nor read: ECONNREFUSED/)
  const [aiko] = await noroshi.people('Aiko')
  const admin = await noroshi.admin('Ito')
  const { id } = await aiko.fetch(raise, { body: { textContent: 'fire' } })
  expect((await noroshi.visitor.request(raise, { body: {} })).status).toBe(201)

  const files = [{ name: 'bridge.png', bytes: await picture(9, 9) }]
  const refused = await aiko.request(upload, { form: { alertId: id }, files, headers: { 'accept-language': 'ja' } })
  expect(refused).toMatchObject({ status: 503, body: { code: 'unavailable', message: messages['error.unavailable'].ja } })
  const body = { alertId: id, textContent: 'two of us' }
  expect((await aiko.fetch(upload, { form: body })).textContent).toBe('fire\ntwo of us')
  expect(await admin.fetch(anonymousDataRoutes.usage)).toMatchObject({ spareBytes: null, isFull: false })
})

/** A store in memory that has whole objects only. */
async function startStore() {
  const objects = new Map<string, string>()
  const server = createServer((request, response) => {
    const name = (request.url ?? '').slice('/bucket/'.length)
    void text(request).then((body) => {
      if (request.method === 'PUT') objects.set(name, body)
      const found = objects.get(name)
      response.writeHead(found === undefined ? 404 : 200).end(request.method === 'GET' ? found : undefined)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = async () => {
    server.closeAllConnections()
    server.close()
  }
  const { port } = server.address() as AddressInfo // it listens on TCP
  return { objects, url: `http://key:hidden@127.0.0.1:${port}/bucket`, [Symbol.asyncDispose]: close }
}

longTest('a server does not start on the folder of another one, until the operator takes it over', async () => {
  await using store = await startStore()
  const S3_URL = `${store.url}/unit`
  await using first = await startTestServer({ S3_URL })
  const mark = store.objects.get('unit/noroshi-owner')
  expect(mark).toMatch(/^[0-9a-f-]{36}$/)
  const place = { dataDir: first.deps.config.dataDir, clock: first.clock }
  await (await startServerOn(first.databaseUrl, place, { S3_URL })).close()

  const other = await cloneDatabase()
  onTestFinished(other.drop)
  const start = (url: string) => startServerOn(other.url, place, { S3_URL: url })
  await expect(start(S3_URL)).rejects.toThrow(/belongs to another server.+npm run storage:take-over/)
  await (await start(`${store.url}/unit-2`)).close()
  expect(store.objects.get('unit/noroshi-owner')).toBe(mark)

  const command = { DATABASE_URL: other.url }
  expect(await runCommandProcess('storage:take-over', [], command)).toMatchObject({
    code: 1,
    stderr: 'S3_URL is not set. Set it as the server has it.\n',
  })
  expect(await runCommandProcess('storage:take-over', [], { ...command, S3_URL })).toMatchObject({ code: 0 })
  await (await start(S3_URL)).close()
  await (await start(S3_URL)).close()
  expect(store.objects.get('unit/noroshi-owner')).not.toBe(mark)
  await expect(storedKeys(first.deps.storage)).rejects.toBeInstanceOf(StorageOfOther)
  await expect(startServerOn(first.databaseUrl, place, { S3_URL })).rejects.toThrow(/belongs to another server/)
})

longTest(
  'two servers share files in S3, also when the store stops and starts again',
  async () => {
    await using swift = await SwiftProcess.start()
    await using shared = await SharedDatabase.create()
    const environment = { S3_URL: `${swift.url}/unit` }
    const [first, second] = [await shared.startServer(environment), await shared.startServer(environment)]
    const aiko = await shared.createUser('Aiko')
    const [ben, ito] = [await shared.createUser('Ben'), await shared.createUser('Ito')]
    await shared.databases.db.updateTable('users').set({ is_admin: true }).where('id', '=', ito.id).execute()
    const stored = () => storedKeys(first.deps.storage)

    const { id: alertId } = await aiko.on(first).fetch(raise, { body: {} })
    const large = Buffer.alloc(20 * 1024 ** 2, 'the river rises ')
    const files = [
      { name: 'river.bin', bytes: large },
      { name: 'bridge.jpg', bytes: await picture(900, 700, 'jpeg') },
    ]
    const { alertMedias } = await aiko.on(first).fetch(upload, { form: { alertId }, files })
    const [river = '', bridge = ''] = alertMedias.map(({ mediaUrl }) => mediaUrl)
    expect(await stored()).toHaveLength(3) // the picture has a preview
    expect(existsSync(path.join(first.deps.config.dataDir, 'files'))).toBe(false)

    const range = { headers: { range: 'bytes=8388600-8388620' } }
    const part = await aiko.on(second).rawFetch(river, range)
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 8388600-8388620/${large.length}`])
    expect(Buffer.from(await part.arrayBuffer()).equals(large.subarray(8_388_600, 8_388_621))).toBe(true)
    expect(Buffer.from(await (await aiko.on(second).rawFetch(river)).arrayBuffer()).equals(large)).toBe(true)
    expect((await ben.on(second).rawFetch(bridge)).headers.get('content-type')).toBe('image/jpeg')
    expect((await fetch(second.url + river)).status).toBe(404)

    await swift.kill()
    const request = { form: { alertId, clientId: randomUUID() }, files }
    expect(await aiko.on(first).request(upload, request)).toMatchObject(UNAVAILABLE)
    expect((await aiko.on(second).rawFetch(river, range)).status).toBe(503)
    expect((await aiko.on(second).rawFetch(bridge)).status).toBe(503)
    const { id: raised } = await ben.on(second).fetch(raise, { body: {} })
    expect((await aiko.on(first).fetch(get, { params: { id: alertId } })).alertMedias).toHaveLength(2)

    await swift.restart()
    expect((await aiko.on(second).rawFetch(river, range)).status).toBe(206)
    // The client repeats the refused upload, at another server.
    expect((await aiko.on(second).fetch(upload, request)).alertMedias).toHaveLength(4)
    expect((await aiko.on(first).fetch(upload, request)).alertMedias).toHaveLength(4)
    await expect.poll(stored).toHaveLength(6)

    const left = await first.deps.storage.put(streamOf('of a server that was killed'), 100)
    await ben.on(first).fetch(upload, { form: { alertId: raised }, files: [{ name: 'note.txt', bytes: Buffer.from('kept') }] })
    await ito.on(second).fetch(anonymousDataRoutes.deleteAlert, { params: { id: alertId } })
    await expect.poll(stored).toHaveLength(2)
    shared.clock.advance({ hours: 23 })
    await runCleanup(first.deps)
    expect(await stored()).toContain(left.key)
    shared.clock.advance({ hours: 2 })
    await runCleanup(second.deps)
    expect(await stored()).toHaveLength(1)
    const [kept] = (await ben.on(first).fetch(get, { params: { id: raised } })).alertMedias
    expect(await (await aiko.on(second).rawFetch(kept?.mediaUrl ?? '')).text()).toBe('kept')
    const log = [...first.log, ...second.log].join('')
    expect(log).toContain('S3 is unavailable')
    expect(log).not.toMatch(/testing|Signature/)
  },
  120_000,
)
