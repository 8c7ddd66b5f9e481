import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { AUDIO_PART_BYTES_MAX, AUDIO_PARTS_MAX } from '@noroshi/contract/limits'
import type { Message } from '@noroshi/contract/messaging/messaging.http'
import { speechRoutes } from '@noroshi/contract/speech/speech.http'
import { longTest } from '#/testing/long-test.ts'
import { createGroup, removeMember, setAcceptance, startPersonalChat } from '#/testing/scenes/chats.ts'
import { fetchHistory, openRadioPage, startRadio } from '#/testing/scenes/radio.ts'
import { killSpeechProcesses } from '#/testing/processes/kill-speech-processes.ts'
import { packetsOf } from '#/testing/scenes/sound-files.ts'
import { type TestServer, type TestUser, startTestServer } from '#/testing/test-server.ts'
import { partOf, recordRoad, recordSilence, ROAD, sendPart, sendParts, TEXT_WITHIN, trySendPart } from '#/testing/scenes/voice.ts'

let noroshi: TestServer
let sender: TestUser
let listener: TestUser
let outsider: TestUser
let threadId = ''
let parts: Uint8Array<ArrayBuffer>[] = []

beforeAll(async () => {
  noroshi = await startTestServer()
  noroshi.expectsInLog(/The speech service ended \(SIGKILL\)/)
  parts = await recordRoad()
})
afterAll(() => noroshi[Symbol.asyncDispose]())
beforeEach(async () => {
  ;[sender, listener, outsider] = await noroshi.people('Ren', 'Aoi', 'Dora')
  threadId = (await createGroup(sender, [listener])).id
})

const received = (id: string): Promise<Message> =>
  vi.waitFor(async () => {
    const message = (await fetchHistory(listener, threadId)).find((one) => one.id === id)
    expect(message?.radio?.transcription).toMatch(/complete|unavailable/)
    return message as Message // found above
  }, TEXT_WITHIN)

/** Waits until the recording has been stored or discarded. */
const stored = (id: string) =>
  vi.waitFor(async () => {
    const row = await noroshi.db.selectFrom('audio_streams').select('stored_at').where('id', '=', id).executeTakeFirstOrThrow()
    expect(row.stored_at).not.toBeNull()
  }, TEXT_WITHIN)

const storedKeys = async () => {
  const keys: string[] = []
  for await (const key of noroshi.deps.storage.storedBefore(new Date(Date.now() + 864e5))) keys.push(key)
  return keys
}

const bytesOf = async ({ messageMedias: [media] }: Message): Promise<Buffer> =>
  Buffer.from(await (await listener.rawFetch(media?.mediaUrl ?? '')).arrayBuffer())

describe('a voice post in parts', { timeout: TEXT_WITHIN }, () => {
  test('becomes a radio message with its recording and text, which both members receive', async () => {
    const socket = await listener.openSocket()
    const id = await sendParts(sender, parts, { threadId })
    const message = await received(id)
    expect(message).toMatchObject({
      text: ROAD,
      messageType: 'asrChat',
      SenderId: sender.id,
      seq: 1,
      radio: { radioChatId: null, durationMs: 3400, language: 'en', transcription: 'complete' },
    })
    expect(message.messageMedias).toMatchObject([{ type: 'audio/webm' }])
    expect(await packetsOf(await bytesOf(message))).toEqual(await packetsOf(Buffer.concat(parts)))
    expect(await socket.next('messages:new_message')).toMatchObject({ id, messageType: 'asrChat' })
  })

  longTest.each(['mp4', 'ogg'] as const)('in %s has its text too', async (format) => {
    const id = await sendParts(sender, await recordRoad(format), { threadId })
    const message = await received(id)
    expect(message).toMatchObject({ text: ROAD, messageMedias: [{ type: `audio/${format}` }] })
  })

  test('emits partial texts to the members of the radio chat while it grows, and to the sender', async () => {
    const radioChat = await startRadio(listener, threadId)
    const [own, other] = [await sender.openSocket(), await listener.openSocket()]
    await openRadioPage(other, threadId)
    for (const [index, bytes] of parts.entries()) await sendPart(sender, { threadId, bytes, timestamp: index })
    for (const socket of [own, other])
      await vi.waitFor(
        () => expect(JSON.stringify(socket.payloadsOf('message:transcribe-message'))).toContain('the road'),
        TEXT_WITHIN,
      )
    const id = await sendPart(sender, { threadId, timestamp: parts.length, isLast: true })
    expect(other.payloadsOf('message:transcribe-message')[0]).toMatchObject({ transmissionId: id, userId: sender.id })
    const { radio_chat_id } = await vi.waitFor(
      () => noroshi.db.selectFrom('radio_recordings').selectAll().where('message_id', '=', id).executeTakeFirstOrThrow(),
      TEXT_WITHIN,
    )
    expect(radio_chat_id).toBe(radioChat.id)
  })

  longTest('of a page of an earlier version, which sends recStop as a boolean, becomes a radio message', async () => {
    let id = ''
    for (const [index, bytes] of parts.entries()) {
      const isLast = index === parts.length - 1
      const { form, files } = partOf({ threadId, bytes, timestamp: 1000 * index })
      const reply = await sender.fetch(speechRoutes.audioStream, { form: { ...form, recStop: String(isLast) }, files })
      id = reply.messageId
    }
    expect(await packetsOf(await bytesOf(await received(id)))).toEqual(await packetsOf(Buffer.concat(parts)))
  })

  longTest('whose parts come in another order and twice has the recording in the order of the timestamps', async () => {
    const [first, second, third, last] = parts.map((bytes, index) => ({ threadId, bytes, timestamp: 1000 * index }))
    if (!first || !second || !third || !last) throw new Error('the recording has four parts')
    const ids = [
      await sendPart(sender, third),
      await sendPart(sender, first),
      await sendPart(sender, first),
      // The recording is stored half a second after the last part.
      ...(await Promise.all([sendPart(sender, { ...last, isLast: true }), sendPart(sender, second)])),
    ]
    const message = await received(ids[0] ?? '')
    expect(new Set(ids).size).toBe(1)
    expect(await packetsOf(await bytesOf(message))).toEqual(await packetsOf(Buffer.concat(parts)))
    expect(message.text).toBe(ROAD)
    expect(await sendPart(sender, { ...last, isLast: true })).toBe(message.id)
    expect((await trySendPart(sender, { ...second, bytes: new Uint8Array(5) })).status).toBe(409)
    expect(await fetchHistory(listener, threadId)).toHaveLength(1)
  })

  test('whose last part is lost is stored after ten seconds', async () => {
    const id = await sendPart(sender, { threadId, bytes: parts[0] ?? new Uint8Array(0), timestamp: 1 })
    await sql`UPDATE audio_streams SET due_at = due_at - interval '10 s'`.execute(noroshi.db)
    await stored(id)
    expect(await fetchHistory(listener, threadId)).toMatchObject([{ id }])
  })

  longTest('is not stored when the account of the sender is deleted while it is encoded', async () => {
    await sendPart(sender, { threadId, bytes: parts[0] ?? new Uint8Array(0), timestamp: 1 })
    const { storage } = noroshi.deps
    const put = storage.put.bind(storage)
    let written = ''
    const spy = vi.spyOn(storage, 'put').mockImplementationOnce(async (...given) => {
      await noroshi.db.deleteFrom('sessions').where('user_id', '=', sender.id).execute()
      const stored = await put(...given)
      written = stored.key
      return stored
    })
    await sql`UPDATE audio_streams SET due_at = due_at - interval '10 s'`.execute(noroshi.db)
    await vi.waitFor(() => expect(written).not.toBe(''), TEXT_WITHIN)
    spy.mockRestore()
    await vi.waitFor(async () => expect(await storedKeys()).not.toContain(written), TEXT_WITHIN)
    expect(await fetchHistory(listener, threadId)).toEqual([])
  })

  longTest('of an ended process is stored by another one', async () => {
    const id = await sendPart(sender, { threadId, bytes: parts[0] ?? new Uint8Array(0), timestamp: 1 })
    await sql`UPDATE audio_streams SET due_at = due_at - interval '1 h', claimed_until = clock_timestamp() - interval '1 s'`.execute(
      noroshi.db,
    )
    await stored(id)
    expect(await fetchHistory(listener, threadId)).toMatchObject([{ id }])
  })

  longTest('keeps its text when the recogniser is killed meanwhile', async () => {
    for (const [index, bytes] of parts.slice(0, 2).entries()) await sendPart(sender, { threadId, bytes, timestamp: index })
    await vi.waitFor(() => expect(killSpeechProcesses()).toBeGreaterThan(0), TEXT_WITHIN)
    const id = await sendParts(sender, parts.slice(2), { threadId, from: 2 })
    expect(await received(id)).toMatchObject({ text: ROAD })
  })

  test('of silence becomes no message', async () => {
    await stored(await sendParts(sender, await recordSilence(), { threadId }))
    expect(await fetchHistory(listener, threadId)).toEqual([])
  })

  test('in Japanese has its recording and no text', async () => {
    const message = await received(await sendParts(sender, parts, { threadId, language: 'ja' }))
    expect(message).toMatchObject({ text: '', radio: { language: 'ja', transcription: 'unavailable' } })
    expect(await packetsOf(await bytesOf(message))).toEqual(await packetsOf(Buffer.concat(parts)))
  })

  test('that is not sound is kept as a download', async () => {
    const page = new TextEncoder().encode('<html><script>alert(1)</script>')
    const message = await received(await sendParts(sender, [page], { threadId }))
    expect(message).toMatchObject({ text: '', messageMedias: [{ type: 'application/octet-stream' }] })
  })

  longTest('of two recordings after each other becomes two messages', async () => {
    const first = await sendParts(sender, parts, { threadId })
    const second = await sendParts(sender, parts, { threadId, from: 60_000 })
    expect(second).not.toBe(first)
    const complete = { text: ROAD, radio: { transcription: 'complete' } }
    expect(await received(first)).toMatchObject(complete)
    expect(await received(second)).toMatchObject(complete)
  })

  longTest('of a sender who is removed meanwhile becomes no message', async () => {
    const id = await sendPart(listener, { threadId, bytes: parts[0] ?? new Uint8Array(0), timestamp: 1 })
    await removeMember(sender, threadId, listener)
    await sql`UPDATE audio_streams SET due_at = due_at - interval '10 s'`.execute(noroshi.db)
    await stored(id)
    expect(await fetchHistory(sender, threadId)).toEqual([])
  })
})

describe('the address of voice posts', () => {
  const part = (more: object = {}) => ({ threadId, bytes: parts[0] ?? new Uint8Array(0), timestamp: 1, ...more })

  test('is also /asr-server/audio-stream, with the same rights', async () => {
    const form = new FormData()
    for (const [name, value] of Object.entries(partOf(part()).form)) form.append(name, value)
    form.append('file', new Blob([parts[0] ?? '']), 'blob')
    const statuses = []
    for (const caller of [sender, outsider, noroshi.visitor])
      statuses.push((await caller.rawFetch('/asr-server/audio-stream', { method: 'POST', body: form })).status)
    expect(statuses).toEqual([200, 404, 401])
  })

  test('replies 403 for the id of another user and 200 for the user’s own id', async () => {
    expect((await trySendPart(sender, part({ userId: listener.id }))).status).toBe(403)
    expect((await trySendPart(sender, part({ userId: sender.id }))).status).toBe(200)
  })

  test('replies 403 to a blocked sender', async () => {
    const personal = await startPersonalChat(sender, listener)
    await setAcceptance(listener, personal.id, false)
    expect((await trySendPart(sender, part({ threadId: personal.id }))).status).toBe(403)
  })

  test('replies 413 for a part above the limit, and beyond the number of parts, which ends the recording', async () => {
    const large = new Uint8Array(AUDIO_PART_BYTES_MAX + 1)
    expect((await trySendPart(sender, part({ bytes: large }))).status).toBe(413)
    const whole = new Uint8Array(Buffer.concat(parts))
    const size = Math.floor(whole.length / (AUDIO_PARTS_MAX + 1))
    const id = await sendPart(sender, part({ bytes: whole.slice(0, size) }))
    const more = Array.from({ length: AUDIO_PARTS_MAX - 1 }, (_, index) => ({
      stream_id: id,
      bytes: Buffer.from(whole.slice((index + 1) * size, (index + 2) * size)),
      timestamp: 2 + index,
      hash: randomBytes(32),
    }))
    await noroshi.db.insertInto('audio_parts').values(more).execute()
    const { status, body } = await trySendPart(sender, part({ timestamp: 1000, bytes: whole.slice(AUDIO_PARTS_MAX * size) }))
    expect([status, body]).toMatchObject([413, { code: 'speech.recordingTooLong' }])
    await stored(id)
  })

  test('replies 409 for the end of a recording that does not exist', async () => {
    const { status, body } = await trySendPart(sender, { threadId, timestamp: 1, isLast: true })
    expect([status, body]).toMatchObject([409, { code: 'speech.recordingEnded' }])
  })

  test.each([
    ['MessageThreadId', 'x'],
    ['UserId', 'x'],
    ['timestamp', '-1'],
    ['timestamp', 'now'],
    ['recStop', 'maybe'],
    ['recStop', ''],
    ['language', 'fr'],
    ['accessToken', 'x'.repeat(201)],
  ])('replies 400 for %s = %s', async (name, value) => {
    const { form, files } = partOf(part())
    expect((await sender.request(speechRoutes.audioStream, { form: { ...form, [name]: value }, files })).status).toBe(400)
  })

  longTest('replies 429 beyond 240 parts a minute', { timeout: TEXT_WITHIN }, async () => {
    const requests = Array.from({ length: 241 }, () => trySendPart(outsider, part()))
    const statuses = (await Promise.all(requests)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 429)).toHaveLength(1)
    expect(statuses.filter((status) => status === 404)).toHaveLength(240)
  })
})

test(
  'a signed-in user reads what the recogniser can do',
  async () => {
    await vi.waitFor(async () => {
      const { languages } = await outsider.fetch(speechRoutes.languages)
      expect(languages).toEqual([
        { language: 'en', dictation: true, commands: true },
        { language: 'ja', dictation: false, commands: true },
      ])
    }, TEXT_WITHIN)
  },
  TEXT_WITHIN,
)
