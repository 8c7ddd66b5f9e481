import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError, OfflineError } from '../../../platform/connection/http-errors.ts'
import { call } from '../../../platform/connection/http.ts'
import { PostedTalk } from './posted-talk.ts'

// The recorder and the server are replaced.

vi.mock('../../../platform/connection/http.ts', () => ({ call: vi.fn() }))
vi.mock('../../../platform/audio/output.ts', () => ({ measureStream: () => null }))
vi.mock('../../../platform/device/media-capture.ts', () => ({ recorderType: () => 'audio/webm' }))

class FakeRecorder {
  static current: FakeRecorder | null = null
  state = 'recording'
  ondataavailable: (event: { data: Blob }) => void = () => undefined
  onstop: () => void = () => undefined

  constructor() {
    FakeRecorder.current = this
  }

  start = () => undefined

  stop() {
    this.state = 'inactive'
    this.onstop()
  }
}

interface Sent {
  readonly form: { readonly timestamp: number; readonly recStop: string }
  readonly files: readonly { readonly file: Blob }[]
  readonly signal: AbortSignal
}

/** The parts that the server accepted: the text of each part, or 'end'. */
let accepted: string[] = []
/** The error of each request; null: the server accepts it. */
let failure: unknown = null
const onLost = vi.fn()

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('MediaRecorder', FakeRecorder)
  accepted = []
  failure = null
  onLost.mockReset()
  vi.mocked(call).mockImplementation((async (_route: unknown, { form, files, signal }: Sent) => {
    if (signal.aborted) throw new DOMException('', 'AbortError')
    if (failure !== null) throw failure
    accepted.push(form.recStop === 'manual-disable' ? 'end' : ((await files[0]?.file.text()) ?? ''))
    return { messageId: 'message' }
  }) as never) // the reply of this route only
})
afterEach(() => {
  vi.useRealTimers()
})

const open = () =>
  // `as`: no function that is not replaced reads the stream.
  new PostedTalk({ threadId: 'thread', stream: {} as MediaStream, onLevel: () => undefined, onLost })

/** Records a second for each part. */
async function record(...parts: string[]) {
  for (const part of parts) {
    FakeRecorder.current?.ondataavailable({ data: new Blob([part]) })
    await vi.advanceTimersByTimeAsync(1_000)
  }
}

test('parts of an outage are sent when the server is back, each once and in order', async () => {
  const talk = open()
  await record('a', 'b')
  failure = new OfflineError()
  await record('c', 'd', 'e', 'f', 'g')
  expect(accepted).toEqual(['a', 'b'])
  failure = null
  await record('h')
  const outcome = talk.finish()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await outcome).toEqual({ kind: 'sent', messageId: 'message' })
  expect(accepted).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'end'])
  expect(onLost).not.toHaveBeenCalled()
})

test('a talk whose recording the server has ended is reported as lost at once, and nothing more is sent', async () => {
  const talk = open()
  await record('a')
  failure = new OfflineError()
  await record('b', 'c', 'd', 'e', 'f', 'g', 'h')
  expect(onLost).not.toHaveBeenCalled()
  await record('i', 'j')
  expect(onLost).toHaveBeenCalledOnce()
  failure = null
  await record('k')
  expect(await talk.finish()).toEqual({ kind: 'lost' })
  expect([accepted, onLost.mock.calls.length]).toEqual([['a'], 1])
})

test('a refused part is reported as lost at once', async () => {
  open()
  await record('a')
  failure = new ApiError(403, { code: 'thread.blocked', message: '', issues: [] })
  await record('b')
  expect(onLost).toHaveBeenCalledOnce()
})

test('a talk whose end the server does not accept is sent, since the server ends it by itself', async () => {
  const talk = open()
  await record('a')
  failure = new ApiError(409, { code: 'speech.recordingEnded', message: '', issues: [] })
  expect(await talk.finish()).toEqual({ kind: 'sent', messageId: 'message' })
})

test('a talk that is finished twice sends one end', async () => {
  const talk = open()
  await record('a')
  const outcomes = await Promise.all([talk.finish(), talk.finish()])
  expect(outcomes[0]).toBe(outcomes[1])
  expect(accepted).toEqual(['a', 'end'])
})
