import type { CallSignal } from '@noroshi/contract/calls/calls.events'
import {
  checkQuality,
  initialQuality,
  type LoadCounters,
  lowestLevel,
  type QualityLevel,
  type QualityState,
  readCounters,
  readLoad,
} from './quality.ts'
import type { VideoLimits } from './presets.ts'
import { type LocalTracks, Senders } from './senders.ts'
import { type PeerState, readPeerMessage } from './peer-state.ts'

type SignalCandidate = Extract<CallSignal, { type: 'candidate' }>['candidate']

export interface PeerOptions {
  readonly configuration: RTCConfiguration
  /**
   * This side creates the first offer and wins a collision of offers. Exactly one side of a connection is the offerer.
   */
  readonly isOfferer: boolean
  readonly tracks: LocalTracks
  readonly state: PeerState
  /** The offer is created and its candidates are gathered, and nothing is sent until {@link Peer.release}. */
  readonly isHeld?: boolean
  readonly send: (signal: CallSignal) => void
  /** The connection, a remote track or the state of the other side changed. */
  readonly onChange: () => void
  /** The other side wants another video. */
  readonly onWanted?: () => void
}

/**
 * One connection to another participant: the native RTCPeerConnection with perfect negotiation. The offerer adds one
 * audio and one video transceiver; later changes replace tracks without a negotiation, so that only ICE restarts
 * negotiate again.
 */
export class Peer {
  readonly remote = new MediaStream()
  readonly connection: RTCPeerConnection
  readonly #options: PeerOptions
  readonly #states: RTCDataChannel
  readonly #senders: Senders
  #state: PeerState
  #remoteState: PeerState | null = null
  #quality: QualityState = initialQuality
  #load: LoadCounters | null = null
  #wasConnected = false
  #isMakingOffer = false
  #ignoresOffer = false
  #hasAddress = false
  #isHeld: boolean
  /** The offer is ready while the peer is held. */
  #hasHeldOffer = false
  /** Candidates that arrived before the description that they belong to. */
  #early: NonNullable<SignalCandidate>[] = []

  constructor(options: PeerOptions) {
    this.#options = options
    this.#state = options.state
    this.#isHeld = options.isHeld ?? false
    const connection = new RTCPeerConnection(options.configuration)
    this.connection = connection
    this.#senders = new Senders(connection, options.tracks)
    this.#states = connection.createDataChannel('state', { negotiated: true, id: 0 })
    this.#states.onopen = () => this.#sendState()
    this.#states.onmessage = ({ data }) => {
      const before = this.#remoteState
      this.#remoteState = readPeerMessage(data) ?? before
      if (wantedOf(before) !== wantedOf(this.#remoteState)) options.onWanted?.()
      options.onChange()
    }
    connection.onicecandidate = ({ candidate }) => {
      this.#hasAddress ||= Boolean(candidate?.candidate) // '' is the end of the candidates
      // The description of a held peer contains its candidates when it is sent.
      if (candidate && !this.#isHeld) options.send({ type: 'candidate', candidate: toSignal(candidate) })
    }
    connection.onicegatheringstatechange = options.onChange
    connection.onnegotiationneeded = () => void this.#offer()
    connection.ontrack = ({ track }) => {
      // `ontrack` may come without a stream: an element would stay blank while frames are decoded.
      this.remote.addTrack(track)
      track.onunmute = options.onChange
      options.onChange()
    }
    connection.onconnectionstatechange = () => {
      // `iceConnectionState` also becomes failed while DTLS still recovers; only this state asks for a restart.
      if (connection.connectionState === 'failed') connection.restartIce()
      this.#wasConnected ||= this.isConnected
      options.onChange()
    }
    if (options.isOfferer) {
      connection.addTransceiver(options.tracks.audio ?? 'audio', { direction: 'sendrecv' })
      connection.addTransceiver(options.tracks.video ?? 'video', { direction: 'sendrecv' })
      void this.#senders.prioritise()
    }
  }

  /**
   * The browser has found no address of this device. Without permission for the microphone or the camera, it uses the
   * default route only, which a network without internet may lack. A permission changes nothing for this peer.
   */
  get hasNoAddress(): boolean {
    return !this.#hasAddress && this.connection.iceGatheringState === 'complete'
  }

  get isConnected(): boolean {
    return this.connection.connectionState === 'connected'
  }

  get wasConnected(): boolean {
    return this.#wasConnected
  }

  /** Microphone and camera of the other side, or null before it reported them. */
  get remoteState(): PeerState | null {
    return this.#remoteState
  }

  /** The lower level of both directions, as people see it. */
  get quality(): QualityLevel {
    return lowestLevel(this.#quality.sent.level, this.#quality.network.level)
  }

  /** The level of the video that this participant needs: what the connection allows and the other side asks for. */
  get neededLevel(): QualityLevel {
    return lowestLevel(this.#quality.sent.level, this.#remoteState?.wantedLevel ?? 'high')
  }

  /** Sends the offer with all candidates that were gathered while the peer was held. */
  release() {
    this.#isHeld = false
    if (this.#hasHeldOffer) this.#sendDescription()
  }

  /** Handles a signal of the other side. Signals must be handled one after the other, in the order of their numbers. */
  async receive(signal: CallSignal): Promise<void> {
    if (signal.type === 'candidate') await this.#receiveCandidate(signal.candidate)
    else await this.#receiveDescription(signal)
  }

  setTracks(tracks: LocalTracks): Promise<void> {
    return this.#senders.setTracks(tracks)
  }

  setState(state: PeerState) {
    this.#state = state
    this.#sendState()
  }

  restart() {
    this.connection.restartIce()
  }

  /**
   * Applies the rule of section 9 to the statistics since the last check.
   * @returns the load at the last check and now; null at the first check, because a connection that is starting conceals
   * sound
   */
  async check(): Promise<readonly [before: LoadCounters, after: LoadCounters] | null> {
    const report = await this.connection.getStats()
    const before = this.#load
    this.#load = readLoad(report)
    this.#quality = checkQuality(this.#quality, readCounters(report))
    this.#sendState()
    return before && [before, this.#load]
  }

  /** Limits the video that this participant is sent. A participant whose page is hidden gets none. */
  limitVideo(limits: VideoLimits): Promise<void> {
    return this.#senders.limitVideo(limits, () => this.#remoteState?.isWatching !== false)
  }

  /** Returns whether the participant speaks now, from the level of the received sound. */
  get isSpeaking(): boolean {
    const receiver = this.connection.getReceivers().find(({ track }) => track.kind === 'audio')
    return receiver?.getSynchronizationSources().some(({ audioLevel }) => (audioLevel ?? 0) > SPEAKING_LEVEL) ?? false
  }

  close() {
    this.connection.onconnectionstatechange = null
    this.connection.onicecandidate = null
    this.connection.onnegotiationneeded = null
    this.connection.ontrack = null
    this.connection.close()
  }

  #sendState() {
    const wantedLevel = this.#quality.received.level
    if (this.#states.readyState === 'open') this.#states.send(JSON.stringify({ ...this.#state, wantedLevel }))
  }

  async #offer(): Promise<void> {
    if (!this.#options.isOfferer && !this.connection.remoteDescription) return // the offerer begins
    try {
      this.#isMakingOffer = true
      await this.connection.setLocalDescription()
      this.#sendDescription()
    } catch (error) {
      if (this.connection.signalingState !== 'closed') throw error
    } finally {
      this.#isMakingOffer = false
    }
  }

  #sendDescription() {
    this.#hasHeldOffer = this.#isHeld
    if (this.#isHeld) return
    const description = this.connection.localDescription
    if (description?.type !== 'offer' && description?.type !== 'answer') return
    this.#options.send({ type: description.type, sdp: description.sdp })
  }

  async #receiveDescription(description: RTCSessionDescriptionInit): Promise<void> {
    const { connection } = this
    const collides = description.type === 'offer' && (this.#isMakingOffer || connection.signalingState !== 'stable')
    this.#ignoresOffer = this.#options.isOfferer && collides
    if (this.#ignoresOffer) return
    await connection.setRemoteDescription(description)
    for (const candidate of this.#early.splice(0)) await this.#addCandidate(candidate)
    if (description.type !== 'offer') return
    for (const transceiver of connection.getTransceivers()) transceiver.direction = 'sendrecv'
    await this.#senders.replaceTracks()
    await connection.setLocalDescription()
    this.#sendDescription()
    await this.#senders.prioritise()
  }

  async #receiveCandidate(candidate: SignalCandidate): Promise<void> {
    if (candidate === null) return
    if (this.connection.remoteDescription) await this.#addCandidate(candidate)
    else this.#early.push(candidate)
  }

  async #addCandidate({ usernameFragment = null, ...candidate }: NonNullable<SignalCandidate>): Promise<void> {
    try {
      await this.connection.addIceCandidate({ ...candidate, usernameFragment })
    } catch (error) {
      if (!this.#ignoresOffer) throw error // candidates of an ignored offer fit nothing
    }
  }
}

/** Level of sound (0 to 1) above which a participant speaks. */
export const SPEAKING_LEVEL = 0.02

/** Returns the video requests of the other side as a text for comparison. */
const wantedOf = (state: PeerState | null): string => JSON.stringify([state?.wantedLevel, state?.reduction, state?.isWatching])

const toSignal = ({ candidate, sdpMid, sdpMLineIndex, usernameFragment }: RTCIceCandidate) => ({
  candidate,
  sdpMid,
  sdpMLineIndex,
  usernameFragment,
})
