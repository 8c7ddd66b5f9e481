import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from 'mediabunny'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Message } from '@noroshi/contract/messaging/messaging.http'
import { fetchHistory, fetchLive, openPages, outcomeOf, release, say, sendSound, talk } from '#/testing/scenes/radio.ts'
import { TestSpeech } from '#/testing/test-speech.ts'
import { startTestServer, type TestServer, type TestUser } from '#/testing/test-server.ts'
import { recognisePending } from './radio-recorder.service.ts'

const speech = new TestSpeech()
let noroshi: TestServer
let aiko: TestUser
let ben: TestUser
let chika: TestUser
beforeAll(async () => {
  noroshi = await startTestServer({}, { speech })
})
afterAll(() => noroshi[Symbol.asyncDispose]())
beforeEach(async () => {
  // A user may start some twenty radio chats a minute.
  ;[aiko, ben, chika] = await noroshi.people('Aiko', 'Ben', 'Chika')
  speech.streams.length = 0
  speech.result = Promise.resolve({ text: 'the road is closed', isSpeech: true })
})

test('a transmission becomes one message with its recording and text, for members of the thread alone', async () => {
  const { groupId, speaker, bystander } = await openPages(aiko, ben, chika)
  const id = await talk(speaker)
  sendSound(speaker, id, 50)
  sendSound(speaker, id, 50, 60)
  await release(speaker)
  const message = await outcomeOf(speaker, id)
  const { radioChat } = await fetchLive(ben, groupId)
  expect(message).toMatchObject({
    id,
    MessageThreadId: groupId,
    SenderId: aiko.id,
    messageType: 'asrChat',
    text: 'the road is closed',
    seq: 1,
    messageMedias: [{ type: 'audio/webm' }],
    radio: { radioChatId: radioChat?.id, durationMs: 2200, language: 'en', transcription: 'complete' },
  })
  expect(await bystander.next('messages:new_message')).toEqual(message)
  expect(speech.streams.at(-1)?.packets).toBe(100)
  const { mediaUrl = '' } = message?.messageMedias[0] ?? {}
  const recording = await ben.rawFetch(mediaUrl)
  expect(recording.headers.get('content-type')).toBe('audio/webm')
  expect(await timesIn(await recording.arrayBuffer())).toEqual([
    ...Array.from({ length: 50 }, (_, seq) => seq * 20),
    ...Array.from({ length: 50 }, (_, index) => (index + 60) * 20),
  ])
  const [outsider] = await noroshi.people('Dan')
  expect((await outsider.rawFetch(mediaUrl)).status).toBe(404)
})

/** Returns the milliseconds at which the packets of a recording begin. */
async function timesIn(bytes: ArrayBuffer): Promise<number[]> {
  const track = await new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS }).getPrimaryAudioTrack()
  if (!track) throw new Error('the recording has no sound')
  const times: number[] = []
  for await (const packet of new EncodedPacketSink(track).packets()) times.push(Math.round(packet.timestamp * 1000))
  return times
}

test('noise and a touch of the button become no message', async () => {
  const { groupId, speaker } = await openPages(aiko, ben, chika)
  speech.result = Promise.resolve({ text: '', isSpeech: false })
  expect(await say(speaker)).toBeNull()
  speech.result = Promise.resolve({ text: 'a', isSpeech: true })
  const id = await talk(speaker)
  sendSound(speaker, id, 10)
  await release(speaker)
  expect(await outcomeOf(speaker, id)).toBeNull()
  expect(await fetchHistory(ben, groupId)).toEqual([])
})

test('without a recogniser the message keeps its recording and has no text', async () => {
  const { speaker } = await openPages(aiko, ben, chika)
  speech.result = Promise.resolve({ text: null, isSpeech: true })
  const message = await say(speaker, { language: 'ja' })
  expect(message).toMatchObject({ text: '', messageMedias: [{}], radio: { language: 'ja', transcription: 'unavailable' } })
})

test('a late text follows after the message', async () => {
  const { groupId, speaker, listener } = await openPages(aiko, ben, chika)
  const { promise, resolve } = Promise.withResolvers<{ text: string; isSpeech: boolean }>()
  speech.result = promise
  const message = await say(speaker)
  expect(message).toMatchObject({ text: '', version: 1, radio: { transcription: 'pending' } })
  resolve({ text: 'water at the bridge', isSpeech: true })
  const later = await listener.socket.next('messages:updated')
  expect(later).toMatchObject({ id: message?.id, text: 'water at the bridge', version: 2, radio: { transcription: 'complete' } })
  expect(await fetchHistory(ben, groupId)).toEqual([later])
})

test('a recording whose recogniser ended with its process is recognised later', async () => {
  const { groupId, speaker } = await openPages(aiko, ben, chika)
  speech.result = new Promise(() => undefined)
  const message = await say(speaker)
  speech.result = Promise.resolve({ text: 'we are safe', isSpeech: true })
  await recognisePending(noroshi.deps)
  expect(await fetchHistory(ben, groupId)).toMatchObject([{ radio: { transcription: 'pending' } }])
  noroshi.clock.advance({ minutes: 2 })
  await recognisePending(noroshi.deps)
  expect(speech.streams.at(-1)?.recordingBytes).toBe(message?.messageMedias[0]?.size)
  expect(await fetchHistory(ben, groupId)).toMatchObject([{ text: 'we are safe', radio: { transcription: 'complete' } }])
})

test('a recording whose recogniser is lost is recognised later, and has no text after three hours', async () => {
  const { groupId, speaker } = await openPages(aiko, ben, chika)
  const lost = Promise.resolve({ text: null, isSpeech: true, isLost: true as const })
  const stateOf = async (index: number) => (await fetchHistory(ben, groupId))[index]?.radio?.transcription
  speech.result = lost
  expect(await say(speaker)).toMatchObject({ text: '', radio: { transcription: 'pending' } })
  noroshi.clock.advance({ minutes: 2 })
  await recognisePending(noroshi.deps)
  expect(await stateOf(0)).toBe('pending')
  speech.result = Promise.resolve({ text: 'we are safe', isSpeech: true })
  await recognisePending(noroshi.deps)
  expect(await fetchHistory(ben, groupId)).toMatchObject([{ text: 'we are safe', radio: { transcription: 'complete' } }])
  speech.result = lost
  await say(speaker)
  noroshi.clock.advance({ minutes: 179 })
  await recognisePending(noroshi.deps)
  expect(await stateOf(1)).toBe('pending')
  noroshi.clock.advance({ minutes: 2 })
  await recognisePending(noroshi.deps)
  expect(await stateOf(1)).toBe('unavailable')
})

test('members receive the text so far, and only a transmission that asks for it ends with the utterance', async () => {
  const { speaker, listener } = await openPages(aiko, ben, chika)
  const speak = async (options: object) => {
    const id = await talk(speaker, options)
    sendSound(speaker, id, 50)
    await vi.waitFor(() => expect(speech.streams.at(-1)?.packets).toBe(50), 10_000)
    const stream = speech.streams.pop()
    stream?.options.onPartial('the road')
    stream?.options.onEndOfUtterance()
    return id
  }
  const held = await speak({})
  const partial = { messageThreadId: speaker.messageThreadId, transmissionId: held, userId: aiko.id, text: 'the road' }
  expect(await listener.socket.next('message:transcribe-message')).toMatchObject({ ...partial, isEndOfUtteranceDetected: false })
  expect(await listener.socket.next('message:transcribe-message')).toMatchObject({ ...partial, isEndOfUtteranceDetected: true })
  expect(await talk(speaker)).toBe(held)
  await release(speaker)
  const free = await speak({ endsWithUtterance: true })
  expect(await outcomeOf(speaker, free)).toMatchObject({ id: free })
})

test('a message is stored after the storage of files failed for a moment', async () => {
  const { speaker } = await openPages(aiko, ben, chika)
  noroshi.expectsInLog(/the disk is full/)
  const put = vi.spyOn(noroshi.deps.storage, 'put').mockRejectedValueOnce(new Error('the disk is full'))
  expect(await say(speaker)).toMatchObject({ text: 'the road is closed', messageMedias: [{ type: 'audio/webm' }] })
  expect(put).toHaveBeenCalledTimes(2)
  put.mockRestore()
})

test('a message is stored after PostgreSQL returns', async () => {
  const { speaker } = await openPages(aiko, ben, chika)
  noroshi.expectsInLog(/./)
  const id = await talk(speaker)
  sendSound(speaker, id, 50)
  await vi.waitFor(() => expect(speech.streams.at(-1)?.packets).toBe(50), 10_000)
  const { promise, resolve } = Promise.withResolvers<{ text: string; isSpeech: boolean }>()
  speech.result = promise
  const outcome = outcomeOf(speaker, id)
  await release(speaker)
  resolve({ text: 'fire', isSpeech: true })
  await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()`
    .execute(noroshi.db)
    .catch(() => undefined)
  const message: Message | null = await outcome
  expect(message).toMatchObject({ id })
})
