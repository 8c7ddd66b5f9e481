import { beforeEach, expect, test, vi } from 'vitest'
import { claimMicrophone } from './microphone.ts'
import { decodeSpoken, playSpoken } from './spoken-sound.ts'

const { begun, ended } = vi.hoisted(() => ({ begun: vi.fn<(use: string) => void>(), ended: vi.fn<(use: string) => void>() }))
vi.mock('./other-tabs.ts', () => ({ mayPlayNow: () => true, onMayPlay: () => () => undefined }))
vi.mock('./output.ts', () => ({
  beginSound: (use: string) => {
    begun(use)
    return () => ended(use)
  },
  outputOf: () => ({ context: { currentTime: 0, decodeAudioData: async () => ({}) }, node: {} }),
}))

class FakeNode {
  gain = { value: 1 }
  onended: unknown = null
  connect = () => undefined
  disconnect = () => undefined
  start = () => undefined
  stop = () => undefined
}

beforeEach(() => {
  vi.stubGlobal('GainNode', FakeNode)
  vi.stubGlobal('AudioBufferSourceNode', FakeNode)
  vi.stubGlobal('document', {
    querySelectorAll: () => [],
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  })
  begun.mockReset()
  ended.mockReset()
})

const buffer = {} as AudioBuffer // the fake nodes do not read it
const claim = (use: Parameters<typeof claimMicrophone>[0]) => claimMicrophone(use, () => undefined) ?? expect.unreachable()

test.each(['call', 'recording'] as const)('a message waits while a %s uses the microphone, and continues afterwards', (use) => {
  const release = claim(use)
  const sound = playSpoken('speech', buffer, 1)
  expect([sound.isPlaying(), begun.mock.calls]).toEqual([false, []])
  release()
  expect(sound.isPlaying()).toBe(true)
  const releaseAgain = claim(use)
  expect([sound.isPlaying(), ended.mock.calls]).toEqual([false, [['speech']]])
  releaseAgain()
  expect(sound.isPlaying()).toBe(true)
  sound.stop()
  expect(sound.isPlaying()).toBe(false)
  claim(use)()
  expect(begun).toHaveBeenCalledTimes(2)
})

test.each(['radio', 'wakeWord'] as const)('a message is read while the microphone is open for: %s', (use) => {
  const release = claim(use)
  const sound = playSpoken('speech', buffer, 1)
  expect(sound.isPlaying()).toBe(true)
  sound.stop()
  release()
})

test('the announcement of an alarm does not wait for the end of a recording', () => {
  const release = claim('recording')
  const sound = playSpoken('announcement', buffer, 1)
  expect(sound.isPlaying()).toBe(true)
  sound.stop()
  release()
})

test('text that is not base64 is not sound', async () => {
  expect(await decodeSpoken('%')).toBeNull()
  expect(await decodeSpoken('AAAA')).not.toBeNull()
})
