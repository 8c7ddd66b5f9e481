import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, vi } from 'vitest'
import { RADIO_PACKET_MS } from '@noroshi/contract/limits'
import { encodeRadioFrame } from '@noroshi/contract/radio/frames'
import type { Message } from '@noroshi/contract/messaging/messaging.http'
import { longTest } from '#/testing/long-test.ts'
import { fetchHistory, openChannel, outcomeOf, type RadioPage, release, talk } from '#/testing/scenes/radio.ts'
import { killSpeechProcesses } from '#/testing/processes/kill-speech-processes.ts'
import { startTestServer, type TestServer, type TestUser } from '#/testing/test-server.ts'
import { ROAD, TEXT_WITHIN } from '#/testing/scenes/voice.ts'
import { encodeOpus } from '../../../../speech/src/audio/opus-encoder.ts'
import { speak } from '../../../../speech/src/testing/flite.ts'

// Live transmissions with the real recogniser.

let noroshi: TestServer
let aiko: TestUser
let ben: TestUser
let packets: Uint8Array[]
beforeAll(async () => {
  noroshi = await startTestServer()
  ;[aiko, ben] = await noroshi.people('Aiko', 'Ben')
  packets = encodeOpus(await speak(ROAD))
})
afterAll(() => noroshi[Symbol.asyncDispose]())

/** Sends packets in frames of two, as fast as a page sends them. */
async function sendSpoken({ socket }: RadioPage, transmissionId: string, from: number, to: number): Promise<void> {
  for (let seq = from; seq < to; seq += 2) {
    socket.socket.emit(
      'radio:frame',
      encodeRadioFrame({ transmissionId, seq, packets: packets.slice(seq, Math.min(seq + 2, to)) }),
    )
    await sleep(2 * RADIO_PACKET_MS)
  }
}

longTest(
  'when the speech process is killed in the middle of an utterance, the recording is sent and its text follows',
  async () => {
    noroshi.expectsInLog(/The speech service ended \(SIGKILL\)/)
    const {
      id,
      pages: [speaker, listener],
    } = await openChannel([aiko, ben])
    const transmission = await talk(speaker)
    const half = 2 * Math.floor(packets.length / 4)
    await sendSpoken(speaker, transmission, 0, half)
    await vi.waitFor(() => expect(killSpeechProcesses()).toBeGreaterThan(0), TEXT_WITHIN)
    await sendSpoken(speaker, transmission, half, packets.length)
    await release(speaker)
    const sent = await outcomeOf(speaker, transmission)
    expect(sent).toMatchObject({ id: transmission, messageMedias: [{ type: 'audio/webm' }] })
    expect(sent?.radio?.durationMs).toBe(packets.length * RADIO_PACKET_MS)
    expect(await listener.socket.next('messages:new_message')).toMatchObject({ id: transmission })
    const text = await vi.waitFor(async () => {
      const message = (await fetchHistory(ben, id)).find((one): one is Message => one.id === transmission)
      expect(message?.radio?.transcription).toBe('complete')
      return message?.text
    }, TEXT_WITHIN)
    expect(text).toBe(ROAD)
  },
  TEXT_WITHIN,
)
