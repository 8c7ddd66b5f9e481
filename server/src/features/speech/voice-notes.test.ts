import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type AlertForViewer, alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import type { Transcript } from '@noroshi/contract/files'
import { VOICE_NOTE_BYTES_MAX } from '@noroshi/contract/limits'
import { messageSearchRoutes } from '@noroshi/contract/messaging/message-search.http'
import { type Message, messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { speechRoutes } from '@noroshi/contract/speech/speech.http'
import { packRecording } from '#/features/radio/recording.ts'
import { longTest } from '#/testing/long-test.ts'
import { createGroup, fetchMessages, removeMember, setAcceptance, startPersonalChat } from '#/testing/scenes/chats.ts'
import { fetchHistory } from '#/testing/scenes/radio.ts'
import { killSpeechProcesses } from '#/testing/processes/kill-speech-processes.ts'
import { type TestServer, type TestUser, startTestServer } from '#/testing/test-server.ts'
import { packetsOf } from '#/testing/scenes/sound-files.ts'
import { recordRoad, recordSilence, ROAD, sendParts, TEXT_WITHIN } from '#/testing/scenes/voice.ts'

let noroshi: TestServer
let speaker: TestUser
let reader: TestUser
let outsider: TestUser
let threadId = ''
let road: Uint8Array<ArrayBuffer>

const whole = (parts: readonly Uint8Array[]) => new Uint8Array(Buffer.concat(parts))

beforeAll(async () => {
  noroshi = await startTestServer()
  noroshi.expectsInLog(/The speech service ended \(SIGKILL\)/)
  road = whole(await recordRoad())
})
afterAll(() => noroshi[Symbol.asyncDispose]())
beforeEach(async () => {
  ;[speaker, reader, outsider] = await noroshi.people('Ren', 'Aoi', 'Dora')
  threadId = (await createGroup(speaker, [reader])).id
})

interface Note {
  readonly bytes?: Uint8Array<ArrayBuffer>
  readonly language?: 'en' | 'ja'
  readonly form?: object
}

const sendNote = ({ bytes = road, language = 'en', form = {} }: Note = {}): Promise<Message> =>
  speaker.fetch(messageRoutes.upload, {
    form: { messageThreadId: threadId, ...form },
    files: [{ field: 'messageMedia', name: 'voice.webm', bytes }],
    headers: { 'accept-language': language },
  })

const transcriptIn = ({ messageMedias: [media] }: Message): Transcript | undefined => media?.transcript

/** Waits until the message of a voice note has a result. */
const recognised = (id: string): Promise<Message> =>
  vi.waitFor(async () => {
    const message = (await fetchMessages(reader, threadId)).find((one) => one.id === id)
    expect(message && transcriptIn(message)?.state).toMatch(/complete|unavailable/)
    return message as Message // found above
  }, TEXT_WITHIN)

const correct = (caller: Pick<TestUser, 'request'>, id: string, text = 'the rode to the river') =>
  caller.request(speechRoutes.correctTranscript, { params: { id }, body: { text } })

const search = async (text: string) =>
  (await reader.fetch(messageSearchRoutes.search, { query: { text } })).items.map(({ message }) => message.id)

describe('a voice note in a chat', { timeout: TEXT_WITHIN }, () => {
  longTest('gets its text, which all members receive and find', async () => {
    const socket = await reader.openSocket()
    const sent = await sendNote()
    expect(transcriptIn(sent)).toEqual({ language: 'en', state: 'pending', text: '', isCorrected: false })
    const complete = { language: 'en', state: 'complete', text: ROAD, isCorrected: false }
    const message = await recognised(sent.id)
    expect(transcriptIn(message)).toEqual(complete)
    expect(message.version).toBe(sent.version + 1)
    expect(await socket.next('messages:updated')).toEqual({ ...message, userId: [] }) // recipients are read with a message only
    expect(await search('river closed')).toEqual([sent.id])
  })

  longTest('is found by its text and its transcript together, and not by others', async () => {
    const { id } = await sendNote({ form: { text: 'from the bridge' } })
    await recognised(id)
    expect(await search('bridge river')).toEqual([id])
    expect(await search('bridge harbour')).toEqual([])
    expect((await outsider.fetch(messageSearchRoutes.search, { query: { text: 'river closed' } })).items).toEqual([])
  })

  longTest.each(['mp4', 'ogg'] as const)('in %s gets its text too', async (format) => {
    const { id } = await sendNote({ bytes: whole(await recordRoad(format)) })
    expect(transcriptIn(await recognised(id))?.text).toBe(ROAD)
  })

  test('in Japanese, for which there is no model, keeps its recording and says so', async () => {
    const { id } = await sendNote({ language: 'ja' })
    const message = await recognised(id)
    expect(transcriptIn(message)).toMatchObject({ language: 'ja', state: 'unavailable', text: '' })
    const stored = await (await reader.rawFetch(message.messageMedias[0]?.mediaUrl ?? '')).arrayBuffer()
    expect(await packetsOf(new Uint8Array(stored))).toEqual(await packetsOf(road))
  })

  test('of silence has an empty text', async () => {
    const { id } = await sendNote({ bytes: whole(await recordSilence()) })
    expect(transcriptIn(await recognised(id))).toMatchObject({ state: 'complete', text: '' })
  })

  test('that is damaged is refused', async () => {
    const damaged = road.slice()
    damaged.fill(7, 300)
    await expect(sendNote({ bytes: damaged })).rejects.toThrow(/415/)
  })

  test('above the limit of bytes is kept without a text', async () => {
    const packets = Array.from({ length: 1 + VOICE_NOTE_BYTES_MAX / 1024 }, (_, seq) => ({
      seq,
      data: new Uint8Array(1024).fill(120),
    }))
    const { bytes } = await packRecording(packets)
    expect(transcriptIn(await sendNote({ bytes: new Uint8Array(bytes) }))?.state).toBe('unavailable')
  })

  test('a file that is not a recording has no transcript', async () => {
    expect(transcriptIn(await sendNote({ bytes: new TextEncoder().encode('plan') }))).toBeUndefined()
  })

  longTest('keeps its text when the recogniser is killed meanwhile', async () => {
    await recognised((await sendNote()).id) // the recogniser runs
    const { id } = await sendNote()
    expect(killSpeechProcesses()).toBe(1)
    await vi.waitFor(async () => {
      await sql`UPDATE file_transcripts SET claimed_until = NULL WHERE state = 'pending' AND attempts > 0`.execute(noroshi.db)
      const [message] = (await fetchMessages(reader, threadId)).filter((one) => one.id === id)
      expect(message && transcriptIn(message)?.text).toBe(ROAD)
    }, TEXT_WITHIN)
  })
})

describe('the correction of a transcript', { timeout: TEXT_WITHIN }, () => {
  test('by the speaker reaches the members, is found, and stays when the recogniser is late', async () => {
    const socket = await reader.openSocket()
    const sent = await sendNote()
    const id = sent.messageMedias[0]?.id ?? ''
    expect((await correct(speaker, id, '道が通れません')).status).toBe(200)
    const corrected = { state: 'complete', text: '道が通れません', isCorrected: true }
    expect(transcriptIn((await socket.next('messages:updated')) as Message)).toMatchObject(corrected)
    await recognised((await sendNote()).id)
    expect(transcriptIn(await recognised(sent.id))).toMatchObject(corrected)
    expect(await search('通れ')).toEqual([sent.id])
  })

  longTest('repeated with the same text emits nothing', async () => {
    const { id, messageMedias } = await recognised((await sendNote()).id)
    const mediaId = messageMedias[0]?.id ?? ''
    for (let time = 0; time < 2; time++) expect((await correct(speaker, mediaId)).status).toBe(200)
    expect((await recognised(id)).version).toBe(3)
  })

  longTest('of a radio message by its speaker replaces its text', async () => {
    const socket = await reader.openSocket()
    const id = await sendParts(speaker, await recordRoad(), { threadId })
    const message = await vi.waitFor(async () => {
      const [found] = await fetchHistory(reader, threadId)
      expect(found).toMatchObject({ id, radio: { transcription: 'complete', isCorrected: false } })
      return found as Message // found above
    }, TEXT_WITHIN)
    expect((await correct(reader, message.messageMedias[0]?.id ?? '')).status).toBe(403)
    expect((await correct(speaker, message.messageMedias[0]?.id ?? '', 'the bridge is closed')).status).toBe(200)
    const corrected = { id, text: 'the bridge is closed', radio: { transcription: 'complete', isCorrected: true } }
    expect(await fetchHistory(reader, threadId)).toMatchObject([corrected])
    await vi.waitFor(() => expect(socket.payloadsOf('messages:updated').at(-1)).toMatchObject(corrected), 10_000)
  })

  longTest('by a recogniser on the device of the speaker fills a missing text only, and stays a draft', async () => {
    const draft = (id: string) =>
      speaker.request(speechRoutes.correctTranscript, { params: { id }, body: { text: '橋が通れません', isDraft: true } })
    const japanese = await recognised((await sendNote({ language: 'ja' })).id)
    expect((await draft(japanese.messageMedias[0]?.id ?? '')).status).toBe(200)
    const filled = { state: 'complete', text: '橋が通れません', isCorrected: false }
    expect(transcriptIn(await recognised(japanese.id))).toMatchObject(filled)
    const english = await recognised((await sendNote()).id)
    expect((await draft(english.messageMedias[0]?.id ?? '')).status).toBe(200)
    expect(transcriptIn(await recognised(english.id))?.text).toBe(ROAD)
    const radio = await sendParts(speaker, await recordRoad(), { threadId, language: 'ja' })
    await vi.waitFor(async () => {
      const [message] = await fetchHistory(reader, threadId)
      expect(message).toMatchObject({ id: radio, radio: { transcription: 'unavailable' } })
      expect((await draft(message?.messageMedias[0]?.id ?? '')).status).toBe(200)
    }, TEXT_WITHIN)
    expect(await fetchHistory(reader, threadId)).toMatchObject([
      { text: '橋が通れません', radio: { transcription: 'complete', isCorrected: false } },
    ])
  })

  test('is refused: 401 without a session, 404 for an outsider and an unknown recording, 403 for another member', async () => {
    const id = (await sendNote()).messageMedias[0]?.id ?? ''
    const statuses = []
    for (const caller of [noroshi.visitor, outsider, reader]) statuses.push((await correct(caller, id)).status)
    statuses.push((await correct(speaker, randomUUID())).status)
    expect(statuses).toEqual([401, 404, 403, 404])
  })

  test('is refused for a file without a recording, and with an empty or a long text', async () => {
    const plan = await sendNote({ bytes: new TextEncoder().encode('plan') })
    expect((await correct(speaker, plan.messageMedias[0]?.id ?? '')).status).toBe(404)
    const id = (await sendNote()).messageMedias[0]?.id ?? ''
    expect((await correct(speaker, id, ' ')).status).toBe(400)
    expect((await correct(speaker, id, 'x'.repeat(10_001))).status).toBe(400)
    expect((await correct(speaker, 'x')).status).toBe(400)
  })

  test('is refused to a speaker who left the group or is blocked', async () => {
    const group = await createGroup(reader, [speaker])
    const note = await sendNote({ form: { messageThreadId: group.id } })
    await removeMember(reader, group.id, speaker)
    expect((await correct(speaker, note.messageMedias[0]?.id ?? '')).status).toBe(404)
    const personal = await startPersonalChat(speaker, reader)
    const other = await sendNote({ form: { messageThreadId: personal.id } })
    await setAcceptance(reader, personal.id, false)
    expect((await correct(speaker, other.messageMedias[0]?.id ?? '')).status).toBe(403)
  })
})

describe('a voice note of an alert', { timeout: TEXT_WITHIN }, () => {
  const upload = (caller: Pick<TestUser, 'fetch'>, alertId: string, alertToken?: string): Promise<AlertForViewer> =>
    caller.fetch(alertRoutes.upload, {
      form: { alertId },
      files: [{ name: 'voice.webm', bytes: road }],
      ...(alertToken !== undefined && { alertToken }),
    })
  const transcribed = (id: string): Promise<AlertForViewer> =>
    vi.waitFor(async () => {
      const alert = await speaker.fetch(alertRoutes.get, { params: { id } })
      expect(alert.alertMedias[0]?.transcript?.state).toBe('complete')
      return alert
    }, TEXT_WITHIN)

  test('gets its text, which its readers receive, and its sender may correct it', async () => {
    const { id } = await speaker.fetch(alertRoutes.raise, { body: {} })
    const socket = await reader.openSocket()
    const sent = await upload(speaker, id)
    const alert = await transcribed(id)
    const [media] = alert.alertMedias
    expect(media?.transcript).toMatchObject({ text: ROAD, isCorrected: false })
    expect(alert.viewer.ownVoiceNotes).toEqual([media?.id])
    expect(sent.viewer.ownVoiceNotes).toEqual([media?.id])
    expect((await reader.fetch(alertRoutes.get, { params: { id } })).viewer.ownVoiceNotes).toBeUndefined()
    await vi.waitFor(
      () =>
        expect(socket.payloadsOf('alert:existing_alert').at(-1)).toMatchObject({
          version: alert.version,
          mediaCount: 1,
          addedMedias: [{ id: media?.id, transcript: { text: ROAD } }],
        }),
      10_000,
    )
    expect((await correct(reader, media?.id ?? '')).status).toBe(403)
    expect((await correct(noroshi.visitor, media?.id ?? '')).status).toBe(401)
    expect((await correct(speaker, media?.id ?? '', 'the river road')).status).toBe(200)
    const transcript = { text: 'the river road', isCorrected: true }
    await vi.waitFor(
      () =>
        expect(socket.payloadsOf('alert:existing_alert').at(-1)).toMatchObject({ addedMedias: [{ id: media?.id, transcript }] }),
      10_000,
    )
  })

  longTest('from an anonymous device gets its text, and no user may correct it', async () => {
    const { id, alertToken = '' } = await noroshi.visitor.fetch(alertRoutes.raise, { body: { clientId: randomUUID() } })
    await upload(noroshi.visitor, id, alertToken)
    const alert = await transcribed(id)
    expect(alert.alertMedias[0]?.transcript?.text).toBe(ROAD)
    expect(alert.viewer.ownVoiceNotes).toBeUndefined()
    expect((await correct(speaker, alert.alertMedias[0]?.id ?? '')).status).toBe(403)
  })

  longTest('in the chat of an alert gets its text, which its readers receive', async () => {
    const { alertMessageThread } = await speaker.fetch(alertRoutes.raise, { body: {} })
    const socket = await reader.openSocket()
    const { id } = await sendNote({ form: { messageThreadId: alertMessageThread.MessageThreadId, messageType: 'alertChat' } })
    await vi.waitFor(
      () =>
        expect(socket.payloadsOf('messages:updated')).toMatchObject([
          { id, messageType: 'alertChat', messageMedias: [{ transcript: { text: ROAD } }] },
        ]),
      TEXT_WITHIN,
    )
  })
})
