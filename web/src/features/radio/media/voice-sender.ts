import type { Message } from '@noroshi/contract/messaging/messaging.http'

/** `silent`: the microphone gave no sound, and nothing was sent. `lost`: a part could not be sent. */
export type SendResult = 'sent' | 'silent' | 'lost'

export interface VoiceSenderOptions {
  readonly threadId: string
  readonly transmissionId: string
  /** The open microphone. null: the browser gives frames only. */
  readonly stream: MediaStream | null
  /** The level of the voice, from 0 to 1. */
  readonly onLevel: (level: number) => void
  /** No more can be sent. The talk must end. */
  readonly onFailed: () => void
}

/** Sends the voice of one talk to the server, from its grant to its end. */
export interface VoiceSender {
  /** The microphone has given sound. */
  readonly hasSound: boolean
  /** Takes a frame of 20 ms of the microphone. */
  accept(samples: Float32Array<ArrayBuffer>): void
  /**
   * Sends the rest and ends.
   * @param isOnAir false: the server has ended the talk, and takes no more live frames
   */
  finish(isOnAir: boolean): Promise<SendResult>
  /**
   * Waits for the message that the talk became; null: it contained no speech. Call it after `finish`. Rejects if that
   * is unknown.
   */
  stored(): Promise<Message | null>
}
