import { applyLimits, type VideoLimits } from './presets.ts'

export interface LocalTracks {
  readonly audio: MediaStreamTrack | null
  readonly video: MediaStreamTrack | null
}

const KINDS = ['audio', 'video'] as const

/** The senders of one connection. It replaces their tracks, sets their priorities and limits the video. */
export class Senders {
  readonly #connection: RTCPeerConnection
  #tracks: LocalTracks
  /** Changes of the senders run one after the other, so that each one reads the result of the one before. */
  #changing: Promise<unknown> = Promise.resolve()

  constructor(connection: RTCPeerConnection, tracks: LocalTracks) {
    this.#connection = connection
    this.#tracks = tracks
  }

  setTracks(tracks: LocalTracks): Promise<void> {
    this.#tracks = tracks
    return this.replaceTracks()
  }

  /** Sends the newest tracks, also when they changed again meanwhile. */
  replaceTracks(): Promise<void> {
    return this.#change(async () => {
      for (const kind of KINDS) {
        const sender = this.#sender(kind)
        if (sender && sender.track !== this.#tracks[kind]) await sender.replaceTrack(this.#tracks[kind])
      }
    })
  }

  /** Gives packets of sound priority. Video loses size before smoothness. */
  prioritise(): Promise<void> {
    return this.#change(async () => {
      for (const kind of KINDS) {
        const sender = this.#sender(kind)
        if (!sender) continue
        const parameters = sender.getParameters()
        if (parameters.encodings.length === 0) continue // set by the first negotiation
        for (const encoding of parameters.encodings) encoding.priority = kind === 'audio' ? 'high' : 'low'
        await sender.setParameters(parameters)
      }
    })
  }

  /** Limits the video. A participant who is not watching gets none. */
  limitVideo(limits: VideoLimits, isWatching: () => boolean): Promise<void> {
    return this.#change(async () => {
      const sender = this.#sender('video')
      const height = sender?.track?.getSettings().height
      if (!sender || height === undefined) return
      const parameters = sender.getParameters()
      for (const encoding of parameters.encodings) {
        applyLimits(encoding, limits, height)
        encoding.active = isWatching()
      }
      await sender.setParameters(parameters)
    })
  }

  #sender(kind: (typeof KINDS)[number]): RTCRtpSender | undefined {
    return this.#connection.getTransceivers().find(({ receiver }) => receiver.track.kind === kind)?.sender
  }

  async #change(work: () => Promise<void>): Promise<void> {
    const changed = this.#changing.then(work)
    this.#changing = changed.catch(() => undefined)
    await ignoreOutdated(changed)
  }
}

/**
 * Errors of a sender whose connection was closed or negotiated again meanwhile. The next change applies the newest
 * values.
 */
const OUTDATED = new Set(['InvalidStateError', 'InvalidModificationError'])

async function ignoreOutdated(change: Promise<void>): Promise<void> {
  try {
    await change
  } catch (error) {
    if (!(error instanceof DOMException) || !OUTDATED.has(error.name)) throw error
  }
}
