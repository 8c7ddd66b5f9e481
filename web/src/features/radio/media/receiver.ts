import { decodeRadioFrame } from '@noroshi/contract/radio/frames'
import { levelOf, soundState } from '../../../platform/audio/output.ts'
import { createVoiceDecoder, type VoiceDecoder } from '../../../platform/audio/opus.ts'
import { createFramePlayer, type FramePlayer, hasVoiceFrames } from '../../../platform/audio/voice-frames.ts'
import { levelOfPower } from '../../../platform/device/microphone-level.ts'
import { onLiveData } from '../../../platform/connection/socket.ts'
import { markPlayed } from './played-transmissions.ts'
import { TransmissionFilter } from './transmission-filter.ts'

export interface ReceiverHandlers {
  /** The level of the voice that sounds, from 0 to 1. */
  readonly onLevel: (level: number) => void
  /** Live sound does not work in this browser. */
  readonly onFailed: () => void
}

/** Plays the live voice of other users. The recording of what a listener misses is in the message. */
export class Receiver {
  readonly #handlers: ReceiverHandlers
  #decoder: VoiceDecoder | null = null
  #player: FramePlayer | null = null
  #transmissionId: string | null = null
  #nextSeq = 0
  #isClosed = false
  readonly #filter = new TransmissionFilter()
  readonly #unsubscribe: () => void

  constructor(handlers: ReceiverHandlers) {
    this.#handlers = handlers
    this.#unsubscribe = onLiveData('radio:frame', (data) => this.#receive(data))
    void this.#open()
  }

  /** Applies each event of the floor: only the sound of its transmission is played. */
  setFloor(transmissionId: string | null): void {
    this.#filter.setFloor(transmissionId)
  }

  close(): void {
    this.#isClosed = true
    this.#unsubscribe()
    this.#player?.close()
    this.#decoder?.close()
  }

  async #open(): Promise<void> {
    if (!hasVoiceFrames()) return this.#handlers.onFailed()
    try {
      this.#decoder = await createVoiceDecoder()
      this.#player = await createFramePlayer('radio', ({ isPlaying, power }) =>
        this.#handlers.onLevel(isPlaying ? levelOfPower(power) : 0),
      )
    } catch {
      if (!this.#isClosed) this.#handlers.onFailed()
    }
    if (this.#isClosed) this.close()
  }

  #receive(data: Uint8Array | ArrayBuffer): void {
    const frame = decodeRadioFrame(data)
    if (!frame || !this.#decoder || !this.#player || !this.#filter.accepts(frame.transmissionId)) return
    if (frame.transmissionId !== this.#transmissionId) {
      this.#transmissionId = frame.transmissionId
      this.#nextSeq = frame.seq
    }
    // A frame that was overtaken would sound out of order.
    if (frame.seq < this.#nextSeq) return
    this.#nextSeq = frame.seq + frame.packets.length
    // A posted talk has frames without sound, which only keep the floor.
    if (frame.packets.length > 0 && soundState() === 'ready' && levelOf('radio') > 0) markPlayed(frame.transmissionId)
    for (const packet of frame.packets) this.#player.push(this.#decoder.decode(packet))
  }
}
