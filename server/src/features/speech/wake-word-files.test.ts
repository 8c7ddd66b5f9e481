import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { speechRoutes } from '@noroshi/contract/speech/speech.http'
import { METADATA_FILE, MODEL_FILE, WakeWordMetadata, weightsFileOf } from '@noroshi/contract/wake-word/model-files'
import { networkOf } from '@noroshi/contract/wake-word/weights'
import { registerErrorHandler } from '#/http/errors.ts'
import { startTestServer, type TestServer, type TestUser } from '#/testing/test-server.ts'
import { serveWakeWord } from './wake-word-files.ts'

let noroshi: TestServer
let aiko: TestUser
beforeAll(async () => {
  noroshi = await startTestServer()
  ;[aiko] = await noroshi.people('Aiko')
})
afterAll(() => noroshi[Symbol.asyncDispose]())

const get = (address: string, headers: Record<string, string> = {}) => fetch(new URL(address, noroshi.url), { headers })

test('a member gets the URL of the model, and all its files load from there and are kept for a year', async () => {
  const { url } = await aiko.fetch(speechRoutes.wakeWord)
  const folder = url.slice(0, -MODEL_FILE.length)
  const metadata = WakeWordMetadata.parse(await (await get(folder + METADATA_FILE)).json())
  expect(metadata).toMatchObject({ probabilityThreshold: 0.97, suppressionTimeMillis: 500 })
  for (const name of [MODEL_FILE, metadata.secondModel.model]) {
    const model = await get(folder + name)
    expect(model.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(model.headers.get('content-type')).toBe('application/json; charset=utf-8')
    const weights = await get(folder + weightsFileOf(await model.json()))
    expect(weights.headers.get('content-type')).toBe('application/octet-stream')
    expect(networkOf(await weights.arrayBuffer()).convolutions).toHaveLength(3)
  }
})

test('a browser that has the model gets 304, and HEAD gets no body', async () => {
  const { url } = await aiko.fetch(speechRoutes.wakeWord)
  const etag = (await get(url)).headers.get('etag') ?? ''
  expect((await get(url, { 'if-none-match': etag })).status).toBe(304)
  const head = await fetch(new URL(url, noroshi.url), { method: 'HEAD' })
  expect(head.status).toBe(200)
  expect(await head.text()).toBe('')
})

test('other versions, other names and other folders are 404, also for browsers that accept pages', async () => {
  const { url } = await aiko.fetch(speechRoutes.wakeWord)
  const folder = url.slice(0, -MODEL_FILE.length)
  for (const address of [
    `/wake-word/000000000000/${MODEL_FILE}`,
    `${folder}passwd`,
    `${folder}..%2f..%2fpackage.json`,
    `${folder}__proto__`,
    '/wake-word',
    '/wake-word/',
  ])
    expect((await get(address, { accept: 'text/html' })).status, address).toBe(404)
})

test('the URL changes with each file, and a folder without a model has none', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'noroshi-wake-word-'))
  const serve = async () => {
    const app = Fastify()
    registerErrorHandler(app)
    const url = await serveWakeWord(app, folder)
    const reply = url === null ? null : await app.inject({ url, headers: { 'accept-encoding': 'br' } })
    await app.close()
    return { url, text: reply && brotliDecompressSync(reply.rawPayload).toString() }
  }
  try {
    expect((await serve()).url).toBeNull()
    await writeFile(path.join(folder, MODEL_FILE), '{"first":true}')
    await writeFile(path.join(folder, METADATA_FILE), '{}')
    const before = await serve()
    expect(before.text).toBe('{"first":true}')
    await writeFile(path.join(folder, 'weights.bin'), 'weights')
    expect((await serve()).url).not.toBe(before.url)
  } finally {
    await rm(folder, { recursive: true })
  }
})
