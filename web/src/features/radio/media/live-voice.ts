import type { Message } from '@noroshi/contract/messaging/messaging.http'
import { encodeRadioFrame } from '@noroshi/contract/radio/frames'
import { createVoiceEncoder, type VoiceEncoder } from '../../../platform/audio/opus.ts'
import { hasSound, levelOf } from '../../../platform/device/microphone-level.ts'
import { command, sendLive } from '../../../platform/connection/socket.ts'
import type { SendResult, VoiceSender, VoiceSenderOptions } from './voice-sender.ts'

/** Packets in one message: half the messages for 20 ms more delay. */
const PACKETS_PER_FRAME = 2
/** Frames that are sent from before the first sound. */
const HELD_FRAMES = 10
/** Frames between two levels. */
const LEVEL_FRAMES = 4

/** Encodes the voice of a talk and sends it live. */
export class LiveVoice implements VoiceSender {
  readonly #options: VoiceSenderOptions
  readonly #encoder: VoiceEncoder
  /** Encoded packets that are not sent yet. */
  #packets: Uint8Array[] = []
  #seq = 0
  #frames = 0
  /** The last frames before the first sound. */
  #held: Float32Array<ArrayBuffer>[] = []
  #hasSound = false

  constructor(options: VoiceSenderOptions) {
    this.#options = options
    this.#encoder = createVoiceEncoder((packet) => {
      this.#packets.push(packet)
      if (this.#packets.length >= PACKETS_PER_FRAME) this.#send()
    }, options.onFailed)
  }

  get hasSound(): boolean {
    return this.#hasSound
  }

  accept(samples: Float32Array<ArrayBuffer>): void {
    if (this.#frames++ % LEVEL_FRAMES === 0) this.#options.onLevel(levelOf(samples))
    if (this.#hasSound) return this.#encoder.encode(samples)
    this.#held = [...this.#held, samples].slice(-HELD_FRAMES)
    this.#hasSound = hasSound(samples)
    if (this.#hasSound) for (const frame of this.#held.splice(0)) this.#encoder.encode(frame)
  }

  async finish(isOnAir: boolean): Promise<SendResult> {
    await this.#encoder.finish()
    if (isOnAir) this.#send()
    return this.#hasSound ? 'sent' : 'silent'
  }

  async stored(): Promise<Message | null> {
    const { threadId: messageThreadId, transmissionId } = this.#options
    const ack = await command('radio:outcome', { messageThreadId, transmissionId })
    if (!ack.ok) throw new Error(ack.code)
    return ack.reply.message
  }

  #send(): void {
    if (this.#packets.length === 0) return
    const packets = this.#packets.splice(0)
    const { transmissionId } = this.#options
    sendLive('radio:frame', encodeRadioFrame({ transmissionId, seq: this.#seq, packets }))
    this.#seq += packets.length
  }
}
