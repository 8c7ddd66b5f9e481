import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, LookupFunction } from 'node:net'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { noticeRuleRoutes, noticeSourceRoutes } from '@noroshi/contract/notices/notices.http'
import { rollCallRoutes } from '@noroshi/contract/roll-calls/roll-calls.http'
import { getPublic, GetFailed, mayRequest } from '#/ports/get-public.ts'
import { PrivateAddress } from '#/ports/push/public-address.ts'
import { addSource, capMessage, jmaDocument, listNotices } from '#/testing/scenes/notice-documents.ts'
import { startTestServer } from '#/testing/test-server.ts'
import { checkNoticeSources } from './check-sources.service.ts'
import { folderOf } from './notice-folder.ts'

type Handler = (request: IncomingMessage, reply: ServerResponse) => void

/** A publisher on the local network, which the operator allows. */
async function startPublisher(handle: Handler) {
  const requests: string[] = []
  const server = createServer((request, reply) => {
    requests.push(request.url ?? '')
    handle(request, reply)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // it listens on TCP
  return { origin, requests, [Symbol.asyncDispose]: () => new Promise<void>((resolve) => void server.close(() => resolve())) }
}

const entry = (title: string, href: string) =>
  `<entry><title>${title}</title><link type="application/xml" href="${href}"/></entry>`
const feedOf = (...entries: string[]) => `<feed xmlns="http://www.w3.org/2005/Atom"><title>JMA</title>${entries.join('')}</feed>`

test('a feed is checked each minute, and only new reports of warnings on its own host are requested', async () => {
  const document = await jmaDocument('earthquake-03-strong', new Date())
  const other = await jmaDocument('weather-02-warning', new Date())
  let entries: string[] = []
  await using publisher = await startPublisher((request, reply) => {
    const documents: Record<string, string> = { '/feed.xml': feedOf(...entries), '/1.xml': document, '/2.xml': other }
    reply.setHeader('connection', 'close').end(documents[request.url ?? ''] ?? '')
  })
  await using noroshi = await startTestServer({ NOTICES_LOCAL_ORIGINS: publisher.origin })
  const gen = await noroshi.admin('Gen')
  await checkNoticeSources(noroshi.deps)
  expect(publisher.requests).toEqual([])
  await addSource(gen, { channel: 'address', address: `${publisher.origin}/feed.xml` })
  entries = [
    entry('震源・震度に関する情報', '/1.xml'),
    entry('府県天気予報', '/forecast.xml'),
    entry('震度速報', 'http://127.0.0.1:1/other-host.xml'),
    entry('震度速報', 'file:///etc/passwd'),
  ]
  await checkNoticeSources(noroshi.deps)
  expect((await listNotices(gen)).map(({ kind }) => kind)).toEqual(['earthquake'])
  entries = [entry('気象警報・注意報（Ｈ２７）', `${publisher.origin}/2.xml`), ...entries]
  await checkNoticeSources(noroshi.deps)
  await checkNoticeSources(noroshi.deps)
  expect((await listNotices(gen)).map(({ kind }) => kind).toSorted()).toEqual(['earthquake', 'weather'])
  expect(publisher.requests).toEqual(['/feed.xml', '/1.xml', '/feed.xml', '/2.xml', '/feed.xml'])
  const [source] = (await gen.fetch(noticeSourceRoutes.list)).items
  expect(source).toMatchObject({ problem: null, noticeCount: 2 })
  expect(source?.checkedAt).not.toBeNull()
})

test('a source that does not reply delays neither the notices nor the rules of another one', async () => {
  const document = await jmaDocument('earthquake-03-strong', new Date())
  const open: ServerResponse[] = []
  await using slow = await startPublisher((request, reply) => {
    reply.setHeader('connection', 'close')
    if (request.url === '/feed.xml') reply.end(feedOf(entry('震度速報', '/1.xml')))
    else open.push(reply)
  })
  await using good = await startPublisher((_, reply) => reply.setHeader('connection', 'close').end(document))
  await using noroshi = await startTestServer({ NOTICES_LOCAL_ORIGINS: `${slow.origin},${good.origin}` })
  const gen = await noroshi.admin('Gen')
  await noroshi.people('Ben')
  await addSource(gen, { name: 'A slow one', channel: 'address', address: `${slow.origin}/feed.xml` })
  await addSource(gen, { name: 'B', channel: 'address', address: `${good.origin}/1.xml` })
  const rule = { kind: 'earthquake', minSeverity: 'severe', areas: ['宮城県'], question: 'Safe?' } as const
  await gen.fetch(noticeRuleRoutes.create, { body: rule })
  await noroshi.db
    .updateTable('notice_rules')
    .set({ created_at: new Date(0) })
    .execute()
  const check = checkNoticeSources(noroshi.deps)
  await vi.waitFor(async () => expect((await gen.fetch(rollCallRoutes.list)).items).toHaveLength(1), 10_000)
  expect(open).toHaveLength(1)
  open[0]?.end(document)
  await check
  expect(await listNotices(gen)).toHaveLength(2)
})

test('a check requests no more documents of a host that is not reached', async () => {
  await using publisher = await startPublisher((request, reply) => {
    reply.setHeader('connection', 'close')
    if (request.url === '/feed.xml')
      reply.end(feedOf(...Array.from({ length: 9 }, (_, index) => entry('震度速報', `/${index}.xml`))))
    else if (request.url === '/8.xml') reply.writeHead(404).end()
    else request.socket.destroy()
  })
  await using noroshi = await startTestServer({ NOTICES_LOCAL_ORIGINS: publisher.origin })
  const gen = await noroshi.admin('Gen')
  await addSource(gen, { channel: 'address', address: `${publisher.origin}/feed.xml` })
  await checkNoticeSources(noroshi.deps)
  expect(publisher.requests).toEqual(['/feed.xml', '/8.xml', '/7.xml', '/6.xml', '/5.xml'])
  expect((await gen.fetch(noticeSourceRoutes.list)).items).toMatchObject([{ problem: 'unreachable' }])
})

test('an unchanged address is not sent again, and its problems are shown to administrators', async () => {
  let handle: Handler = (request, reply) => {
    if (request.headers['if-none-match'] === '"1"') reply.writeHead(304).end()
    else reply.setHeader('etag', '"1"').end(capMessage({ identifier: '1', at: new Date() }))
  }
  await using publisher = await startPublisher((request, reply) => {
    reply.setHeader('connection', 'close')
    handle(request, reply)
  })
  await using noroshi = await startTestServer({ NOTICES_LOCAL_ORIGINS: publisher.origin })
  const gen = await noroshi.admin('Gen')
  await addSource(gen, { channel: 'address', address: publisher.origin })
  await checkNoticeSources(noroshi.deps)
  await checkNoticeSources(noroshi.deps)
  expect(await listNotices(gen)).toHaveLength(1)
  const problem = async () => {
    await checkNoticeSources(noroshi.deps)
    return (await gen.fetch(noticeSourceRoutes.list)).items[0]?.problem
  }
  expect(await problem()).toBeNull()
  handle = (_, reply) => reply.end('<alert')
  expect(await problem()).toBe('broken')
  handle = (_, reply) => reply.end('<html/>')
  expect(await problem()).toBe('unsupported')
  handle = (_, reply) => reply.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()
  expect(await problem()).toBe('unreachable')
  handle = (_, reply) => reply.end(Buffer.alloc(2_100_000, 'x'))
  expect(await problem()).toBe('tooLarge')
  expect(await listNotices(gen)).toHaveLength(1)
})

test.each([
  'http://example.org/feed.xml',
  'https://127.0.0.1/feed.xml',
  'https://[::1]/feed.xml',
  'https://localhost/feed.xml',
  'https://example.org:8443/feed.xml',
  'https://user:secret@example.org/feed.xml',
  'file:///etc/passwd',
  'not an address',
  '',
])('the address %j is refused', async (address) => {
  expect(mayRequest(address, [])).toBe(false)
  await expect(getPublic(address, { localOrigins: [], maxBytes: 1000 })).rejects.toMatchObject({ problem: 'notAllowed' })
})

test('an administrator cannot add a private address, and a name that leads to one is not requested', async () => {
  await using noroshi = await startTestServer()
  const gen = await noroshi.admin('Gen')
  const body = { name: 'Inside', channel: 'address', address: 'https://169.254.169.254/latest' }
  expect((await gen.request(noticeSourceRoutes.create, { body })).body).toMatchObject({
    code: 'noticeSource.notAllowed',
    issues: [{ path: 'address' }],
  })
  const lookup: LookupFunction = (_host, _options, callback) => callback(new PrivateAddress(), '')
  const get = getPublic('https://inside.example/', { localOrigins: [], maxBytes: 1000, lookup })
  await expect(get).rejects.toThrow(GetFailed)
  await expect(get).rejects.toMatchObject({ problem: 'notAllowed' })
})

test('files of the watched folder are read once, in the order of their names, and links are not followed', async () => {
  await using noroshi = await startTestServer()
  const gen = await noroshi.admin('Gen')
  const id = await addSource(gen, { channel: 'folder' })
  const folder = path.join(noroshi.deps.config.dataDir, folderOf(id))
  await checkNoticeSources(noroshi.deps)
  await writeFile(path.join(folder, 'b.xml'), await jmaDocument('earthquake-03-strong', new Date()))
  await writeFile(path.join(folder, 'a.xml'), 'no XML')
  await writeFile(path.join(folder, 'large.xml'), Buffer.alloc(2_100_000, 'x'))
  await writeFile(path.join(folder, 'notes.txt'), 'not read')
  await mkdir(path.join(folder, 'folder.xml'))
  await symlink('/etc/hostname', path.join(folder, 'link.xml'))
  await checkNoticeSources(noroshi.deps)
  expect(await listNotices(gen)).toHaveLength(1)
  expect(await readdir(path.join(folder, 'read'))).toEqual(['b.xml'])
  expect((await readdir(path.join(folder, 'refused'))).toSorted()).toEqual(['a.xml', 'large.xml'])
  expect((await gen.fetch(noticeSourceRoutes.list)).items[0]?.problem).toBe('tooLarge')
})
