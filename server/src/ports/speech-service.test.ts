import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { longTest } from '#/testing/long-test.ts'
import { collectSpawned } from '#/testing/processes/spawned-processes.ts'
import { killSpeechProcesses } from '#/testing/processes/kill-speech-processes.ts'
import { speak } from '../../../speech/src/testing/flite.ts'
import { encodeOpus } from '../../../speech/src/audio/opus-encoder.ts'
import { SpeechService } from './speech-service.ts'

const ROAD = 'the road to the river is closed'
const NONE = [
  { language: 'en', dictation: false, commands: false },
  { language: 'ja', dictation: false, commands: false },
]
const UNKNOWN = { text: null, isSpeech: true, isLost: true }
/** Milliseconds for which a test waits on a busy computer. */
const TIMEOUT = 90_000

function startService(speech: { url: string; secret: string } | null = null) {
  const warnings: string[] = []
  const service = new SpeechService({ speech, speechDecoders: 1, speechModelDir: null }, (text) => void warnings.push(text))
  onTestFinished(() => service.close())
  return { service, warnings }
}

function open({ service }: ReturnType<typeof startService>, language: 'en' | 'ja' = 'en') {
  const partials: string[] = []
  let ends = 0
  const stream = service.open({ language, onPartial: (text) => void partials.push(text), onEndOfUtterance: () => void ends++ })
  return { stream, partials, ends: () => ends }
}

/** Starts an HTTP server in the place of the speech service. */
async function listen(server: Server): Promise<{ url: string; secret: string }> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, secret: 'a secret of the tests' }
}

longTest('English packets become partial texts, the end of the utterance and the text', { timeout: TIMEOUT }, async () => {
  const speech = startService()
  const { stream, partials, ends } = open(speech)
  const packets = encodeOpus(await speak(ROAD))
  for (const packet of packets.slice(0, 120)) stream.acceptOpus(packet)
  await vi.waitFor(() => expect(partials.at(-1)).toMatch(/^the/), TIMEOUT)
  for (const packet of packets.slice(120)) stream.acceptOpus(packet)
  stream.acceptPcm(new Int16Array(16_000))
  await vi.waitFor(() => expect(ends()).toBe(1), TIMEOUT)
  expect(await stream.finish()).toMatchObject({ text: ROAD, isSpeech: true })
  expect(speech.warnings).toEqual([])
})

test(
  'a killed child process is restarted in the middle of an utterance, and the text is complete',
  { timeout: TIMEOUT },
  async () => {
    const speech = startService()
    const { stream } = open(speech)
    const packets = encodeOpus(await speak(ROAD))
    const half = packets.length / 2
    for (const packet of packets.slice(0, half)) stream.acceptOpus(packet)
    await vi.waitFor(async () => expect(await speech.service.languages()).not.toEqual(NONE), TIMEOUT)
    expect(killSpeechProcesses()).toBe(1)
    for (const packet of packets.slice(half)) stream.acceptOpus(packet)
    expect(await stream.finish()).toMatchObject({ text: ROAD, isSpeech: true })
    expect(speech.warnings).toEqual([expect.stringContaining('SIGKILL')])
  },
)

longTest('a late error of the child process ends it alone, and the next use starts another', { timeout: TIMEOUT }, async () => {
  const spawned = collectSpawned()
  const speech = startService()
  await vi.waitFor(async () => expect(await speech.service.languages()).not.toEqual(NONE), TIMEOUT)
  expect(spawned).toHaveLength(1)
  spawned[0]?.emit('error', new Error('late')) // throws without a listener
  expect(speech.warnings).toEqual([expect.stringContaining('late')])
  await vi.waitFor(async () => expect(await speech.service.languages()).not.toEqual(NONE), TIMEOUT)
  expect(spawned).toHaveLength(2)
  expect(spawned[0]?.killed).toBe(true)
})

longTest('a closed service ends its child process and answers as without a recogniser', { timeout: TIMEOUT }, async () => {
  const speech = startService()
  await vi.waitFor(async () => expect(await speech.service.languages()).not.toEqual(NONE), TIMEOUT)
  speech.service.close()
  await vi.waitFor(() => expect(killSpeechProcesses()).toBe(0), TIMEOUT)
  expect(await speech.service.languages()).toEqual(NONE)
  expect(await open(speech).stream.finish()).toEqual(UNKNOWN)
})

test('Japanese has no recogniser: the text is null, and speech is detected', { timeout: TIMEOUT }, async () => {
  const { stream } = open(startService(), 'ja')
  for (const packet of encodeOpus(await speak(ROAD))) stream.acceptOpus(packet)
  const { durationMs, ...result } = await stream.finish()
  expect(result).toEqual({ text: null, isSpeech: true })
  expect(durationMs).toBeGreaterThan(3000)
})

longTest('the child process starts with the first question for its voices, and speaks', { timeout: TIMEOUT }, async () => {
  const { service, warnings } = startService()
  expect(await service.voices()).toContain('en')
  const sound = await service.synthesize({ parts: [{ language: 'en', text: ROAD }], mimeType: 'audio/wav' })
  expect(sound?.mimeType).toBe('audio/wav')
  expect(sound?.bytes.length).toBeGreaterThan(30_000)
  expect(killSpeechProcesses()).toBe(1)
  expect(await service.synthesize({ parts: [{ language: 'en', text: ROAD }], mimeType: 'audio/webm' })).not.toBeNull()
  service.close()
  expect(await service.synthesize({ parts: [{ language: 'en', text: ROAD }], mimeType: 'audio/webm' })).toBeNull()
  expect(warnings).toEqual([expect.stringContaining('SIGKILL')])
})

test('a service that sends anything else as sound has no voice', async () => {
  const endpoint = await listen(createServer((_request, response) => response.end('<html>')))
  const { service } = startService(endpoint)
  expect(await service.voices()).toEqual([])
  expect(await service.synthesize({ parts: [{ language: 'en', text: 'a' }], mimeType: 'audio/wav' })).toBeNull()
})

longTest('silence is not speech', { timeout: TIMEOUT }, async () => {
  const { stream } = open(startService())
  stream.acceptPcm(new Int16Array(32_000))
  expect(await stream.finish()).toEqual({ text: '', isSpeech: false, durationMs: 2000 })
})

test('a stream to a service that ends each connection connects twice and has no text', async () => {
  let connections = 0
  const endpoint = await listen(createServer((request) => void (connections++, request.socket.destroy())))
  expect(await open(startService(endpoint)).stream.finish()).toEqual(UNKNOWN)
  expect(connections).toBe(2)
})

test('a stream to a service that sends anything else has no text', async () => {
  const endpoint = await listen(createServer((_request, response) => response.end('<html>\n{"kind":"final"}\n')))
  const speech = startService(endpoint)
  expect(await open(speech).stream.finish()).toEqual(UNKNOWN)
  expect(await speech.service.languages()).toEqual(NONE)
})

longTest('a stream to a service that does not answer has no text after a minute', async () => {
  const speech = startService(await listen(createServer(() => undefined)))
  const { stream } = open(speech)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const result = stream.finish()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await result).toEqual(UNKNOWN)
  vi.useRealTimers()
  expect(await speech.service.languages()).toEqual(NONE)
})

test('a service at an address that refuses connections counts as absent', async () => {
  const server = createServer()
  const endpoint = await listen(server)
  await new Promise((resolve) => server.close(resolve))
  const speech = startService(endpoint)
  expect(await speech.service.languages()).toEqual(NONE)
  expect(await open(speech).stream.finish()).toEqual(UNKNOWN)
})

test('a closed stream calls no callback and resolves', async () => {
  const { stream, partials } = open(startService(await listen(createServer(() => undefined))))
  stream.acceptPcm(new Int16Array(16_000))
  stream.close()
  stream.acceptPcm(new Int16Array(16_000))
  expect(await stream.finish()).toEqual(UNKNOWN)
  expect(partials).toEqual([])
})
