import { afterEach, expect, test, vi } from 'vitest'
import { Peer } from './peer.ts'

/** A sender of Chromium: its track is the old one until the replacement has ended. */
class Sender {
  track: unknown
  parameters = { encodings: [{}] }
  isChanging = false
  constructor(track: unknown) {
    this.track = track
  }
  getParameters = () => structuredClone(this.parameters)
  replaceTrack = (track: unknown) => this.#after(() => (this.track = track))
  setParameters = (parameters: { encodings: { maxBitrate?: number }[] }) => this.#after(() => (this.parameters = parameters))
  async #after(change: () => void) {
    expect(this.isChanging, 'one change at a time').toBe(false)
    this.isChanging = true
    await new Promise((resolve) => setTimeout(resolve))
    this.isChanging = false
    change()
  }
}

const track = (kind: string) => ({ kind, getSettings: () => ({ height: 720 }) }) as unknown as MediaStreamTrack // the parts that are used

const low = { height: 360, frameRate: 24, bitsPerSecond: 800_000 }

/** The offering side of a connection whose senders send these tracks. */
function openPeer(audio: MediaStreamTrack | null, video: MediaStreamTrack | null) {
  const senders = { audio: new Sender(audio), video: new Sender(video) }
  class Connection {
    remoteDescription = {}
    onicecandidate: ((event: { candidate: object | null }) => void) | null = null
    addIceCandidate = vi.fn(async () => undefined)
    createDataChannel = () => ({ readyState: 'connecting' })
    addTransceiver = () => undefined
    getTransceivers = () => [
      { receiver: { track: { kind: 'audio' } }, sender: senders.audio },
      { receiver: { track: { kind: 'video' } }, sender: senders.video },
    ]
  }
  vi.stubGlobal('RTCPeerConnection', Connection)
  vi.stubGlobal('MediaStream', class {})
  const state = { hasMicrophone: false, hasCamera: false, isScreen: false }
  const options = { configuration: {}, isOfferer: true, tracks: { audio, video }, state, send: vi.fn(), onChange: vi.fn() }
  return { peer: new Peer(options), senders, send: options.send }
}

afterEach(() => vi.unstubAllGlobals())

test('a peer that is muted and unmuted in one moment sends the microphone', async () => {
  const audio = track('audio')
  const { peer, senders } = openPeer(audio, null)
  await Promise.all([peer.setTracks({ audio: null, video: null }), peer.setTracks({ audio, video: null })])
  expect(senders.audio.track).toBe(audio)
})

test('a peer whose camera is switched on and off in one moment sends no video', async () => {
  const { peer, senders } = openPeer(null, null)
  await Promise.all([
    peer.setTracks({ audio: null, video: track('video') }),
    peer.limitVideo(low),
    peer.setTracks({ audio: null, video: null }),
  ])
  expect(senders.video.track).toBeNull()
})

test('a peer sends the video that its own level allows', async () => {
  const video = track('video')
  const { peer, senders } = openPeer(null, video)
  await Promise.all([peer.limitVideo({ height: 720, frameRate: 30, bitsPerSecond: 5_000_000 }), peer.limitVideo(low)])
  expect(senders.video.parameters.encodings).toEqual([
    expect.objectContaining({ maxBitrate: 800_000, maxFramerate: 24, scaleResolutionDownBy: 2 }),
  ])
})

test('a peer sends and adds candidates with mDNS names, IPv6 addresses and TCP unchanged', async () => {
  const { peer, send } = openPeer(null, null)
  for (const address of ['3f0a4c1e-6a1d-4b0e-9a53-5b6d0c1f2e3d.local 51234', 'fd00::5 51235', '192.168.1.5 9']) {
    const candidate = {
      candidate: `candidate:1 1 udp 2122262783 ${address} typ host`,
      sdpMid: '0',
      sdpMLineIndex: 0,
      usernameFragment: 'u',
    }
    peer.connection.onicecandidate?.({ candidate } as RTCPeerConnectionIceEvent) // the part that is used
    expect(send).toHaveBeenLastCalledWith({ type: 'candidate', candidate })
    await peer.receive({ type: 'candidate', candidate })
    expect(peer.connection.addIceCandidate).toHaveBeenLastCalledWith(candidate)
  }
})
