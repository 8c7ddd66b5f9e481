import { expect, test, vi } from 'vitest'
import { captureFrames } from './voice-frames.ts'

/** The sound output of a device without a sound card, as Firefox reports it: it neither starts nor fails. */
class SilentContext extends EventTarget {
  readonly state = 'suspended'
  readonly destination = {}
  readonly audioWorklet = { addModule: () => Promise.resolve() }
  readonly resume = () => new Promise(() => undefined)
}

test('a sound output that neither starts nor fails is a problem after a time limit', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('AudioContext', SilentContext)
  vi.stubGlobal(
    'GainNode',
    class {
      readonly connect = () => undefined
    },
  )
  const captured = vi.fn()
  const failed = vi.fn()
  captureFrames({} as MediaStream, () => undefined).then(captured, failed) // it reads no stream before the output starts
  await vi.advanceTimersByTimeAsync(4_000)
  expect(failed).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(captured).not.toHaveBeenCalled()
  expect(failed).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ problem: 'noSound' }))
  vi.useRealTimers()
})
