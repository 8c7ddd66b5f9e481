import { expect, test, vi } from 'vitest'
import type { RecorderHandlers, SpokenResult } from './command-recorder.ts'
import { listenForStop } from './listen-for-stop.ts'

/** Listens with recordings that the test ends. */
function start() {
  const recordings: { handlers: RecorderHandlers; settle: (result: SpokenResult) => void; close: () => void }[] = []
  const [onStop, onMicrophone, onEnd, cancel] = [vi.fn(), vi.fn(), vi.fn(), vi.fn()]
  const end = listenForStop({
    record(handlers) {
      const result = Promise.withResolvers<SpokenResult>()
      const closed = Promise.withResolvers<void>()
      recordings.push({ handlers, settle: result.resolve, close: closed.resolve })
      return { result: result.promise, closed: closed.promise, cancel }
    },
    onStop,
    onMicrophone,
    onEnd,
  })
  return { recordings, onStop, onEnd, cancel, end }
}

const spoken = (text: string): SpokenResult => ({ kind: 'spoken', text, isCommand: false })
const settled = () => new Promise((resolve) => setTimeout(resolve, 0))

test('a "stop" in the text of an unfinished recording stops once', () => {
  const { recordings, onStop, cancel } = start()
  recordings[0]?.handlers.onText('well')
  expect(onStop).not.toHaveBeenCalled()
  recordings[0]?.handlers.onText('stop')
  recordings[0]?.handlers.onText('stop')
  expect(onStop).toHaveBeenCalledOnce()
  expect(cancel).toHaveBeenCalledOnce()
})

test('the next recording starts when the server has closed the last one', async () => {
  const { recordings, onStop } = start()
  recordings[0]?.settle(spoken('hello'))
  await settled()
  expect(recordings).toHaveLength(1)
  recordings[0]?.close()
  await vi.waitFor(() => expect(recordings).toHaveLength(2), 10_000)
  recordings[1]?.settle(spoken('stop'))
  await vi.waitFor(() => expect(onStop).toHaveBeenCalledOnce(), 10_000)
})

test('a recording without a text is followed by another one', async () => {
  const { recordings, onEnd, end } = start()
  recordings[0]?.settle({ kind: 'unrecognised' })
  recordings[0]?.close()
  await vi.waitFor(() => expect(recordings).toHaveLength(2), 10_000)
  expect(onEnd).not.toHaveBeenCalled()
  end()
})

test.each([{ kind: 'problem', problem: 'denied' }, { kind: 'cancelled' }] as const)('%j ends the recordings', async (result) => {
  const { recordings, onStop, onEnd } = start()
  recordings[0]?.settle(result)
  await vi.waitFor(() => expect(onEnd).toHaveBeenCalledOnce(), 10_000)
  expect(recordings).toHaveLength(1)
  expect(onStop).not.toHaveBeenCalled()
})
