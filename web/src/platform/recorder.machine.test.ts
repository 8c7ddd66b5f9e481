import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createActor } from 'xstate'
import { CHUNK_MS, recorderMachine } from './recorder.machine.ts'

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
  type: 'START',
  stream: {} as MediaStream, // `as`: the fake recorder does not use the stream
  mimeType: 'audio/webm',
} as const

function recorder(maxBytes: number, sizes: number[]) {
  FakeRecorder.sizes = sizes
  const actor = createActor(recorderMachine, { input: { maxBytes } })
  actor.start()
  return actor
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
  const actor = recorder(1_000_000, [100, 0, 50])
  actor.send(start)
  vi.advanceTimersByTime(3 * CHUNK_MS)
  actor.send({ type: 'STOP' })
  const { value, context } = actor.getSnapshot()
  expect(value).toBe('stopped')
  expect(context.recording?.size).toBe(157)
  expect(context.recording?.type).toBe('audio/webm;codecs=opus')
})

test('a recording stops before it exceeds the size limit', () => {
  const actor = recorder(
    1_000,
    Array.from({ length: 100 }, () => 100),
  )
  actor.send(start)
  vi.advanceTimersByTime(60 * CHUNK_MS)
  const { value, context } = actor.getSnapshot()
  expect(value).toBe('stopped')
  expect(context.wasCut).toBe(true)
  expect(context.recording?.size).toBeLessThanOrEqual(1_000)
  expect(context.recording?.size).toBeGreaterThan(700)
})

test('a discarded recording is removed, and the user can record again', () => {
  const actor = recorder(1_000_000, [100])
  actor.send(start)
  vi.advanceTimersByTime(CHUNK_MS)
  actor.send({ type: 'STOP' })
  actor.send({ type: 'DISCARD' })
  expect(actor.getSnapshot().context.recording).toBeNull()
  actor.send(start)
  expect(actor.getSnapshot().matches('recording')).toBe(true)
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
  const actor = recorder(1_000, [])
  actor.send(start)
  expect(actor.getSnapshot().value).toBe('idle')
  expect(actor.getSnapshot().context.hasFailed).toBe(true)
})

test('closing the dialog during a recording stops the recorder', () => {
  const actor = recorder(1_000_000, [100])
  actor.send(start)
  vi.advanceTimersByTime(CHUNK_MS)
  actor.stop()
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
  const actor = recorder(1_000, [])
  actor.send(start)
  expect(logged).toHaveBeenCalledWith('The recording failed', thrown)
  expect(actor.getSnapshot().matches('idle')).toBe(true)
  expect(actor.getSnapshot().context.hasFailed).toBe(true)
})
