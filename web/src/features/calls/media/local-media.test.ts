import { afterEach, expect, test, vi } from 'vitest'
import { LocalMedia } from './local-media.ts'

const createTrack = (kind: 'audio' | 'video') => {
  const target = new EventTarget()
  return Object.assign(target, {
    kind,
    enabled: true,
    readyState: 'live',
    stop: vi.fn(),
    getSettings: () => ({ deviceId: 'one' }),
  })
}

/** Devices whose camera is never opened: the browser waits for the user. */
function stubDevices() {
  const track = createTrack('audio')
  const stream = { getTracks: () => [track], getAudioTracks: () => [track], getVideoTracks: () => [] }
  const devices = [{ kind: 'audioinput', deviceId: 'one', label: 'Microphone' }]
  const mediaDevices = {
    addEventListener: vi.fn(),
    removeEventListener: vi.fn(),
    getUserMedia: ({ audio }: MediaStreamConstraints) =>
      audio === false ? new Promise(() => undefined) : Promise.resolve(stream),
    enumerateDevices: async () => devices,
  }
  vi.stubGlobal('window', { isSecureContext: true })
  vi.stubGlobal('navigator', { mediaDevices })
  return { track, devices }
}

const openMedia = () => new LocalMedia({ onChange: vi.fn(), onProblem: vi.fn() })

afterEach(() => vi.unstubAllGlobals())

test('a user who mutes while the browser asks for the camera is silent at once', async () => {
  const { track } = stubDevices()
  const media = openMedia()
  await media.toggleMicrophone()
  expect(media.own.hasMicrophone).toBe(true)
  void media.toggleCamera()
  void media.toggleMicrophone()
  expect([media.tracks.audio, track.enabled, media.own.hasMicrophone]).toEqual([null, false, false])
})

test('a microphone whose permission was withdrawn stays off, and an unplugged one is replaced', async () => {
  const { track, devices } = stubDevices()
  for (const isUnplugged of [false, true]) {
    const media = openMedia()
    await media.toggleMicrophone()
    if (isUnplugged) devices.pop()
    track.dispatchEvent(new Event('ended'))
    await expect.poll(() => track.stop.mock.calls.length).toBeGreaterThan(0)
    await expect.poll(() => media.own.hasMicrophone).toBe(isUnplugged)
    track.stop.mockClear()
  }
})

test('an unplugged microphone is replaced also while the browser does not list the devices', async () => {
  const { track } = stubDevices()
  const media = openMedia()
  await media.toggleMicrophone()
  Object.assign(navigator.mediaDevices, { enumerateDevices: () => new Promise(() => undefined) })
  track.dispatchEvent(new Event('ended'))
  await expect.poll(() => track.stop.mock.calls.length).toBeGreaterThan(0)
  await expect.poll(() => media.own.hasMicrophone).toBe(true)
})

test('the microphone opens while the browser does not list the devices, as Firefox in a window behind others', async () => {
  stubDevices()
  Object.assign(navigator.mediaDevices, { enumerateDevices: () => new Promise(() => undefined) })
  const media = openMedia()
  media.open()
  await media.toggleMicrophone()
  expect(media.own.hasMicrophone).toBe(true)
  media.close()
})
