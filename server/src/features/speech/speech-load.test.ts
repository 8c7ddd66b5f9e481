import { randomBytes } from 'node:crypto'
import { expect, vi } from 'vitest'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { AUDIO_PARTS_MAX } from '@noroshi/contract/limits'
import { longTest } from '#/testing/long-test.ts'
import { createGroup } from '#/testing/scenes/chats.ts'
import { fetchHistory } from '#/testing/scenes/radio.ts'
import { startTestServer } from '#/testing/test-server.ts'
import { recordRoad, ROAD, sendPart, sendParts, TEXT_WITHIN, trySendPart } from '#/testing/scenes/voice.ts'

/** More than the four decoders of the recogniser. */
const SPEAKERS = 20

longTest(
  `${SPEAKERS} voice posts at once wait for the recogniser, and an SOS goes out meanwhile`,
  async () => {
    await using noroshi = await startTestServer()
    const names = Array.from({ length: SPEAKERS }, (_, index) => `Speaker ${index}`)
    const [reader, ...speakers] = await noroshi.people('Reader', ...names)
    const { id: threadId } = await createGroup(reader, speakers)
    const socket = await reader.openSocket()
    const parts = await recordRoad()
    const posts = speakers.map((speaker) => sendParts(speaker, parts, { threadId }))
    const { id } = await noroshi.visitor.fetch(alertRoutes.raise, { body: {} })
    expect(await socket.next('alert:new_alert')).toMatchObject({ id })
    const ids = await Promise.all(posts)
    await vi.waitFor(async () => {
      const messages = await fetchHistory(reader, threadId, { limit: SPEAKERS })
      expect(messages.map((message) => message.id).toSorted()).toEqual(ids.toSorted())
      expect(messages.filter(({ text }) => text !== ROAD)).toEqual([])
    }, TEXT_WITHIN)
  },
  TEXT_WITHIN,
)

longTest(
  'ten minutes of parts are refused after two with a clear answer, what was sent is kept, and an SOS goes out',
  async () => {
    await using noroshi = await startTestServer()
    const [speaker, reader] = await noroshi.people('Ren', 'Aoi')
    const { id: threadId } = await createGroup(reader, [speaker])
    const answers: { status: number; body: unknown }[] = []
    // Garbage: no part is a recording. Two minutes are less than the 240 requests a minute.
    for (let second = 0; second < AUDIO_PARTS_MAX + 5; second++)
      answers.push(await trySendPart(speaker, { threadId, timestamp: 1000 * second, bytes: new Uint8Array(randomBytes(2000)) }))
    expect(answers.slice(0, AUDIO_PARTS_MAX).map(({ status }) => status)).toEqual(
      Array.from({ length: AUDIO_PARTS_MAX }, () => 200),
    )
    expect(answers[AUDIO_PARTS_MAX]).toMatchObject({ status: 413, body: { code: 'speech.recordingTooLong' } })
    expect((await noroshi.visitor.request(alertRoutes.raise, { body: {} })).status).toBe(201)
    await vi.waitFor(
      async () =>
        expect(await fetchHistory(reader, threadId)).toMatchObject([
          { text: '', messageMedias: [{ type: 'application/octet-stream' }], radio: { transcription: 'unavailable' } },
        ]),
      TEXT_WITHIN,
    )
    // The next recording is a new one.
    await sendPart(speaker, { threadId, timestamp: 10_000_000, bytes: new Uint8Array([1]) })
  },
  TEXT_WITHIN,
)
