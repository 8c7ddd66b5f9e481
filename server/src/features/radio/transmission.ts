import type { RadioFrame } from '@noroshi/contract/radio/frames'
import { RADIO_PACKET_MS, RADIO_SPEAKER_LOST_MS, RADIO_TRANSMISSION_MS } from '@noroshi/contract/limits'
import type { Message } from '@noroshi/contract/messaging/messaging.http'
import type { SignedIn } from '#/http/authenticate.ts'
import type { SpeechOptions, SpeechStream } from '#/ports/speech.ts'
import type { Socket } from '#/realtime/io.ts'
import type { SoundPacket } from './recording.ts'

/** Packets that a speaker may be ahead of the clock: a page sends what it recorded during a pause of its connection at once. */
const BURST_PACKETS = 150
/** Share by which the clock of a sound card may be faster than that of the server. */
const CLOCK_TOLERANCE = 1.02

/** The facts about a transmission that are known when it begins. */
export interface TransmissionStart {
  readonly id: string
  readonly threadId: string
  readonly radioChatId: string
  readonly speaker: SignedIn
  /** The page of the speaker, and its socket. */
  readonly endpointId: string
  readonly socket: Socket
  readonly language: SpeechOptions['language']
  readonly endsWithUtterance: boolean
  /** The version of the floor that granted it. */
  readonly floorVersion: number
  readonly startedAt: Date
  /** No process gives the floor to another user before this time (`performance.now()`). */
  readonly leasedUntil: number
}

/** A transmission of a page at this process. It collects the packets until it ends. */
export class Transmission {
  readonly start: TransmissionStart
  /** The message that stores the transmission; null if there was no speech. Rejects if it could not be stored. */
  readonly outcome: Promise<Message | null>
  readonly packets: SoundPacket[] = []
  readonly #openedAt = performance.now()
  readonly #openStream: (transmission: Transmission) => SpeechStream
  readonly #settled = Promise.withResolvers<Message | null>()
  #stream: SpeechStream | null = null
  #lastFrameAt = performance.now()
  #nextSeq = 0
  #leasedUntil: number
  #hasEnded = false

  /** @param openStream opens the recogniser when the first packet arrives */
  constructor(start: TransmissionStart, openStream: (transmission: Transmission) => SpeechStream) {
    this.start = start
    this.#leasedUntil = start.leasedUntil
    this.#openStream = openStream
    this.outcome = this.#settled.promise
    this.outcome.catch(() => undefined) // logged by the process; a client that asks receives it too
  }

  get hasEnded(): boolean {
    return this.#hasEnded
  }

  /** Whether the transmission certainly has the floor. While PostgreSQL is unavailable, the floor may go to another one. */
  isLeased(): boolean {
    return performance.now() < this.#leasedUntil
  }

  /** @param until `performance.now()` until which the floor is renewed */
  renew(until: number): void {
    this.#leasedUntil = until
  }

  /** Whether the page has sent no frame for too long. */
  isLost(): boolean {
    return performance.now() - this.#lastFrameAt > RADIO_SPEAKER_LOST_MS
  }

  /** Whether the transmission has reached its max duration. */
  isOver(): boolean {
    return performance.now() - this.#openedAt > RADIO_TRANSMISSION_MS
  }

  /**
   * Takes the packets of a frame.
   * @returns false for a frame that must not be relayed: without packets, repeated, out of order, or with more sound than time that has passed
   */
  accept({ seq, packets }: RadioFrame): boolean {
    const end = seq + packets.length
    if (this.#hasEnded || seq < this.#nextSeq || end > this.#packetsAllowed()) return false
    this.#lastFrameAt = performance.now()
    if (packets.length === 0) return false
    this.#nextSeq = end
    this.#stream ??= this.#openStream(this)
    for (const [index, data] of packets.entries()) {
      this.packets.push({ seq: seq + index, data })
      this.#stream.acceptOpus(data)
    }
    return true
  }

  #packetsAllowed(): number {
    return ((performance.now() - this.#openedAt) / RADIO_PACKET_MS) * CLOCK_TOLERANCE + BURST_PACKETS
  }

  /**
   * Ends the transmission once; later calls have no effect.
   * @param settle stores the message and returns it. It gets the recogniser's stream; null if there was no sound.
   */
  end(settle: (stream: SpeechStream | null) => Promise<Message | null>): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.#settled.resolve(settle(this.#stream))
  }
}
