import { playStream, type Speaker } from '../../../platform/audio/stream-speaker.ts'
import type { Peer } from './peer.ts'

/** The speakers of a call: one for each participant whose sound arrives. */
export class CallSpeakers {
  readonly #speakers = new Map<Peer, Speaker>()
  #volume = 1
  #deviceId: string | undefined

  /** 0 to 1. */
  get volume(): number {
    return this.#volume
  }

  setVolume(volume: number) {
    this.#volume = volume
    for (const speaker of this.#speakers.values()) speaker.setVolume(volume)
  }

  /** Plays on another output device; undefined: the system's default. */
  setDevice(deviceId: string | undefined) {
    if (deviceId === this.#deviceId) return
    this.#deviceId = deviceId
    for (const speaker of this.#speakers.values()) speaker.setDevice(deviceId ?? '')
  }

  /** Gives each participant a speaker as soon as its sound arrives, and removes those of participants who left. */
  setPeers(peers: ReadonlySet<Peer>) {
    for (const [peer, speaker] of this.#speakers) {
      if (peers.has(peer)) continue
      speaker.close()
      this.#speakers.delete(peer)
    }
    for (const peer of peers) {
      const [track] = peer.remote.getAudioTracks()
      if (track && !this.#speakers.has(peer)) this.#speakers.set(peer, this.#open(track))
    }
  }

  close() {
    for (const speaker of this.#speakers.values()) speaker.close()
    this.#speakers.clear()
  }

  #open(track: MediaStreamTrack): Speaker {
    const speaker = playStream('call', new MediaStream([track]))
    speaker.setVolume(this.#volume)
    if (this.#deviceId !== undefined) speaker.setDevice(this.#deviceId)
    return speaker
  }
}
