import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { SPOKEN_TEXT_MAX } from '@noroshi/contract/limits'
import { speechRoutes } from '@noroshi/contract/speech/speech.http'
import { startPersonalChat } from '#/testing/scenes/chats.ts'
import { longTest } from '#/testing/long-test.ts'
import { TestSpeech } from '#/testing/test-speech.ts'
import { type TestServer, type TestUser, startTestServer } from '#/testing/test-server.ts'
import { partOf, TEXT_WITHIN, trySendPart } from '#/testing/scenes/voice.ts'
import { speak } from '../../../../speech/src/testing/flite.ts'
import { cutRecording, record } from '../../../../speech/src/testing/recording.ts'

const BYTES = new Uint8Array(100)
/** A part of a spoken command, which belongs to no thread. */
const part = (
  timestamp: number,
  { bytes = BYTES, isLast = false, isAnswer = false, userId = undefined as string | undefined } = {},
) => ({
  threadId: '',
  timestamp,
  bytes,
  isLast,
  isAnswer,
  ...(userId !== undefined && { userId }),
})

describe('with a replaced recogniser', () => {
  let noroshi: TestServer
  let aiko: TestUser
  let ben: TestUser
  let speech: TestSpeech
  beforeAll(async () => {
    speech = new TestSpeech()
    noroshi = await startTestServer({}, { speech })
  })
  afterAll(() => noroshi[Symbol.asyncDispose]())
  beforeEach(async () => {
    ;[aiko, ben] = await noroshi.people('Aiko', 'Ben')
    speech.result = Promise.resolve({ text: 'call Ben', isSpeech: true, isCommand: true })
  })

  /** The stream to the recogniser that was opened last. */
  const lastStream = () => {
    const stream = speech.streams.at(-1)
    if (stream === undefined) throw new Error('no stream')
    return stream
  }

  test('a user who speaks in many sessions has three recordings, and other users speak meanwhile', async () => {
    const before = speech.streams.length
    const sessions = await Promise.all(Array.from({ length: 20 }, () => noroshi.anotherSession(aiko)))
    for (const session of sessions) expect((await trySendPart(session, part(1000))).status).toBe(200)
    const opened = speech.streams.slice(before)
    expect(opened.filter(({ isClosed }) => !isClosed)).toHaveLength(3)
    expect((await trySendPart(ben, part(1000))).status).toBe(200)
  })

  test('parts go to the recogniser with the names of the contacts, and the last reply has what was said', async () => {
    await startPersonalChat(aiko, ben)
    const socket = await aiko.openSocket()
    await socket.send('hfo:join', { userId: aiko.id })
    const first = await trySendPart(aiko, part(1000))
    expect(Object.keys(first.body)).toEqual(['messageId'])
    lastStream().options.onPartial('call')
    const last = await trySendPart(aiko, part(2000, { isLast: true }))
    expect(last.body).toEqual({ ...first.body, spoken: { text: 'call Ben', isCommand: true } })
    expect(lastStream().recordingBytes).toBe(200)
    expect(lastStream().options.grammar?.names.map(({ text }) => text)).toContain('Ben')
    const id = first.body.messageId
    const own = { transmissionId: id, userId: aiko.id, messageThreadId: null }
    expect(await socket.next('hfo:message')).toMatchObject({ ...own, text: 'call', isFinal: false })
    expect(await socket.next('hfo:message')).toMatchObject({ ...own, text: 'call Ben', isFinal: true, isCommand: true })
  })

  test('nothing of a spoken command is stored', async () => {
    await trySendPart(aiko, part(1000))
    await trySendPart(aiko, part(2000, { isLast: true }))
    for (const table of ['audio_streams', 'messages', 'files'] as const)
      expect(await noroshi.db.selectFrom(table).select('id').execute(), table).toEqual([])
  })

  test('the end of an utterance ends the recording, and its last part is without effect', async () => {
    const socket = await aiko.openSocket()
    await socket.send('hfo:join', { userId: aiko.id })
    await trySendPart(aiko, part(1000))
    lastStream().options.onEndOfUtterance()
    expect(await socket.next('hfo:message')).toMatchObject({ isEndOfUtteranceDetected: true, isFinal: false })
    expect(await socket.next('hfo:message')).toMatchObject({ text: 'call Ben', isFinal: true })
    const { status, body } = await trySendPart(aiko, part(2000, { isLast: true }))
    expect([status, body.spoken]).toEqual([200, { text: 'call Ben', isCommand: true }])
    expect(lastStream().recordingBytes).toBe(100)
  })

  test('an answer goes on after an utterance, whose command is sent at once, and knows no names', async () => {
    await startPersonalChat(aiko, ben)
    const socket = await aiko.openSocket()
    await socket.send('hfo:join', { userId: aiko.id })
    await trySendPart(aiko, part(1000, { isAnswer: true }))
    const { options } = lastStream()
    expect(options.grammar).toMatchObject({ isClosed: true, names: [] })
    options.onEndOfUtterance()
    options.onCommand?.('stop')
    expect(await socket.next('hfo:message')).toMatchObject({ isEndOfUtteranceDetected: true, isFinal: false })
    expect(await socket.next('hfo:message')).toMatchObject({ text: 'stop', isCommand: true, isFinal: false })
    await trySendPart(aiko, part(2000, { isAnswer: true }))
    expect(lastStream().recordingBytes).toBe(200)
    await trySendPart(aiko, part(3000, { isAnswer: true, isLast: true }))
    expect(await socket.next('hfo:message')).toMatchObject({ isFinal: true })
  })

  test('a text of the set length ends the recording', async () => {
    const socket = await aiko.openSocket()
    await socket.send('hfo:join', { userId: aiko.id })
    await trySendPart(aiko, part(1000))
    lastStream().options.onPartial('a'.repeat(SPOKEN_TEXT_MAX))
    await socket.next('hfo:message')
    expect(await socket.next('hfo:message')).toMatchObject({ isFinal: true })
  })

  test('a repeated part has no effect, and a part after the end begins another command', async () => {
    const { body } = await trySendPart(aiko, part(1000))
    await trySendPart(aiko, part(1000))
    expect(lastStream().recordingBytes).toBe(100)
    await trySendPart(aiko, part(2000, { isLast: true }))
    expect((await trySendPart(aiko, part(3000))).body.messageId).not.toBe(body.messageId)
  })

  test('a repeated last part has the same reply, and the end of an earlier recording does not end a later one', async () => {
    await trySendPart(aiko, part(1000))
    const { status, body } = await trySendPart(aiko, part(2000, { isLast: true }))
    speech.result = Promise.resolve({ text: 'stop', isSpeech: true, isCommand: true })
    expect(await trySendPart(aiko, part(2000, { isLast: true }))).toMatchObject({ status, body })
    await trySendPart(aiko, part(3000))
    expect((await trySendPart(aiko, part(2500, { isLast: true }))).status).toBe(409)
    expect((await trySendPart(aiko, part(4000, { isLast: true }))).body.spoken).toEqual({ text: 'stop', isCommand: true })
  })

  test('only the pages of the speaker that have joined receive the text', async () => {
    const [joined, silent, other] = [await aiko.openSocket(), await aiko.openSocket(), await ben.openSocket()]
    await joined.send('hfo:join', { userId: aiko.id })
    await expect(other.send('hfo:join', { userId: aiko.id })).resolves.toMatchObject({ ok: false, code: 'forbidden' })
    await trySendPart(aiko, part(1000, { isLast: true }))
    await joined.next('hfo:message')
    await joined.send('hfo:leave', { userId: aiko.id })
    await trySendPart(aiko, part(2000, { isLast: true }))
    for (const socket of [joined, silent, other]) await socket.settle()
    expect(silent.names()).not.toContain('hfo:message')
    expect(other.names()).not.toContain('hfo:message')
    expect(joined.names().filter((name) => name === 'hfo:message')).toHaveLength(1)
  })

  test('a recogniser without a text answers null, the end of no recording 409, another user 403, a visitor 401', async () => {
    speech.result = Promise.resolve({ text: null, isSpeech: true })
    expect((await trySendPart(aiko, part(1000, { isLast: true }))).body.spoken).toBeNull()
    const end = { form: { ...partOf(part(2000)).form, recStop: 'manual-disable' }, files: [] }
    expect((await aiko.request(speechRoutes.audioStream, end)).status).toBe(409)
    expect((await trySendPart(aiko, part(3000, { userId: ben.id }))).status).toBe(403)
    expect((await noroshi.visitor.request(speechRoutes.audioStream, partOf(part(4000)))).status).toBe(401)
  })
})

longTest('the recogniser understands a spoken command with the name of a contact', { timeout: TEXT_WITHIN }, async () => {
  await using noroshi = await startTestServer()
  const [aiko, robert] = await noroshi.people('Aiko', 'Robert')
  await startPersonalChat(aiko, robert)
  const abilities = await vi.waitFor(async () => {
    const { languages } = await aiko.fetch(speechRoutes.languages)
    expect(languages).toContainEqual({ language: 'en', dictation: true, commands: true })
    return languages
  }, TEXT_WITHIN)
  expect(abilities).toContainEqual({ language: 'ja', dictation: false, commands: true })
  const parts = cutRecording(await record(await speak('call Robert')), 3)
  for (const [index, bytes] of parts.entries()) await trySendPart(aiko, part(1000 + index, { bytes }))
  const { body } = await trySendPart(aiko, { threadId: '', timestamp: 2000, isLast: true })
  expect(body.spoken).toEqual({ text: 'call Robert', isCommand: true })
})

test('the recogniser reports a "stop" while the recording goes on', { timeout: TEXT_WITHIN }, async () => {
  await using noroshi = await startTestServer()
  const [aiko] = await noroshi.people('Aiko')
  const socket = await aiko.openSocket()
  await socket.send('hfo:join', { userId: aiko.id })
  const speech = await speak('stop')
  const sound = new Int16Array(speech.length + 48_000)
  sound.set(speech, 16_000)
  for (const [index, bytes] of cutRecording(await record(sound), 6).entries())
    await trySendPart(aiko, part(1000 + index, { bytes, isAnswer: true }))
  await vi.waitFor(async () => expect(await socket.next('hfo:message')).toMatchObject({ text: 'stop' }), TEXT_WITHIN)
  const { body } = await trySendPart(aiko, { threadId: '', timestamp: 9000, isLast: true, isAnswer: true })
  expect(body.spoken).toEqual({ text: 'stop', isCommand: true })
})
