import { get } from 'node:http'
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { encodeFrame, SpeechHealth } from '@noroshi/contract/speech/speech-service'
import { speak } from './testing/flite.ts'
import { encodeOpus } from './audio/opus-encoder.ts'
import { soundOfWav } from './audio/wav.ts'
import { longTest } from './testing/long-speech-test.ts'

const SECRET = 'a secret of the tests'
const MAIN = path.join(import.meta.dirname, 'main.ts')
let child: ChildProcess
let url: string
beforeAll(async () => {
  child = fork(MAIN, { env: { SPEECH_SECRET: SECRET }, execArgv: [] })
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  url = `http://127.0.0.1:${port}`
})
afterAll(() => child.kill())

const headers = { authorization: `Bearer ${SECRET}` }
const post = (body: Uint8Array<ArrayBuffer>, query = 'language=en') =>
  fetch(`${url}/streams?${query}`, { method: 'POST', headers, body })

test('the health names both languages', async () => {
  const health = SpeechHealth.parse(await (await fetch(`${url}/health`, { headers })).json())
  expect(health.languages).toEqual([
    { language: 'en', dictation: true, commands: true },
    { language: 'ja', dictation: false, commands: true },
  ])
  expect(health.voices).toEqual(['en', 'ja'])
})

test.each([{}, { authorization: 'Bearer another secret' }, { authorization: SECRET }])(
  'a request with the headers %o gets 401',
  async (wrong) => {
    expect((await fetch(`${url}/health`, { headers: wrong })).status).toBe(401)
    for (const target of ['/streams?language=en', '/speech'])
      expect((await fetch(url + target, { method: 'POST', headers: wrong })).status).toBe(401)
  },
)

test('an invalid path gets 401 without the secret and 400 with it', async () => {
  const statusOf = (own: Record<string, string>) =>
    new Promise((resolve, reject) => {
      get({ port: new URL(url).port, host: '127.0.0.1', path: '//', headers: own }, ({ statusCode }) => resolve(statusCode)).on(
        'error',
        reject,
      )
    })
  expect([await statusOf({}), await statusOf(headers)]).toEqual([401, 400])
})

test('an unknown path gets 404, and an unknown language gets 400', async () => {
  expect((await fetch(`${url}/`, { headers })).status).toBe(404)
  expect((await post(new Uint8Array(0), 'language=fr')).status).toBe(400)
  expect((await post(new Uint8Array(0), '')).status).toBe(400)
})

const postText = (body: unknown) =>
  fetch(`${url}/speech`, { method: 'POST', headers, body: typeof body === 'string' ? body : JSON.stringify(body) })

test.each([
  ['en', 'The road to the river is closed.'],
  ['ja', '川への道は通れません。'],
] as const)('a text in %s becomes sound, as WebM and as WAV', async (language, text) => {
  const wav = await postText({ parts: [{ language, text }], mimeType: 'audio/wav' })
  const webm = await postText({ parts: [{ language, text }], mimeType: 'audio/webm' })
  expect([webm.headers.get('content-type'), wav.headers.get('content-type')]).toEqual(['audio/webm', 'audio/wav'])
  const { rate, samples } = soundOfWav(Buffer.from(await wav.arrayBuffer()))
  const seconds = samples.length / rate
  expect(seconds).toBeGreaterThan(1)
  expect(seconds).toBeLessThan(6)
  expect(loudness(samples)).toBeGreaterThan(0.02)
  const packed = await webm.arrayBuffer()
  expect(packed.byteLength).toBeGreaterThan(1000)
  expect(packed.byteLength).toBeLessThan(samples.byteLength / 5)
})

/** Root mean square of the samples, of 1. */
const loudness = (samples: Int16Array): number =>
  Math.sqrt(samples.reduce((sum, sample) => sum + (sample / 32_768) ** 2, 0) / samples.length)

test('a spoken English text is recognised', async () => {
  const reply = await postText({ parts: [{ language: 'en', text: 'The road to the river is closed.' }], mimeType: 'audio/webm' })
  const frame = encodeFrame('recording', new Uint8Array(await reply.arrayBuffer()))
  const lines = (await (await post(new Uint8Array(frame))).text()).trim().split('\n')
  expect((JSON.parse(lines.at(-1) ?? '') as { text: string }).text).toMatch(/the road to the river/)
})

test('a long Japanese text, text for a program and text without words are spoken or refused, and the service continues', async () => {
  for (const text of ['あ'.repeat(500), '-ow /tmp/file; rm', '\u0000', '…', '\' " $(id) `id` \\']) {
    const reply = await postText({ parts: [{ language: 'ja', text }], mimeType: 'audio/wav' }).catch(() => null)
    expect([200, undefined]).toContain(reply?.status)
    await reply?.arrayBuffer()
  }
  expect((await fetch(`${url}/health`, { headers })).status).toBe(200)
})

test.each([
  'no JSON',
  {},
  { parts: [], mimeType: 'audio/webm' },
  { parts: [{ language: 'fr', text: 'bonjour' }], mimeType: 'audio/webm' },
  { parts: [{ language: 'en', text: 'a'.repeat(601) }], mimeType: 'audio/webm' },
  { parts: [{ language: 'en', text: 'a' }], mimeType: 'audio/mp3' },
  'a'.repeat(300_000),
])('the text %j gets 400', async (body) => {
  expect((await postText(body)).status).toBe(400)
})

longTest('the last line of a stream is its final text', async () => {
  const frames = encodeOpus(await speak('the road to the river is closed')).map((packet) => encodeFrame('opus', packet))
  const reply = await post(new Uint8Array(Buffer.concat(frames)))
  const lines = (await reply.text()).trim().split('\n')
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ kind: 'final', text: 'the road to the river is closed', isSpeech: true })
})

test.each([
  ['an unknown kind', new Uint8Array([9, 1, 0, 0, 0, 1])],
  ['a frame above the limit', new Uint8Array([0, 255, 255, 255, 255, 1])],
])('%s closes the connection, and the service continues', async (_name, bytes) => {
  await expect(post(bytes).then((reply) => reply.text())).rejects.toThrow()
  expect((await fetch(`${url}/health`, { headers })).status).toBe(200)
})

test('more than 64 streams at once are refused with 503, and another one is accepted after they end', async () => {
  const controller = new AbortController()
  const open = () => {
    const body = new ReadableStream<Uint8Array>({ start: (sender) => sender.enqueue(encodeFrame('pcm', new Uint8Array(2))) })
    const request = { method: 'POST', headers, body, duplex: 'half', signal: controller.signal } as const
    return fetch(`${url}/streams?language=en`, request)
  }
  const replies = await Promise.all(Array.from({ length: 64 }, open))
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
  expect((await post(new Uint8Array(0))).status).toBe(503)
  controller.abort()
  for (const { body } of replies) await body?.cancel().catch(() => undefined)
  await vi.waitFor(async () => expect((await post(new Uint8Array(0))).status).toBe(200), 10_000)
})

test('without a secret the process ends with a line that names the setting', async () => {
  const failing = fork(MAIN, { env: {}, execArgv: [], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
  let log = ''
  failing.stderr?.on('data', (data) => (log += String(data)))
  await once(failing, 'close')
  expect(failing.exitCode).toBe(1)
  expect(log).toMatch(/^SPEECH_SECRET: is missing/)
})
