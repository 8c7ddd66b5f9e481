import { expect, test, vi } from 'vitest'
import { soundReady, soundState } from './output.ts'

/** The device of the page, which the browser blocks until a touch. */
class FakeContext extends EventTarget {
  static current: FakeContext | null = null
  state = 'suspended'

  constructor() {
    super()
    FakeContext.current = this
  }

  set(state: string) {
    this.state = state
    this.dispatchEvent(new Event('statechange'))
  }
}

test('sound that was blocked at first becomes ready after a touch, unless the wait was aborted', async () => {
  vi.stubGlobal('AudioContext', FakeContext)
  expect(soundState()).toBe('blocked')
  const onReady = vi.fn()
  const onAborted = vi.fn()
  const aborted = new AbortController()
  void soundReady(new AbortController().signal).then(onReady)
  void soundReady(aborted.signal).then(onAborted)
  aborted.abort()
  FakeContext.current?.set('interrupted')
  await Promise.resolve()
  expect(onReady).not.toHaveBeenCalled()
  FakeContext.current?.set('running')
  await vi.waitFor(() => expect(onReady).toHaveBeenCalledOnce(), 10_000)
  expect(onAborted).not.toHaveBeenCalled()
  await soundReady(new AbortController().signal)
})
