import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { inspect } from 'node:util'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { readConfig } from '#/config.ts'
import { IS_LONG, longTest } from '#/testing/long-test.ts'
import { storedKeys, streamOf, testStorage } from '#/testing/storage-cases.ts'
import { freePort, SwiftProcess } from '#/testing/processes/swift-process.ts'
import { pathOfKey } from './disk-storage.ts'
import { PART_BYTES } from './s3-objects.ts'
import { S3Storage, type StorageOwner } from './s3-storage.ts'
import { BytesNotFound, deleteBytes, DiskFull, StorageOfOther, StorageUnavailable } from './storage.ts'

const KEY = 'a'.repeat(32)
const OTHER_KEY = 'b'.repeat(32)
const LONG_AGO = '2026-01-01T00:00:00.000Z'

const OWNER: StorageOwner = { id: 'the server', takesOver: async () => false, tookOver: async () => undefined }

const settingsOf = (url: string) => {
  const { s3 } = readConfig({ S3_URL: url })
  if (s3 === null) throw new Error('no S3_URL')
  return s3
}

function open(url: string) {
  const log: string[] = []
  return { log, storage: new S3Storage(settingsOf(url), OWNER, (line) => void log.push(line)) }
}

/** A store whose replies a test decides: each request by its method and its query parameters. */
async function startStore(reply: (request: string, response: ServerResponse, query: URLSearchParams) => void) {
  const requests: string[] = []
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://store')
    if (pathname.endsWith('/noroshi-owner')) return void response.end(OWNER.id)
    const name = [request.method, ...searchParams.keys()].join(' ')
    requests.push(name)
    request.resume().on('end', () => reply(name, response, searchParams))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens on TCP
  const close = async () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://key:hidden@127.0.0.1:${port}/bucket`, requests, [Symbol.asyncDispose]: close }
}

const xml = (response: ServerResponse, status: number, body: string) =>
  response.writeHead(status, { 'content-type': 'application/xml' }).end(`<?xml version="1.0"?>${body}`)

test('without a store each call throws StorageUnavailable, and the outage is logged once', async () => {
  const { storage, log } = open(`http://key:hidden@127.0.0.1:${await freePort()}/bucket`)

  const calls = [
    storage.put(streamOf('text'), 9),
    storage.get(KEY),
    storage.size(KEY),
    storage.delete(KEY),
    storedKeys(storage),
    storage.deleteIncomplete(new Date()),
  ]
  for (const { reason } of (await Promise.allSettled(calls)) as PromiseRejectedResult[])
    expect(reason).toBeInstanceOf(StorageUnavailable)
  expect(log).toEqual(['S3 is unavailable, so files can neither be sent nor read: ECONNREFUSED'])
})

test('deleteBytes stops at an unavailable storage, and continues after any other failure', async () => {
  const { storage } = open(`http://key:hidden@127.0.0.1:${await freePort()}/bucket`)
  const failures = [new Error('a defect'), new StorageUnavailable('down')]
  const remove = vi.spyOn(storage, 'delete').mockImplementation(async () => {
    throw failures.shift() ?? new Error('called once more')
  })
  const logged: unknown[] = []
  await deleteBytes({ storage, logError: (error) => void logged.push(error) }, [KEY, OTHER_KEY, KEY])
  expect(remove).toHaveBeenCalledTimes(2)
  expect(logged.map(String)).toEqual(['Error: a defect', 'Error: down'])
})

test('a refusal of the store shows its code, and neither the access key nor the signature', async () => {
  await using store = await startStore((_, response) =>
    xml(response, 403, '<Error><Code>SignatureDoesNotMatch</Code><AWSAccessKeyId>key:hidden</AWSAccessKeyId></Error>'),
  )
  const { storage, log } = open(store.url)

  const error: unknown = await storage.put(streamOf('text'), 9).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(StorageUnavailable)
  expect(String(error)).toContain('status 403 SignatureDoesNotMatch')
  expect(log).toHaveLength(1)
  expect(inspect([error, log], { depth: 9, showHidden: true })).not.toContain('hidden')
})

test('the error of a store that refuses the access key lists what to check', async () => {
  await using store = await startStore((request, response) => response.writeHead(request === 'GET' ? 404 : 403).end())
  const { storage, log } = open(store.url)
  await expect(storage.get(KEY)).rejects.toThrow(/status 403 Unknown\. The store refuses the access key: check key and secret/)
  expect(log).toHaveLength(1)
})

test('the start and the end of an outage are logged once each, even for a missing bucket', async () => {
  let isMissing = true
  await using store = await startStore((_, response) => {
    if (isMissing) xml(response, 404, '<Error><Code>NoSuchBucket</Code></Error>')
    else xml(response, 200, '<ListBucketResult></ListBucketResult>')
  })
  const { storage, log } = open(store.url)
  for (let call = 0; call < 3; call++) await expect(storage.get(KEY)).rejects.toBeInstanceOf(StorageUnavailable)
  expect(log).toEqual(['S3 is unavailable, so files can neither be sent nor read: the bucket does not exist'])
  isMissing = false
  for (let call = 0; call < 3; call++) await storage.put(streamOf('text'), 9)
  expect(log.slice(1)).toEqual(['S3 is available again'])
})

test('a folder of another server is neither listed nor changed', async () => {
  await using store = await startStore((_, response) => response.writeHead(200).end())
  const storage = new S3Storage(settingsOf(store.url), { ...OWNER, id: 'another server' }, () => undefined)
  const calls = [storage.claim(), storage.delete(KEY), storedKeys(storage), storage.deleteIncomplete(new Date())]
  for (const { reason } of (await Promise.allSettled(calls)) as PromiseRejectedResult[])
    expect(reason).toBeInstanceOf(StorageOfOther)
  expect(store.requests).toEqual([])
})

test('a full store throws DiskFull', async () => {
  await using store = await startStore((_, response) => xml(response, 507, '<Error><Code>InsufficientStorage</Code></Error>'))
  await expect(open(store.url).storage.put(streamOf('text'), 9)).rejects.toBeInstanceOf(DiskFull)
})

test('a request that fails for a moment is repeated', async () => {
  let failures = 2
  await using store = await startStore((_, response) => {
    if (failures-- > 0) response.writeHead(503).end()
    else response.writeHead(200).end()
  })
  const { storage, log } = open(store.url)
  await storage.put(streamOf('text'), 9)
  expect(store.requests).toEqual(['PUT', 'PUT', 'PUT'])
  expect(log).toEqual([])
})

test('a listing of several pages is complete', async () => {
  const page = (key: string, rest: string) =>
    `<ListBucketResult><Contents><Key>${pathOfKey(key)}</Key><LastModified>${LONG_AGO}</LastModified></Contents>${rest}</ListBucketResult>`
  const more = '<IsTruncated>true</IsTruncated><NextContinuationToken>next</NextContinuationToken>'
  await using store = await startStore((request, response) =>
    xml(response, 200, request.includes('continuation-token') ? page(OTHER_KEY, '') : page(KEY, more)),
  )
  expect(await storedKeys(open(store.url).storage)).toEqual([KEY, OTHER_KEY])
})

/** A page of the list of uploads in parts, whose uploads have the names of keys. */
const uploadsOf = (keys: readonly string[], rest: string) =>
  `<ListMultipartUploadsResult>${keys
    .map(
      (key) => `<Upload><Key>${pathOfKey(key)}</Key><UploadId>of-${key[0]}</UploadId><Initiated>${LONG_AGO}</Initiated></Upload>`,
    )
    .join('')}${rest}</ListMultipartUploadsResult>`
const truncatedAfter = (key: string) =>
  `<IsTruncated>true</IsTruncated><NextKeyMarker>${pathOfKey(key)}</NextKeyMarker><NextUploadIdMarker>of-${key[0]}</NextUploadIdMarker>`

test('deleteIncomplete aborts the uploads in parts of all pages', async () => {
  const aborted: string[] = []
  await using store = await startStore((request, response, query) => {
    if (request.startsWith('DELETE')) {
      aborted.push(query.get('uploadId') ?? '')
      return void response.writeHead(204).end()
    }
    const after = `${query.get('key-marker')} ${query.get('upload-id-marker')}`
    if (after === 'null null') return xml(response, 200, uploadsOf([KEY, OTHER_KEY], truncatedAfter(OTHER_KEY)))
    if (after === `${pathOfKey(OTHER_KEY)} of-b`) return xml(response, 200, uploadsOf(['c'.repeat(32)], ''))
    return xml(response, 400, '<Error><Code>InvalidArgument</Code></Error>')
  })
  await open(store.url).storage.deleteIncomplete(new Date())
  expect(aborted).toEqual(['of-a', 'of-b', 'of-c'])
})

test('deleteIncomplete ends at a store that sends its first page only', async () => {
  await using store = await startStore((request, response) => {
    if (request.startsWith('DELETE')) response.writeHead(404).end()
    else xml(response, 200, uploadsOf([KEY], truncatedAfter(KEY)))
  })
  await open(store.url).storage.deleteIncomplete(new Date())
  expect(store.requests.filter((request) => request.startsWith('GET'))).toHaveLength(2)
})

test('a store that reports with status 200 that it did not join the parts throws StorageUnavailable', async () => {
  await using store = await startStore((request, response) => {
    if (request === 'POST uploads')
      xml(response, 200, '<InitiateMultipartUploadResult><UploadId>id</UploadId></InitiateMultipartUploadResult>')
    else if (request === 'POST uploadId') xml(response, 200, '<Error><Code>InternalError</Code></Error>')
    else response.writeHead(request.startsWith('DELETE') ? 204 : 200, { etag: '"tag"' }).end()
  })
  const large = Readable.from([Buffer.alloc(PART_BYTES), Buffer.alloc(1)])
  await expect(open(store.url).storage.put(large, Infinity)).rejects.toBeInstanceOf(StorageUnavailable)
  await expect.poll(() => store.requests).toContain('DELETE uploadId')
})

longTest('beyond 256 MB of running uploads in memory, one more is refused, and works after their end', async () => {
  await using store = await startStore((_, response) => response.writeHead(200).end())
  const { storage } = open(store.url)
  const part = Buffer.alloc(PART_BYTES)
  const end = Promise.withResolvers<undefined>()
  async function* slow() {
    yield part
    await end.promise
  }
  const running = Array.from({ length: 32 }, () => storage.put(Readable.from(slow()), Infinity))
  await new Promise((resolve) => setTimeout(resolve, 100))
  await expect(storage.put(Readable.from([part]), Infinity)).rejects.toBeInstanceOf(StorageUnavailable)
  end.resolve(undefined)
  expect(await Promise.all(running)).toHaveLength(32)
  expect((await storage.put(Readable.from([part]), Infinity)).size).toBe(PART_BYTES)
})

describe.runIf(IS_LONG)('on OpenStack Swift', () => {
  let swift: SwiftProcess
  let prefixes = 0
  beforeAll(async () => {
    swift = await SwiftProcess.start()
  })
  afterAll(async () => {
    await swift[Symbol.asyncDispose]()
  })
  const createPrefix = () => `tests/${++prefixes}`

  testStorage(async () => {
    const { storage } = open(`${swift.url}/${createPrefix()}`)
    return { open: async () => storage, [Symbol.asyncDispose]: async () => undefined }
  })

  test('objects of others are not listed', async () => {
    const prefix = createPrefix()
    const { storage } = open(`${swift.url}/${prefix}`)
    const others = [`${prefix}/notes.txt`, `${prefix}/${KEY}`, `${prefix}2/${pathOfKey(KEY)}`]
    for (const name of others) await swift.client.putObject(name, 'of others')
    const { key } = await storage.put(streamOf('own'), 9)
    expect(await storedKeys(storage)).toEqual([key])
  })

  test('deleteIncomplete aborts the uploads in parts that a crash left, and no others', async () => {
    const [prefix, other] = [createPrefix(), createPrefix()]
    const { storage } = open(`${swift.url}/${prefix}`)
    const uploads = async (of: string) => {
      const list = await swift.client.listMultipartUploads('/', '', 'GET', { prefix: `${of}/` })
      return JSON.stringify(list).match(/"UploadId"/g)?.length ?? 0
    }
    for (const name of [`${prefix}/${pathOfKey(KEY)}`, `${other}/${pathOfKey(KEY)}`]) {
      const id = await swift.client.getMultipartUploadId(name)
      await swift.client.uploadPart(name, id, Buffer.alloc(PART_BYTES), 1)
    }

    await storage.deleteIncomplete(new Date(Date.now() - 3_600_000))
    expect([await uploads(prefix), await uploads(other)]).toEqual([1, 1])
    await storage.deleteIncomplete(new Date(Date.now() + 60_000))
    expect([await uploads(prefix), await uploads(other)]).toEqual([0, 1])
  })

  test('a failed upload in parts leaves no parts', async () => {
    const prefix = createPrefix()
    const { storage } = open(`${swift.url}/${prefix}`)
    async function* broken() {
      for (let sent = 0; sent < 20; sent++) yield Buffer.alloc(1024 ** 2)
      throw new Error('the cable was pulled')
    }
    await expect(storage.put(Readable.from(broken()), Infinity)).rejects.toThrow('the cable was pulled')
    const left = await swift.client.listMultipartUploads('/', '', 'GET', { prefix: `${prefix}/` })
    expect(JSON.stringify(left)).not.toContain('UploadId"')
  })

  test('a wrong secret and a missing bucket throw StorageUnavailable, never BytesNotFound', async () => {
    for (const url of [swift.url.replace('testing', 'wrong'), swift.url.replace(/noroshi$/, 'missing')]) {
      const { storage, log } = open(url)
      await expect(storage.put(streamOf('text'), 9), url).rejects.toBeInstanceOf(StorageUnavailable)
      await expect(storage.size(KEY), url).rejects.toBeInstanceOf(StorageUnavailable)
      await expect(storage.get(KEY), url).rejects.toBeInstanceOf(StorageUnavailable)
      await expect(storedKeys(storage), url).rejects.toBeInstanceOf(StorageUnavailable)
      expect(log.join()).toMatch(/status 40[34] \w+/)
    }
  })

  test('a store that ends during an upload and a download throws StorageUnavailable, and keeps what it stored', async () => {
    const { storage } = open(`${swift.url}/${createPrefix()}`)
    const bytes = Buffer.alloc(3 * PART_BYTES, 'x')
    const { key } = await storage.put(Readable.from([bytes]), Infinity)
    async function* cut() {
      yield bytes
      await swift.kill()
      yield bytes
    }
    const download = await storage.get(key)
    await expect(storage.put(Readable.from(cut()), Infinity)).rejects.toBeInstanceOf(StorageUnavailable)
    await expect(buffer(download)).rejects.toBeInstanceOf(StorageUnavailable)
    await swift.restart()
    expect((await buffer(await storage.get(key))).equals(bytes)).toBe(true)
    await expect(storage.size(OTHER_KEY)).rejects.toBeInstanceOf(BytesNotFound)
  })
})
