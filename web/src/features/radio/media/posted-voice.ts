import type { Message } from '@noroshi/contract/messaging/messaging.http'
import { encodeRadioFrame } from '@noroshi/contract/radio/frames'
import { sendLive } from '../../../platform/connection/socket.ts'
import { findStored } from './posted-outcome.ts'
import { PostedTalk } from './posted-talk.ts'
import type { SendResult, VoiceSender, VoiceSenderOptions } from './voice-sender.ts'

/** Milliseconds between the frames by which a recording page keeps the floor. */
const KEEP_ALIVE_MS = 500

/** Records a talk, posts the recording in parts and keeps the floor meanwhile (decisions/0101). */
export class PostedVoice implements VoiceSender {
  readonly #threadId: string
  readonly #talk: PostedTalk
  readonly #keepAlive: ReturnType<typeof setInterval>
  #messageId: string | null = null

  /** @throws if the browser cannot record the microphone */
  constructor({ threadId, transmissionId, stream, onLevel, onFailed }: VoiceSenderOptions) {
    if (!stream) throw new Error('there is no microphone to record')
    this.#threadId = threadId
    this.#talk = new PostedTalk({ threadId, stream, onLevel, onLost: onFailed })
    const keep = () => sendLive('radio:frame', encodeRadioFrame({ transmissionId, seq: 0, packets: [] }))
    keep()
    this.#keepAlive = setInterval(keep, KEEP_ALIVE_MS)
  }

  get hasSound(): boolean {
    return this.#talk.hasSound
  }

  accept(): void {
    // The recorder reads the microphone itself.
  }

  /** Keeps the floor until all is sent, so that the others do not wait for the message of an ended talk. */
  async finish(isOnAir: boolean): Promise<SendResult> {
    if (!isOnAir) clearInterval(this.#keepAlive)
    const outcome = await this.#talk.finish().finally(() => clearInterval(this.#keepAlive))
    if (outcome.kind === 'sent') this.#messageId = outcome.messageId
    return outcome.kind
  }

  async stored(): Promise<Message | null> {
    return this.#messageId === null ? null : findStored(this.#threadId, this.#messageId)
  }
}
