import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest'
import type { CallSignal, Endpoint } from '@noroshi/contract/calls/calls.events'
import { Mesh } from './mesh.ts'

/** The sender of the video. */
class VideoSender {
  track: { getSettings: () => { height: number } } | null = null
  encodings: RTCRtpEncodingParameters[] = [{}]
  replaceTrack = async (track: VideoSender['track']) => {
    this.track = track
  }
  getParameters = () => ({ encodings: structuredClone(this.encodings) })
  setParameters = async ({ encodings }: { encodings: RTCRtpEncodingParameters[] }) => {
    this.encodings = encodings
  }
}

/**
 * A connection of the browser whose state the test sets. Its offer contains the candidates that were gathered so far.
 */
class Connection {
  static readonly all: Connection[] = []
  connectionState = 'new'
  iceGatheringState = 'new'
  signalingState = 'stable'
  candidates = 0
  restarts = 0
  isClosed = false
  hasOffer = false
  onconnectionstatechange: (() => void) | null = null
  onnegotiationneeded: (() => void) | null = null
  onicecandidate: ((event: { candidate: object }) => void) | null = null
  configuration: RTCConfiguration
  constructor(configuration: RTCConfiguration) {
    this.configuration = configuration
    Connection.all.push(this)
  }
  get localDescription() {
    return this.hasOffer ? { type: 'offer', sdp: `offer with ${this.candidates} candidates` } : null
  }
  /** Messages to the other side. */
  readonly reported: string[] = []
  readonly channel = {
    readyState: 'open',
    send: (message: string) => void this.reported.push(message),
    onmessage: (_event: { data: string }) => undefined,
  }
  createDataChannel = () => this.channel
  addTransceiver = (kind: string) => kind === 'video' && queueMicrotask(() => this.onnegotiationneeded?.())
  /** Reports of `getStats`, in the form of Chromium. */
  stats: readonly object[] = []
  readonly sender = new VideoSender()
  getTransceivers = () => [{ receiver: { track: { kind: 'video' } }, sender: this.sender }]
  getStats = async () => new Map(this.stats.map((one, at) => [String(at), one]))
  getReceivers = () => []
  setLocalDescription = async () => {
    this.hasOffer = true
  }
  gather(candidate = 'host') {
    this.candidates++
    this.onicecandidate?.({ candidate: { candidate, sdpMid: '0', sdpMLineIndex: 0, usernameFragment: null } })
  }
  become(state: 'connected' | 'failed') {
    this.connectionState = state
    this.onconnectionstatechange?.()
  }
  restartIce() {
    this.restarts++
  }
  setConfiguration(configuration: RTCConfiguration) {
    this.configuration = configuration
  }
  close() {
    this.isClosed = true
  }
}

let logged: MockInstance
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('RTCPeerConnection', Connection)
  vi.stubGlobal('MediaStream', class {})
  logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  Connection.all.length = 0
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const endpoint = (name: string): Endpoint => ({ userId: name, deviceId: `${name}'s device`, endpointId: `${name}'s page` })

function openMesh() {
  const sent: (readonly [to: string, signal: CallSignal])[] = []
  const onLost = vi.fn()
  const onCapture = vi.fn()
  const mesh = new Mesh({
    isOfferer: () => true,
    configuration: {},
    sendSignal: async (to, _seq, signal) => {
      sent.push([to.userId, signal])
      return 'delivered'
    },
    onChange: vi.fn(),
    onCapture,
    onLost,
  })
  return { mesh, sent, onLost, onCapture }
}

/** A page with connections to two others. */
function openGroup() {
  const opened = openMesh()
  opened.mesh.setEndpoints([endpoint('Ben'), endpoint('Chika')], 1)
  const [ben, chika] = Connection.all
  if (!ben || !chika) throw new Error('a connection is missing')
  for (const connection of [ben, chika]) connection.become('connected')
  return { ...opened, ben, chika }
}

test('a page has no address if nothing is connected and a finished search for candidates found none', () => {
  const { mesh } = openMesh()
  expect(mesh.hasNoAddress).toBe(false)
  mesh.setEndpoints([endpoint('Ben'), endpoint('Chika')], 1)
  const [ben, chika] = Connection.all
  if (!ben || !chika) throw new Error('a connection is missing')
  expect(mesh.hasNoAddress, 'the search runs').toBe(false)
  ben.gather('') // the end of the candidates in Firefox
  ben.iceGatheringState = 'complete'
  expect(mesh.hasNoAddress).toBe(true)
  chika.become('connected')
  expect(mesh.hasNoAddress, 'a connection that works is not closed').toBe(false)
  chika.become('failed')
  ben.gather()
  expect(mesh.hasNoAddress).toBe(false)
  mesh.close()
})

test('after a reset, the page creates new connections to the same endpoints', () => {
  const { mesh, ben, chika } = openGroup()
  mesh.reset()
  expect([ben.isClosed, chika.isClosed, mesh.peers.size]).toEqual([true, true, 0])
  mesh.setEndpoints([endpoint('Ben'), endpoint('Chika')], 1)
  expect([mesh.peers.size, Connection.all.length]).toEqual([2, 4])
  mesh.close()
})

test('a pair of a group call that is lost for minutes is tried again until it is connected', async () => {
  const { mesh, onLost, ben } = openGroup()
  ben.become('failed')
  await vi.advanceTimersByTimeAsync(180_000)
  expect(onLost).not.toHaveBeenCalled()
  expect(logged).toHaveBeenCalledOnce()
  expect([...mesh.peers.keys()]).toEqual(['Ben', 'Chika'])
  expect([ben.isClosed, Connection.all.length]).toEqual([false, 2])
  const { restarts } = ben
  expect(restarts).toBeGreaterThan(30)
  ben.become('connected')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(ben.restarts).toBe(restarts)
  mesh.close()
})

test('a page leaves the call when all its connections are lost for 45 s, and not before', async () => {
  const { mesh, onLost, ben, chika } = openGroup()
  ben.become('failed')
  await vi.advanceTimersByTimeAsync(60_000)
  chika.become('failed')
  await vi.advanceTimersByTimeAsync(40_000)
  expect(onLost).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(onLost).toHaveBeenCalled()
  mesh.close()
})

test('the offer to a user who is called is ready before the user joins, and is sent once with its candidates', async () => {
  const { mesh, sent } = openMesh()
  mesh.setPrepared(true)
  mesh.setPrepared(true)
  await vi.advanceTimersByTimeAsync(1_000)
  const [prepared] = Connection.all
  prepared?.gather()
  prepared?.gather()
  expect([Connection.all.length, sent]).toEqual([1, []])
  mesh.setEndpoints([endpoint('Ben')], 1)
  prepared?.gather()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(sent).toMatchObject([
    ['Ben', { type: 'offer', sdp: 'offer with 2 candidates' }],
    ['Ben', { type: 'candidate' }],
  ])
  mesh.setPrepared(false)
  expect([Connection.all.length, prepared?.isClosed]).toEqual([1, false])
  mesh.close()
})

test('a user who joins at once gets one offer, and a call that no user will join leaves no connection open', async () => {
  const { mesh, sent } = openMesh()
  mesh.setPrepared(true)
  mesh.setEndpoints([endpoint('Ben')], 1)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(sent).toMatchObject([['Ben', { type: 'offer' }]])
  mesh.setPrepared(true)
  await vi.advanceTimersByTimeAsync(1_000)
  mesh.setPrepared(false)
  expect(Connection.all.map(({ isClosed }) => isClosed)).toEqual([false, true])
  mesh.close()
})

/**
 * Statistics of a connection in the form of Chromium 156. `lost`: packets of the sent video that did not arrive, in
 * all.
 */
const statsOf = (lost: number) => [
  { type: 'remote-inbound-rtp', kind: 'audio', ssrc: 1, packetsLost: 900, jitter: 0.001, roundTripTime: 0.004, fractionLost: 0 },
  { type: 'remote-inbound-rtp', kind: 'video', ssrc: 2, packetsLost: lost, jitter: 0.004, roundTripTime: 0.004, fractionLost: 0 },
  { type: 'inbound-rtp', kind: 'audio', ssrc: 3, packetsLost: 0, jitter: 0.001, concealedSamples: 0 },
  { type: 'inbound-rtp', kind: 'video', ssrc: 4, packetsLost: 0, jitter: 0.004, framesDecoded: 120, framesDropped: 9 },
]

test('the camera gives what the best connection needs, and the video to a worse one is limited by its sender', async () => {
  const { mesh, onCapture, ben, chika } = openGroup()
  const video = { kind: 'video', getSettings: () => ({ height: 720 }) } as unknown as MediaStreamTrack // the parts that are used
  await mesh.setTracks({ audio: null, video }, { hasMicrophone: false, hasCamera: true, isScreen: false })
  const limits = () => [ben, chika].map(({ sender }) => sender.encodings[0])
  const [low, medium] = [
    { maxBitrate: 800_000, maxFramerate: 24, scaleResolutionDownBy: 2 },
    { maxBitrate: 1_500_000, maxFramerate: 24, scaleResolutionDownBy: 1 },
  ]
  ben.stats = statsOf(0)
  chika.stats = statsOf(0)
  await vi.advanceTimersByTimeAsync(5_000)
  expect([onCapture.mock.lastCall, limits()]).toMatchObject([[{ height: 720 }], [medium, medium]])
  ben.stats = statsOf(150)
  await vi.advanceTimersByTimeAsync(5_000)
  expect([onCapture.mock.lastCall, limits()]).toMatchObject([[{ height: 720 }], [low, medium]])
  chika.stats = statsOf(150)
  await vi.advanceTimersByTimeAsync(5_000)
  // No further losses: the level of Ben rises after two good checks.
  expect([onCapture.mock.lastCall, limits()]).toMatchObject([[{ height: 360 }], [low, low]])
  await vi.advanceTimersByTimeAsync(5_000)
  expect([onCapture.mock.lastCall, limits()]).toMatchObject([[{ height: 720 }], [medium, low]])
  mesh.close()
})

/** Statistics of received sound. */
const soundOf = (totalSamplesReceived: number, concealedSamples: number) => [
  { type: 'inbound-rtp', kind: 'audio', totalSamplesReceived, concealedSamples, silentConcealedSamples: 0 },
]

test('a page that hears gaps sends a smaller video to all and asks all for one, and a page that is asked sends it', async () => {
  const { mesh, ben, chika } = openGroup()
  const video = { kind: 'video', getSettings: () => ({ height: 720 }) } as unknown as MediaStreamTrack // the parts that are used
  await mesh.setTracks({ audio: null, video }, { hasMicrophone: false, hasCamera: true, isScreen: false })
  const heights = () => [ben, chika].map(({ sender }) => 720 / (sender.encodings[0]?.scaleResolutionDownBy ?? 1))
  for (const connection of [ben, chika]) connection.stats = soundOf(1_000_000, 90_000) // while it was starting
  await vi.advanceTimersByTimeAsync(5_000)
  expect(heights()).toEqual([720, 720])
  ben.stats = soundOf(1_240_000, 100_000)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(heights()).toEqual([270, 270])
  for (const { reported } of [ben, chika]) expect(JSON.parse(reported.at(-1) ?? '')).toMatchObject({ reduction: 1 })
  chika.channel.onmessage({ data: JSON.stringify({ hasMicrophone: true, hasCamera: true, isScreen: false, reduction: 2 }) })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(heights()).toEqual([270, 180])
  mesh.close()
})

test('a participant whose page is hidden is sent no video until it is visible', async () => {
  const { mesh, ben, chika } = openGroup()
  const video = { kind: 'video', getSettings: () => ({ height: 720 }) } as unknown as MediaStreamTrack // the parts that are used
  await mesh.setTracks({ audio: null, video }, { hasMicrophone: false, hasCamera: true, isScreen: false })
  const isSent = () => [ben, chika].map(({ sender }) => sender.encodings[0]?.active)
  const report = (isWatching: boolean) =>
    ben.channel.onmessage({ data: JSON.stringify({ hasMicrophone: true, hasCamera: true, isScreen: false, isWatching }) })
  report(false)
  await vi.advanceTimersByTimeAsync(100)
  expect(isSent()).toEqual([false, true])
  report(true)
  await vi.advanceTimersByTimeAsync(100)
  expect(isSent()).toEqual([true, true])
  mesh.setWatching(false)
  for (const { reported } of [ben, chika]) expect(JSON.parse(reported.at(-1) ?? '')).toMatchObject({ isWatching: false })
  mesh.close()
})

test('new credentials of the relay are used by connections that exist and by later ones', () => {
  const { mesh } = openGroup()
  mesh.setPrepared(true)
  const configuration = { iceServers: [{ urls: 'turn:192.168.1.5', username: 'later', credential: 'later' }] }
  mesh.setConfiguration(configuration)
  mesh.setEndpoints([endpoint('Ben'), endpoint('Chika'), endpoint('Dai'), endpoint('Emi')], 2)
  expect(Connection.all.map((one) => one.configuration)).toEqual(Array.from({ length: 4 }, () => configuration))
  mesh.close()
})
