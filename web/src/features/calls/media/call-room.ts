import { type CallSignal, callEvents, type Endpoint } from '@noroshi/contract/calls/calls.events'
import type { SharedCall } from '@noroshi/contract/calls/calls.http'
import type { EventPayload } from '@noroshi/contract/realtime'
import { beginSound } from '../../../platform/audio/output.ts'
import type { CaptureProblem } from '../../../platform/device/media-capture.ts'
import { onEvent } from '../../../platform/connection/live.ts'
import { createEmitter, createObservable, type Observable, type ReadonlyObservable } from '../../../platform/observable.ts'
import { command, onSocketEvent } from '../../../platform/connection/socket.ts'
import { CallSpeakers } from './call-speakers.ts'
import { LocalMedia } from './local-media.ts'
import { Membership } from './membership.ts'
import { Mesh } from './mesh.ts'
import { expectsUser, isOfferer } from './offerer.ts'
import type { Peer } from './peer.ts'
import { isSameView, type RoomView, viewOf } from './room-view.ts'
import type { SendResult } from './signal-lane.ts'

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
/** Milliseconds between two updates of who speaks. */
const SPEAKING_MS = 250
/** Milliseconds after which the credentials of the relay are fetched again. They are valid for an hour. */
const ICE_RENEWAL_MS = 900_000

/** One page in a call: its endpoint on the server, its devices, its connections and its speakers. */
export class CallRoom {
  readonly #options: RoomOptions
  readonly #membership: Membership
  readonly #media: LocalMedia
  readonly #speakers = new CallSpeakers()
  readonly #cleanups: (() => void)[] = []
  #mesh: Mesh | null = null
  /** Signals that arrived before the addresses of the ICE servers. */
  readonly #earlySignals: EventPayload<'call:signal'>[] = []
  #call: SharedCall | null = null
  #isOpen = false
  #isClosed = false
  #isRefused = false
  #hasRejoined = false
  /** The code with which this page was taken out of the call. */
  #endCode: string | null = null
  readonly #ended = createEmitter<[code: string]>()
  readonly #view: Observable<RoomView>

  constructor(options: RoomOptions) {
    this.#options = options
    this.#membership = new Membership({
      callId: options.callId,
      onJoined: (call) => {
        options.onJoined(call)
        this.setCall(call)
      },
      onEnded: (code) => this.#end(code),
    })
    this.#media = new LocalMedia({ onChange: () => void this.#mediaChanged(), onProblem: options.onProblem })
    this.#view = createObservable<RoomView>({ own: this.#media.own, participants: new Map(), volume: 1 })
  }

  get endpointId(): string {
    return this.#membership.endpointId
  }

  /** Joins the call with this page. */
  open() {
    if (this.#isOpen) return
    this.#begin()
    this.#membership.open()
  }

  /**
   * Accepts a session of the user and joins its call with this page.
   * @returns false if the server refused it or did not answer. The room then ends with the code `call.notAccepted`.
   */
  async accept(sessionId: string): Promise<boolean> {
    this.#begin()
    const isAccepted = await this.#membership.accept(sessionId)
    this.#isRefused = !isAccepted
    if (!isAccepted) this.#end('call.notAccepted')
    return isAccepted
  }

  /** The session was not accepted by this room: leaving it must not reject the session. */
  get isRefused(): boolean {
    return this.#isRefused
  }

  /** The page has left the call, or never joined it. */
  get isClosed(): boolean {
    return this.#isClosed
  }

  #begin() {
    this.#isOpen = true
    const speaking = setInterval(() => this.#update(), SPEAKING_MS)
    const renewal = setInterval(() => void this.#renewIceServers(), ICE_RENEWAL_MS)
    this.#cleanups.push(
      () => clearInterval(speaking),
      () => clearInterval(renewal),
      onSocketEvent('call:signal', this.#onSignal),
      // Not after the next rendering: connecting begins with this event.
      onEvent('call-session:updated', ({ call }) => call.id === this.#options.callId && this.setCall(call)),
      beginSound('call'),
      onVisibility((isVisible) => this.#mesh?.setWatching(isVisible)),
    )
    this.#media.open()
    void this.#start()
  }

  get view(): ReadonlyObservable<RoomView> {
    return this.#view
  }

  get media(): LocalMedia {
    return this.#media
  }

  /**
   * Calls back when this page is no longer in the call. `code` is the error code of the server, `call.lost` when no
   * connection could be restored, or `call.notAccepted`.
   * @returns the function that ends it
   */
  onEnded(listener: (code: string) => void): () => void {
    if (this.#endCode !== null) listener(this.#endCode)
    return this.#ended.subscribe(listener)
  }

  /** Connects to the endpoints that are in the call now. */
  setCall(call: SharedCall) {
    if (this.#isClosed || (this.#call && this.#call.version > call.version)) return
    this.#call = call
    this.#connect()
  }

  setVolume(volume: number) {
    this.#speakers.setVolume(volume)
    this.#update()
  }

  close() {
    if (this.#isClosed) return
    this.#isClosed = true
    for (const cleanup of this.#cleanups) cleanup()
    this.#membership.close()
    this.#speakers.close()
    this.#mesh?.close()
    this.#media.close()
  }

  async #start(): Promise<void> {
    // Calls within one network need no server.
    const configuration = configurationOf((await this.#options.loadIceServers()) ?? [])
    if (this.#isClosed) return
    this.#mesh = new Mesh({
      isOfferer: (userId) => isOfferer(this.#call, this.#options.myId, userId),
      configuration,
      sendSignal: this.#sendSignal,
      onChange: () => {
        this.#update()
        this.#rejoinWithAddress()
      },
      onCapture: (limits) => this.#media.limitCapture(limits),
      onLost: () => this.#end('call.lost'),
    })
    this.#mesh.setWatching(!document.hidden)
    for (const { from, seq, signal } of this.#earlySignals.splice(0)) this.#mesh.receive(from, seq, signal)
    void this.#mediaChanged()
    this.#connect()
  }

  /** The credentials of the relay expire during a long call, and a restart or a late participant needs valid ones. */
  async #renewIceServers(): Promise<void> {
    const iceServers = await this.#options.loadIceServers()
    if (iceServers && !this.#isClosed) this.#mesh?.setConfiguration(configurationOf(iceServers))
  }

  #end(code: string) {
    if (this.#isClosed || this.#endCode !== null) return
    this.#endCode = code
    this.#ended.emit(code)
  }

  #connect() {
    if (!this.#mesh || !this.#call || !this.#membership.hasJoined) return
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
    if (data?.callId !== this.#options.callId || data.toEndpointId !== this.endpointId) return
    acknowledge()
    if (this.#mesh) this.#mesh.receive(data.from, data.seq, data.signal)
    else this.#earlySignals.push(data)
  }

  async #mediaChanged(): Promise<void> {
    this.#update()
    const { hasMicrophone, hasCamera, isScreen, chosen } = this.#media.own
    this.#speakers.setDevice(chosen.audiooutput)
    await this.#mesh?.setTracks(this.#media.tracks, { hasMicrophone, hasCamera, isScreen })
    this.#rejoinWithAddress()
  }

  /**
   * Joins once more if the browser found no address before the user allowed the microphone or the camera: only new
   * connections use the permission.
   */
  #rejoinWithAddress() {
    const { hasMicrophone, isCameraOn } = this.#media.own // a shared screen needs no such permission
    if (this.#hasRejoined || !this.#mesh?.hasNoAddress || !(hasMicrophone || isCameraOn)) return
    this.#hasRejoined = true
    this.#mesh.reset()
    this.#membership.rejoin()
  }

  #update() {
    if (this.#isClosed) return
    const peers = this.#mesh?.peers ?? new Map<string, Peer>()
    this.#speakers.setPeers(new Set(peers.values()))
    const participants = new Map([...peers].map(([userId, peer]) => [userId, viewOf(peer)]))
    const next: RoomView = { own: this.#media.own, participants, volume: this.#speakers.volume }
    if (!isSameView(next, this.#view.get())) this.#view.set(next)
  }
}

const configurationOf = (iceServers: RTCIceServer[]): RTCConfiguration => ({ iceServers, bundlePolicy: 'max-bundle' })

/** @returns the function that unsubscribes */
function onVisibility(listener: (isVisible: boolean) => void): () => void {
  const report = () => listener(!document.hidden)
  document.addEventListener('visibilitychange', report)
  return () => document.removeEventListener('visibilitychange', report)
}
