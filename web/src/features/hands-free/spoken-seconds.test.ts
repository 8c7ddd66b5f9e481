import { beforeEach, expect, test, vi } from 'vitest'
import { fetchSpoken } from '../../platform/audio/fetch-spoken.ts'
import { playSpoken } from '../../platform/audio/spoken-sound.ts'
import { loadSeconds, speakSecond, stopSeconds } from './spoken-seconds.ts'

vi.mock('../../platform/audio/fetch-spoken.ts', () => ({ fetchSpoken: vi.fn() }))
vi.mock('../../platform/audio/spoken-sound.ts', () => ({ playSpoken: vi.fn() }))
// The texts load with the screens.
vi.mock('../../platform/language/i18n.ts', () => ({ text: (key: string) => key }))

const keyOf = (second: number) => `handsFree.second.${second}`
// `as`: the sound is named by its text.
const soundOf = (text: string) => ({ text }) as unknown as AudioBuffer
const fetched = () => vi.mocked(fetchSpoken).mock.calls.map(([text]) => text)
const stop = vi.fn()

beforeEach(() => {
  vi.clearAllMocks()
  vi.mocked(playSpoken).mockReturnValue({ done: Promise.resolve(), stop, isPlaying: () => true, setVolume: () => undefined })
})

test('without a voice, the first failure ends the load, and nothing is spoken', async () => {
  vi.mocked(fetchSpoken).mockResolvedValue(null)
  await loadSeconds()
  expect(fetched()).toEqual([keyOf(5)])
  await speakSecond(5)
  expect(playSpoken).not.toHaveBeenCalled()
})

test('the seconds load from the first one on, each once, also after a failure', async () => {
  vi.mocked(fetchSpoken).mockImplementation(async (text) => (text === keyOf(3) ? null : soundOf(text)))
  await loadSeconds()
  expect(fetched()).toEqual([keyOf(5), keyOf(4), keyOf(3)])
  vi.mocked(fetchSpoken).mockClear()
  vi.mocked(fetchSpoken).mockImplementation(async (text) => soundOf(text))
  await Promise.all([loadSeconds(), loadSeconds()])
  expect(fetched()).toEqual([keyOf(3), keyOf(2), keyOf(1)])
})

test('a second is spoken as an alarm in place of the one before', async () => {
  void speakSecond(4)
  void speakSecond(3)
  expect(vi.mocked(playSpoken).mock.calls).toEqual([
    ['alarm', soundOf(keyOf(4)), 1],
    ['alarm', soundOf(keyOf(3)), 1],
  ])
  expect(stop).toHaveBeenCalledOnce()
  stopSeconds()
  expect(stop).toHaveBeenCalledTimes(2)
  await speakSecond(7)
  expect(playSpoken).toHaveBeenCalledTimes(2)
})
