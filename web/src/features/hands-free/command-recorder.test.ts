import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setCurrentUser } from '../../platform/session/current-user.ts'
import { call } from '../../platform/connection/http.ts'
import { openStream } from '../../platform/device/media-capture.ts'
import { CommandRecorder } from './command-recorder.ts'

vi.mock('../../platform/connection/http.ts', () => ({ call: vi.fn(() => Promise.resolve({ messageId: 'm', spoken: null })) }))
vi.mock('../../platform/connection/socket.ts', () => ({ command: vi.fn() }))
vi.mock('../../platform/connection/live.ts', () => ({ addLive: vi.fn(), defineLive: vi.fn(), onEvent: () => () => undefined }))
vi.mock('../../platform/device/media-capture.ts', () => ({
  CaptureError: Error,
  recorderType: () => 'audio/webm',
  openStream: vi.fn(() => Promise.resolve({ getAudioTracks: () => [] })),
  closeStream: vi.fn(),
}))

class FakeRecorder {
  readonly mimeType = 'audio/webm'
  state = 'inactive'
  onstop: (() => void) | null = null
  start(): void {
    this.state = 'recording'
  }
  stop(): void {
    this.state = 'inactive'
    this.onstop?.()
  }
}

let page: EventTarget & { visibilityState: string }
const hide = () => {
  page.visibilityState = 'hidden'
  page.dispatchEvent(new Event('visibilitychange'))
}

beforeEach(() => {
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  vi.stubGlobal('document', page)
  vi.stubGlobal('MediaRecorder', FakeRecorder)
  setCurrentUser({ id: 'me', isAdmin: false })
})
afterEach(() => {
  setCurrentUser(null)
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

const record = () => {
  const [onMicrophone, onEnd] = [vi.fn(), vi.fn()]
  return { recorder: new CommandRecorder({ onText: vi.fn(), onMicrophone, onEnd }), onMicrophone, onEnd }
}

test('a page that is hidden ends the recording, and the server is asked for its text', async () => {
  const { recorder, onMicrophone, onEnd } = record()
  await vi.waitFor(() => expect(onMicrophone).toHaveBeenCalledOnce(), 10_000)
  hide()
  expect(onEnd).toHaveBeenCalledOnce()
  expect(onMicrophone).toHaveBeenLastCalledWith(null)
  expect(await recorder.result).toEqual({ kind: 'unrecognised' })
  await recorder.closed
  expect(call).toHaveBeenCalledOnce()
})

test('a hidden page opens no microphone', async () => {
  page.visibilityState = 'hidden'
  const { recorder } = record()
  expect(await recorder.result).toEqual({ kind: 'cancelled' })
  expect(openStream).not.toHaveBeenCalled()
})

test('a cancelled recording is closed when the server knows of its end', async () => {
  const { recorder, onMicrophone } = record()
  await vi.waitFor(() => expect(onMicrophone).toHaveBeenCalledOnce(), 10_000)
  recorder.cancel()
  expect(await recorder.result).toEqual({ kind: 'cancelled' })
  await recorder.closed
  expect(call).not.toHaveBeenCalled() // no part was sent
})
