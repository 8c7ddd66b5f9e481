import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import type { SpeechResult } from '#/ports/speech.ts'
import { ATTACKER, from, PROXY, raiseFrom, SHELTER } from '#/testing/scenes/alert-sources.ts'
import { createGroup } from '#/testing/scenes/chats.ts'
import { TestSpeech } from '#/testing/test-speech.ts'
import { startTestServer, type TestServer, type TestUser } from '#/testing/test-server.ts'
import { TEXT_WITHIN } from '#/testing/scenes/voice.ts'
import { cleanMedia } from '../../http/media/media-cleaner.ts'
import { record } from '../../../../speech/src/testing/recording.ts'
import { NoteTurns } from './note-turns.ts'

/** The seconds of a note of a caller without a session. */
const ANONYMOUS = 5

let noroshi: TestServer
let speech: TestSpeech
let ren: TestUser
let aoi: TestUser
let threadId = ''
/** Recordings of silence by their seconds. */
const recordings = new Map<number, Uint8Array<ArrayBuffer>>()
/** The seconds of a recording by the bytes that the server stores of it. */
const secondsOf = new Map<number, number>()

beforeAll(async () => {
  speech = new TestSpeech()
  noroshi = await startTestServer(PROXY, { speech })
  for (const seconds of [1, 2, 3, 4, ANONYMOUS]) await addRecording(seconds)
})
afterAll(() => noroshi[Symbol.asyncDispose]())
beforeEach(async () => {
  ;[ren, aoi] = await noroshi.people('Ren', 'Aoi')
  threadId = (await createGroup(ren, [aoi])).id
  speech.streams.length = 0
})

async function addRecording(seconds: number) {
  const bytes = await record(new Int16Array(16_000 * seconds))
  const stored = await cleanMedia(Buffer.from(bytes), 'audio/webm')
  if (typeof stored === 'string') throw new Error(stored)
  recordings.set(seconds, bytes)
  secondsOf.set(stored.bytes.length, seconds)
}

/** Returns the seconds of each recording of which all bytes have reached the recogniser. */
const heard = () => speech.streams.flatMap(({ recordingBytes }) => secondsOf.get(recordingBytes) ?? [])
const waitUntilHeard = (count: number) => vi.waitFor(() => expect(heard()).toHaveLength(count), TEXT_WITHIN)
const file = (seconds: number) => ({ name: 'voice.webm', bytes: recordings.get(seconds) ?? new Uint8Array() })

const sendNote = (user: TestUser, seconds: number) =>
  user.fetch(messageRoutes.upload, {
    form: { messageThreadId: threadId },
    files: [{ field: 'messageMedia', ...file(seconds) }],
  })

async function sendAnonymousNotes(count: number) {
  const { id, alertToken = '' } = await noroshi.visitor.fetch(alertRoutes.raise, { body: { clientId: randomUUID() } })
  for (let index = 0; index < count; index++)
    await noroshi.visitor.fetch(alertRoutes.upload, { form: { alertId: id }, files: [file(ANONYMOUS)], alertToken })
  return id
}

/** Sends a note of a caller without a session from an address, each to an alert of its own. */
async function sendNoteFrom(address: string, seconds: number) {
  const { id, alertToken = '' } = await raiseFrom(noroshi, address)
  const sent = { form: { alertId: id }, files: [file(seconds)], headers: from(address), alertToken }
  await noroshi.visitor.fetch(alertRoutes.upload, sent)
}

/** The next results of the recogniser wait until the test ends them. */
function holdResults(): (result: SpeechResult) => void {
  const { promise, resolve } = Promise.withResolvers<SpeechResult>()
  speech.result = promise
  return resolve
}
const TEXT: SpeechResult = { text: 'the road is closed', isSpeech: true }

test('the notes of a user do not wait for those of a caller without a session', { timeout: TEXT_WITHIN }, async () => {
  const end = holdResults()
  await sendAnonymousNotes(3)
  await waitUntilHeard(1)
  speech.result = Promise.resolve(TEXT)
  await sendNote(aoi, 1)
  await waitUntilHeard(2)
  expect(heard()).toEqual([ANONYMOUS, 1])
  end(TEXT)
  await waitUntilHeard(4)
})

test('users take turns, each with the shortest note first', { timeout: TEXT_WITHIN }, async () => {
  const end = holdResults()
  for (const seconds of [3, 2, 1]) await sendNote(ren, seconds)
  await waitUntilHeard(1)
  await sendNote(aoi, 4)
  speech.result = Promise.resolve(TEXT)
  end(TEXT)
  await waitUntilHeard(4)
  const [first, ...others] = heard()
  expect(others).toEqual([4, ...[1, 2, 3].filter((each) => each !== first)])
})

test.each([
  ['short', [1, 2, 3], ANONYMOUS],
  ['long', [3, 4, ANONYMOUS], 1],
] as const)(
  'the note of an address without a session is next after one of many %s notes of another address',
  { timeout: TEXT_WITHIN },
  async (_, many, single) => {
    const end = holdResults()
    for (const seconds of many) await sendNoteFrom(ATTACKER, seconds)
    await waitUntilHeard(1)
    await sendNoteFrom(SHELTER, single)
    speech.result = Promise.resolve(TEXT)
    end(TEXT)
    await waitUntilHeard(4)
    const [first, ...others] = heard()
    expect(others).toEqual([single, ...many.filter((each) => each !== first)])
  },
)

test('of one anonymous source four notes wait for a transcript, and further ones keep their recording', async () => {
  const end = holdResults()
  const id = await sendAnonymousNotes(6)
  const { alertMedias } = await ren.fetch(alertRoutes.get, { params: { id } })
  const withState = (state: string) => alertMedias.filter(({ transcript }) => transcript?.state === state)
  expect([withState('pending').length, withState('unavailable').length]).toEqual([4, 2])
  end(TEXT)
})

test('a source that had its turn is after all others', () => {
  const note = (source: string, size: number) => ({ source, size, file_id: `${source}${size}` })
  const turns = new NoteTurns()
  expect(turns.next([note('a', 5), note('b', 9)])?.source).toBe('a')
  expect(turns.next([note('a', 1), note('b', 9)])?.source).toBe('b')
  expect(turns.next([note('a', 8), note('b', 1)])?.source).toBe('a')
  expect(turns.next([note('a', 8), note('b', 1), note('c', 99)])?.source).toBe('c')
  expect(turns.next([])).toBeUndefined()
})
