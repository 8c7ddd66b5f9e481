import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest'
import type { CallSignal, Endpoint } from '@noroshi/contract/calls/calls.events'
import { Mesh } from './mesh.ts'

/** A connection of the browser whose state the test sets. Its offer contains the candidates that were gathered so far. */
class Connection {
  static readonly all: Connection[] = []
  connectionState = 'new'
  signalingState = 'stable'
  candidates = 0
  restarts = 0
  isClosed = false
  hasOffer = false
  onconnectionstatechange: (() => void) | null = null
  onnegotiationneeded: (() => void) | null = null
  onicecandidate: ((event: { candidate: object }) => void) | null = null
  constructor() {
    Connection.all.push(this)
  }
  get localDescription() {
    return this.hasOffer ? { type: 'offer', sdp: `offer with ${this.candidates} candidates` } : null
  }
  createDataChannel = () => ({ readyState: 'connecting' })
  addTransceiver = () => queueMicrotask(() => this.onnegotiationneeded?.())
  getTransceivers = () => []
  getReceivers = () => []
  setLocalDescription = async () => {
    this.hasOffer = true
  }
  gather() {
    this.candidates++
    this.onicecandidate?.({ candidate: { candidate: 'host', sdpMid: '0', sdpMLineIndex: 0, usernameFragment: null } })
  }
  become(state: 'connected' | 'failed') {
    this.connectionState = state
    this.onconnectionstatechange?.()
  }
  restartIce() {
    this.restarts++
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
  const mesh = new Mesh({
    isOfferer: () => true,
    configuration: {},
    sendSignal: async (to, _seq, signal) => {
      sent.push([to.userId, signal])
      return 'delivered'
    },
    onChange: vi.fn(),
    onLevel: vi.fn(),
    onLost,
  })
  return { mesh, sent, onLost }
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
