import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CHUNK_MS, StreamRecorder } from './stream-recorder.ts'

/** A MediaRecorder that emits chunks of these sizes, and a last chunk when it is stopped. */
class FakeRecorder {
  static sizes: number[] = []
  static last: FakeRecorder
  state: 'inactive' | 'recording' = 'inactive'
  mimeType = 'audio/webm;codecs=opus'
  ondataavailable: ((event: { data: Blob }) => void) | null = null
  onstop: (() => void) | null = null
  onerror: (() => void) | null = null
  timer: ReturnType<typeof setInterval> | undefined

  constructor() {
    FakeRecorder.last = this
  }

  start(everyMs: number) {
    this.state = 'recording'
    const sizes = [...FakeRecorder.sizes]
    this.timer = setInterval(() => this.#emitChunk(sizes.shift() ?? 0), everyMs)
  }

  stop() {
    this.state = 'inactive'
    clearInterval(this.timer)
    this.#emitChunk(7)
    this.onstop?.()
  }

  #emitChunk(size: number) {
    this.ondataavailable?.({ data: new Blob(['x'.repeat(size)]) })
  }
}

const start = {
  stream: {} as MediaStream, // `as`: the fake recorder does not use the stream
  mimeType: 'audio/webm',
}

function recorderOf(maxBytes: number, sizes: number[]) {
  FakeRecorder.sizes = sizes
  return new StreamRecorder(maxBytes)
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('MediaRecorder', FakeRecorder)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a recording contains all chunks that are not empty, including the last one', () => {
  const recorder = recorderOf(1_000_000, [100, 0, 50])
  recorder.start(start)
  vi.advanceTimersByTime(3 * CHUNK_MS)
  recorder.stop()
  const { stage, recording } = recorder.view.get()
  expect(stage).toBe('stopped')
  expect(recording?.size).toBe(157)
  expect(recording?.type).toBe('audio/webm;codecs=opus')
})

test('a recording stops before it exceeds the size limit', () => {
  const recorder = recorderOf(
    1_000,
    Array.from({ length: 100 }, () => 100),
  )
  recorder.start(start)
  vi.advanceTimersByTime(60 * CHUNK_MS)
  const { stage, wasCut, recording } = recorder.view.get()
  expect(stage).toBe('stopped')
  expect(wasCut).toBe(true)
  expect(recording?.size).toBeLessThanOrEqual(1_000)
  expect(recording?.size).toBeGreaterThan(700)
})

test('a discarded recording is removed, and the user can record again', () => {
  const recorder = recorderOf(1_000_000, [100])
  recorder.start(start)
  vi.advanceTimersByTime(CHUNK_MS)
  recorder.stop()
  recorder.discard()
  expect(recorder.view.get().recording).toBeNull()
  recorder.start(start)
  expect(recorder.view.get().stage).toBe('recording')
})

test('a browser that cannot record reports a failure and returns to idle', () => {
  vi.stubGlobal(
    'MediaRecorder',
    class {
      constructor() {
        throw new Error('NotSupportedError')
      }
    },
  )
  const recorder = recorderOf(1_000, [])
  recorder.start(start)
  expect(recorder.view.get().stage).toBe('idle')
  expect(recorder.view.get().hasFailed).toBe(true)
})

test('closing the dialog during a recording stops the recorder', () => {
  const recorder = recorderOf(1_000_000, [100])
  recorder.start(start)
  vi.advanceTimersByTime(CHUNK_MS)
  recorder.close()
  expect(FakeRecorder.last.state).toBe('inactive')
})

test('an error of the browser is logged, and the recorder returns to idle', () => {
  const thrown = new DOMException('not supported', 'NotSupportedError')
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.stubGlobal(
    'MediaRecorder',
    class {
      constructor() {
        throw thrown
      }
    },
  )
  const recorder = recorderOf(1_000, [])
  recorder.start(start)
  expect(logged).toHaveBeenCalledWith('The recording failed', thrown)
  expect(recorder.view.get().stage).toBe('idle')
  expect(recorder.view.get().hasFailed).toBe(true)
})
