import type { Endpoint } from '@noroshi/contract/calls/calls.events'
import { Peer } from './peer.ts'
import type { LocalTracks } from './senders.ts'
import type { PeerState } from './peer-state.ts'
import { videoLimits, type VideoLimits, widest } from './presets.ts'
import { initialReduction, loadBetween, nextReduction, type VideoReduction } from './video-reduction.ts'
import { SignalLane, type SendSignal } from './signal-lane.ts'
import type { CallSignal } from '@noroshi/contract/calls/calls.events'

/** Milliseconds between two checks of the quality (specification, section 9). */
const CHECK_MS = 5_000
/** Milliseconds after which a page leaves the call when none of its connections could be restored. */
const GIVE_UP_MS = 45_000
/** Milliseconds between two attempts to restore a failed connection. */
const RESTART_MS = 5_000

export interface MeshOptions {
  /** Whether this page creates the first offer to another user. The other page must answer the opposite. */
  readonly isOfferer: (userId: string) => boolean
  readonly configuration: RTCConfiguration
  readonly sendSignal: SendSignal
  readonly onChange: () => void
  /** The camera settings that the participant with the best video needs. */
  readonly onCapture: (limits: VideoLimits) => void
  /** None of the connections could be restored. */
  readonly onLost: () => void
}

interface Link {
  readonly endpoint: Endpoint
  readonly peer: Peer
  readonly lane: SignalLane
  /** Version of the call when the link began. An older list of participants does not end it. */
  readonly sinceVersion: number
  /** Milliseconds of `performance.now()` since when it is not connected; null while it is. */
  lostSince: number | null
  /** It is not connected for too long, and this was logged. */
  isLost: boolean
}

/** A connection whose offer is ready before the page is known that it is for. */
interface Spare {
  readonly peer: Peer
  /** Connects the peer to its link. */
  readonly adopt: (link: Link) => void
}

/** The connections of this page to all other endpoints of a call. */
export class Mesh {
  readonly #options: MeshOptions
  readonly #links = new Map<string, Link>()
  #spare: Spare | null = null
  #tracks: LocalTracks = { audio: null, video: null }
  #state: PeerState = { hasMicrophone: false, hasCamera: false, isScreen: false }
  #reduction = initialReduction
  #isWatching = true
  #version = 0
  #configuration: RTCConfiguration
  readonly #timers: ReturnType<typeof setInterval>[]

  constructor(options: MeshOptions) {
    this.#options = options
    this.#configuration = options.configuration
    this.#timers = [setInterval(() => void this.#checkQuality(), CHECK_MS), setInterval(() => this.#restoreLost(), RESTART_MS)]
  }

  /** The links by user id. */
  get peers(): ReadonlyMap<string, Peer> {
    return new Map([...this.#links.values()].map(({ endpoint, peer }) => [endpoint.userId, peer]))
  }

  /** Whether nothing is connected, and a connection has found no address (`Peer.hasNoAddress`). */
  get hasNoAddress(): boolean {
    return this.#allPeers.every(({ isConnected }) => !isConnected) && this.#allPeers.some((peer) => peer.hasNoAddress)
  }

  /** Closes all connections. `setEndpoints` creates new ones. */
  reset() {
    this.setPrepared(false)
    for (const id of this.#links.keys()) this.#close(id)
  }

  /**
   * Connects to new endpoints and closes the connections to endpoints that left. `version` is the version of the call.
   */
  setEndpoints(endpoints: readonly Endpoint[], version: number) {
    if (version < this.#version) return
    this.#version = version
    for (const [id, link] of this.#links) {
      if (link.sinceVersion < version && !endpoints.some(({ endpointId }) => endpointId === id)) this.#close(id)
    }
    for (const endpoint of endpoints) this.#link(endpoint)
    this.#options.onChange()
  }

  /** Handles a signal. One of an unknown endpoint connects to it: the server has checked that it is in the call. */
  receive(from: Endpoint, seq: number, signal: CallSignal) {
    this.#link(from).lane.receive(seq, signal)
  }

  /**
   * Prepares the connection to a user who has not joined yet and to whom this page offers: its offer and its candidates
   * are sent as soon as the user has joined.
   */
  setPrepared(isPrepared: boolean) {
    if (!isPrepared) {
      this.#spare?.peer.close()
      this.#spare = null
    } else this.#spare ??= this.#createPeer(true, true)
  }

  /** Uses new credentials of the relay for new connections and for restarts of those that exist. */
  setConfiguration(configuration: RTCConfiguration) {
    this.#configuration = configuration
    for (const peer of this.#allPeers) peer.connection.setConfiguration(configuration)
  }

  async setTracks(tracks: LocalTracks, state: PeerState): Promise<void> {
    this.#tracks = tracks
    this.#state = state
    this.#reportState()
    await Promise.all(this.#allPeers.map((peer) => peer.setTracks(tracks)))
    await this.#limitVideo()
  }

  /** Whether the user can see this page. The others send no video to a hidden one. */
  setWatching(isWatching: boolean) {
    this.#isWatching = isWatching
    this.#reportState()
  }

  close() {
    for (const timer of this.#timers) clearInterval(timer)
    this.reset()
  }

  get #allPeers(): readonly Peer[] {
    return [...this.#links.values(), ...(this.#spare ? [this.#spare] : [])].map(({ peer }) => peer)
  }

  get #report(): PeerState {
    return { ...this.#state, reduction: this.#reduction.reduction, isWatching: this.#isWatching }
  }

  #reportState() {
    for (const peer of this.#allPeers) peer.setState(this.#report)
  }

  #link(endpoint: Endpoint): Link {
    const known = this.#links.get(endpoint.endpointId)
    if (known) return known
    const isOfferer = this.#options.isOfferer(endpoint.userId)
    const spare = isOfferer ? this.#spare : null
    if (spare) this.#spare = null
    const { peer, adopt } = spare ?? this.#createPeer(isOfferer, false)
    const lane = new SignalLane(endpoint, this.#options.sendSignal, (signal) => peer.receive(signal).catch(logFailure))
    const link = { endpoint, peer, lane, sinceVersion: this.#version, lostSince: performance.now(), isLost: false }
    this.#links.set(endpoint.endpointId, link)
    adopt(link)
    void this.#limitVideo()
    return link
  }

  #createPeer(isOfferer: boolean, isHeld: boolean): Spare {
    let link: Link | null = null
    const peer: Peer = new Peer({
      configuration: this.#configuration,
      isOfferer,
      isHeld,
      tracks: this.#tracks,
      state: this.#report,
      send: (signal) => link?.lane.send(signal),
      onChange: () => {
        if (!link) return
        link.lostSince = peer.isConnected ? null : (link.lostSince ?? performance.now())
        this.#options.onChange()
      },
      onWanted: () => void this.#limitVideo(),
    })
    const adopt = (adopted: Link) => {
      link = adopted
      peer.release()
    }
    return { peer, adopt }
  }

  #close(id: string) {
    const link = this.#links.get(id)
    if (!link) return
    this.#links.delete(id)
    link.lane.close()
    link.peer.close()
  }

  /**
   * Restarts failed connections. A pair that is lost is tried again as long as both pages are in the call: each page
   * counts the time by itself, and one that closed its end could not connect to the other end again.
   */
  #restoreLost() {
    for (const link of this.#links.values()) {
      const { peer, endpoint, lostSince } = link
      if (peer.connection.connectionState === 'failed') peer.restart()
      const isLost = lostSince !== null && performance.now() - lostSince >= GIVE_UP_MS
      if (isLost && !link.isLost) logFailure(new Error(`the connection to ${endpoint.userId} was not restored`))
      link.isLost = isLost
    }
    const links = [...this.#links.values()]
    if (links.length > 0 && links.every(({ isLost }) => isLost)) this.#options.onLost()
  }

  async #checkQuality(): Promise<void> {
    const connected = [...this.#links.values()].map(({ peer }) => peer).filter((peer) => peer.isConnected)
    const loads = (await Promise.all(connected.map((peer) => peer.check()))).filter((load) => load !== null)
    const { reduction } = this.#reduction
    this.#reduction = nextReduction(this.#reduction, loadBetween(loads))
    if (this.#reduction.reduction !== reduction) this.#reportState()
    await this.#limitVideo()
    this.#options.onChange()
  }

  /** Asks the camera for the best video that a participant needs, and limits the video of each one to their own. */
  async #limitVideo(): Promise<void> {
    const links = [...this.#links.values()].map(({ peer }) => {
      const reduction = maxReduction(this.#reduction.reduction, peer.remoteState?.reduction ?? 0)
      return { peer, limits: videoLimits(peer.neededLevel, this.#links.size, reduction, this.#state.isScreen) }
    })
    if (links.length > 0) this.#options.onCapture(widest(links.map(({ limits }) => limits)))
    await Promise.all(links.map(({ peer, limits }) => peer.limitVideo(limits)))
  }
}

const maxReduction = (one: VideoReduction, other: VideoReduction): VideoReduction => (one > other ? one : other)

/** Logs an error of a connection (specification, section 8). */
function logFailure(error: unknown) {
  // oxlint-disable-next-line no-console -- for developers; the page shows that the connection is lost
  console.error('A call connection failed', error)
}
