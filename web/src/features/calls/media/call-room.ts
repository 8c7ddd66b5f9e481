import { type CallSignal, callEvents, type Endpoint } from '@noroshi/contract/calls/calls.events'
import type { SharedCall } from '@noroshi/contract/calls/calls.http'
import type { EventPayload } from '@noroshi/contract/realtime'
import { CALL_HEARTBEAT_MS } from '@noroshi/contract/limits'
import { playStream, type Speaker } from '../../../platform/audio/stream-speaker.ts'
import { beginSound } from '../../../platform/audio/output.ts'
import { newId } from '../../../platform/ids.ts'
import type { CaptureProblem } from '../../../platform/media-capture.ts'
import { onEvent } from '../../../platform/live.ts'
import { command, onSocketEvent, socket } from '../../../platform/socket.ts'
import { LocalMedia, type OwnMedia } from './local-media.ts'
import { Mesh } from './mesh.ts'
import { expectsUser, isOfferer } from './offerer.ts'
import type { Peer } from './peer.ts'
import type { PeerState } from './peer-state.ts'
import type { QualityLevel } from './quality.ts'
import type { SendResult } from './signal-lane.ts'

/** The connection to one participant, as the page shows it. */
export interface ParticipantView {
  readonly connection: 'connecting' | 'connected' | 'lost'
  readonly stream: MediaStream
  /** null until the participant has reported it. */
  readonly state: PeerState | null
  readonly quality: QualityLevel
  readonly isSpeaking: boolean
}

export interface RoomView {
  readonly own: OwnMedia
  /** By user id. */
  readonly participants: ReadonlyMap<string, ParticipantView>
  /** 0 to 1. */
  readonly volume: number
}

export interface RoomOptions {
  readonly callId: string
  readonly myId: string
  /** Resolves to null when the server does not answer. */
  readonly loadIceServers: () => Promise<RTCIceServer[] | null>
  /** The page has joined; the call is the newest. */
  readonly onJoined: (call: SharedCall) => void
  readonly onProblem: (problem: CaptureProblem) => void
}

/** Error codes after which a signal is not repeated. */
const GONE = new Set(['call.notConnected', 'call.ended', 'call.notFound', 'call.onOtherPage', 'call.notAllowed'])
/** Error codes of joining and heartbeats after which this page is no longer in the call. */
const ENDED = new Set(['call.ended', 'call.notFound', 'call.onOtherPage', 'call.onOtherDevice', 'call.notAllowed'])
/** Milliseconds between two updates of who speaks. */
const SPEAKING_MS = 250
/** Milliseconds after which the credentials of the relay are fetched again. They are valid for an hour. */
const ICE_RENEWAL_MS = 900_000

/** One page in a call: its endpoint on the server, its devices, its connections and its speakers. */
export class CallRoom {
  readonly endpointId = newId()
  readonly #options: RoomOptions
  readonly #media: LocalMedia
  readonly #speakers = new Map<Peer, { readonly speaker: Speaker; readonly track: MediaStreamTrack }>()
  readonly #cleanups: (() => void)[] = []
  readonly #listeners = new Set<() => void>()
  #mesh: Mesh | null = null
  /** Signals that arrived before the addresses of the ICE servers. */
  readonly #earlySignals: EventPayload<'call:signal'>[] = []
  #call: SharedCall | null = null
  #isOpen = false
  #hasJoined = false
  #isClosed = false
  /** The code with which this page was taken out of the call. */
  #endCode: string | null = null
  #onEnded: (code: string) => void = () => undefined
  #volume = 1
  #view: RoomView

  constructor(options: RoomOptions) {
    this.#options = options
    this.#media = new LocalMedia({ onChange: () => void this.#mediaChanged(), onProblem: options.onProblem })
    this.#view = { own: this.#media.own, participants: new Map(), volume: 1 }
  }

  /** Joins the call with this page. */
  open() {
    if (this.#isOpen) return
    this.#isOpen = true
    const onConnect = () => void this.#join()
    socket.on('connect', onConnect)
    const heartbeat = setInterval(() => void this.#beat(), CALL_HEARTBEAT_MS)
    const speaking = setInterval(() => this.#update(), SPEAKING_MS)
    const renewal = setInterval(() => void this.#renewIceServers(), ICE_RENEWAL_MS)
    this.#cleanups.push(
      () => socket.off('connect', onConnect),
      () => clearInterval(heartbeat),
      () => clearInterval(speaking),
      () => clearInterval(renewal),
      onSocketEvent('call:signal', this.#onSignal),
      // Not after the next rendering: connecting begins with this event.
      onEvent('call-session:updated', ({ call }) => call.id === this.#options.callId && this.setCall(call)),
      beginSound('call'),
    )
    this.#media.open()
    void this.#start()
  }

  get view(): RoomView {
    return this.#view
  }

  get media(): LocalMedia {
    return this.#media
  }

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /**
   * Calls back when this page is no longer in the call. `code` is the error code of the server, or `call.lost` when no connection could be
   * restored.
   * @returns the function that ends it
   */
  onEnded(listener: (code: string) => void): () => void {
    this.#onEnded = listener
    if (this.#endCode !== null) listener(this.#endCode)
    return () => {
      this.#onEnded = () => undefined
    }
  }

  /** Connects to the endpoints that are in the call now. */
  setCall(call: SharedCall) {
    if (this.#isClosed || (this.#call && this.#call.version > call.version)) return
    this.#call = call
    this.#connect()
  }

  setVolume(volume: number) {
    this.#volume = volume
    for (const { speaker } of this.#speakers.values()) speaker.setVolume(volume)
    this.#update()
  }

  close() {
    if (this.#isClosed) return
    this.#isClosed = true
    for (const cleanup of this.#cleanups) cleanup()
    for (const { speaker } of this.#speakers.values()) speaker.close()
    this.#mesh?.close()
    this.#media.close()
  }

  async #start(): Promise<void> {
    if (socket.connected) void this.#join()
    // Calls within one network need no server.
    const configuration = configurationOf((await this.#options.loadIceServers()) ?? [])
    if (this.#isClosed) return
    this.#mesh = new Mesh({
      isOfferer: (userId) => isOfferer(this.#call, this.#options.myId, userId),
      configuration,
      sendSignal: this.#sendSignal,
      onChange: () => this.#update(),
      onLevel: (level) => this.#media.setLevel(level),
      onLost: () => this.#end('call.lost'),
    })
    for (const { from, seq, signal } of this.#earlySignals.splice(0)) this.#mesh.receive(from, seq, signal)
    void this.#mediaChanged()
    this.#connect()
  }

  /** The credentials of the relay expire during a long call, and a restart or a late participant needs valid ones. */
  async #renewIceServers(): Promise<void> {
    const iceServers = await this.#options.loadIceServers()
    if (iceServers && !this.#isClosed) this.#mesh?.setConfiguration(configurationOf(iceServers))
  }

  /** Makes this page the endpoint of the device, again after each reconnection. */
  async #join(): Promise<void> {
    const { callId } = this.#options
    const ack = await command('call:join', { callId, endpointId: this.endpointId })
    if (this.#isClosed) return
    if (ack.ok) {
      this.#hasJoined = true
      this.#options.onJoined(ack.reply.call)
      this.setCall(ack.reply.call)
    } else if (ENDED.has(ack.code)) this.#end(ack.code)
  }

  async #beat(): Promise<void> {
    if (!socket.connected) return // the server notices a missing page, and joining follows the reconnection
    if (!this.#hasJoined) return this.#join() // its acknowledgement was lost, or it was refused for a moment
    const ack = await command('call:heartbeat', { callId: this.#options.callId, endpointId: this.endpointId })
    if (!ack.ok && ENDED.has(ack.code)) this.#end(ack.code)
  }

  #end(code: string) {
    if (this.#isClosed || this.#endCode !== null) return
    this.#endCode = code
    this.#onEnded(code)
  }

  #connect() {
    if (!this.#mesh || !this.#call || !this.#hasJoined) return
    const endpoints = this.#call.participants.flatMap(({ userId, deviceId, endpointId }) =>
      userId !== this.#options.myId && endpointId !== null ? [{ userId, deviceId, endpointId }] : [],
    )
    this.#mesh.setEndpoints(endpoints, this.#call.version)
    this.#mesh.setPrepared(expectsUser(this.#call, this.#options.myId))
  }

  readonly #sendSignal = async (to: Endpoint, seq: number, signal: CallSignal): Promise<SendResult> => {
    const { callId } = this.#options
    const ack = await command('call:signal', { callId, endpointId: this.endpointId, to, seq, signal })
    if (ack.ok) return 'delivered'
    return GONE.has(ack.code) ? 'gone' : 'repeat'
  }

  readonly #onSignal = (payload: unknown, acknowledge: () => void) => {
    const { data } = callEvents['call:signal'].safeParse(payload)
    if (data?.callId !== this.#options.callId) return
    acknowledge()
    if (this.#mesh) this.#mesh.receive(data.from, data.seq, data.signal)
    else this.#earlySignals.push(data)
  }

  async #mediaChanged(): Promise<void> {
    this.#update()
    const { hasMicrophone, hasCamera, isScreen, chosen } = this.#media.own
    for (const { speaker } of this.#speakers.values()) speaker.setDevice(chosen.audiooutput ?? '')
    await this.#mesh?.setTracks(this.#media.tracks, { hasMicrophone, hasCamera, isScreen })
  }

  #update() {
    if (this.#isClosed) return
    const peers = this.#mesh?.peers ?? new Map<string, Peer>()
    this.#playSound(new Set(peers.values()))
    const participants = new Map([...peers].map(([userId, peer]) => [userId, viewOf(peer)]))
    const next: RoomView = { own: this.#media.own, participants, volume: this.#volume }
    if (JSON.stringify(toPlain(next)) === JSON.stringify(toPlain(this.#view))) return
    this.#view = next
    for (const listener of this.#listeners) listener()
  }

  /** Gives each participant a speaker as soon as its sound arrives. */
  #playSound(peers: ReadonlySet<Peer>) {
    for (const [peer, { speaker }] of this.#speakers) {
      if (peers.has(peer)) continue
      speaker.close()
      this.#speakers.delete(peer)
    }
    for (const peer of peers) {
      const [track] = peer.remote.getAudioTracks()
      if (!track || this.#speakers.has(peer)) continue
      const speaker = playStream('call', new MediaStream([track]))
      speaker.setVolume(this.#volume)
      const { audiooutput } = this.#media.own.chosen
      if (audiooutput !== undefined) speaker.setDevice(audiooutput)
      this.#speakers.set(peer, { speaker, track })
    }
  }
}

const configurationOf = (iceServers: RTCIceServer[]): RTCConfiguration => ({ iceServers, bundlePolicy: 'max-bundle' })

const viewOf = (peer: Peer): ParticipantView => ({
  connection: peer.isConnected ? 'connected' : peer.wasConnected ? 'lost' : 'connecting',
  stream: peer.remote,
  state: peer.remoteState,
  quality: peer.quality,
  // The level of the last sound is known for ten seconds after a microphone is muted.
  isSpeaking: peer.isSpeaking && peer.remoteState?.hasMicrophone !== false,
})

/** A form of the view whose text is equal when nothing changed. */
const toPlain = ({ own, participants, volume }: RoomView) => ({
  volume,
  own: { ...own, preview: own.preview?.id },
  participants: [...participants].map(([id, each]) => [
    id,
    { ...each, stream: each.stream.id, tracks: each.stream.getTracks().length },
  ]),
})
