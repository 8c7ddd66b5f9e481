import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { RecorderHandlers, SpokenResult } from './command-recorder.ts'
import { listenForStop } from './listen-for-stop.ts'

/** Listens with recordings that the test ends, and sound that it makes. */
function start() {
  let makeSound: () => void = () => undefined
  const recordings: { handlers: RecorderHandlers; settle: (result: SpokenResult) => void; close: () => void }[] = []
  const [onStop, onSpeech, onMicrophone, onEnd, cancel, endRecording] = [vi.fn(), vi.fn(), vi.fn(), vi.fn(), vi.fn(), vi.fn()]
  const { finish, end } = listenForStop({
    record(handlers) {
      const result = Promise.withResolvers<SpokenResult>()
      const closed = Promise.withResolvers<void>()
      recordings.push({ handlers, settle: result.resolve, close: closed.resolve })
      return { result: result.promise, closed: closed.promise, cancel, end: endRecording }
    },
    watchSound(_, onSound) {
      makeSound = onSound
      return () => (makeSound = () => undefined)
    },
    onStop,
    onSpeech,
    onMicrophone,
    onEnd,
  })
  return { recordings, onStop, onSpeech, onEnd, cancel, endRecording, finish, end, makeSound: () => makeSound() }
}

// `as`: the listener passes it on
const STREAM = {} as MediaStream

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

describe('at the end of the countdown', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('the recording ends when the last words have ended, and their text decides', async () => {
    const { recordings, makeSound, finish, endRecording, onSpeech, onStop } = start()
    recordings[0]?.handlers.onMicrophone(STREAM)
    makeSound()
    makeSound()
    expect(onSpeech.mock.calls).toEqual([[true]])
    finish()
    await vi.advanceTimersByTimeAsync(300)
    makeSound() // the end of a word that began before
    await vi.advanceTimersByTimeAsync(300)
    expect(endRecording).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(200)
    expect(endRecording).toHaveBeenCalledOnce()
    recordings[0]?.settle(spoken('stop'))
    await vi.advanceTimersByTimeAsync(0)
    expect(onStop).toHaveBeenCalledOnce()
    expect(onSpeech).toHaveBeenCalledOnce()
  })

  test('speech that does not end ends the recording all the same', async () => {
    const { recordings, makeSound, finish, endRecording } = start()
    recordings[0]?.handlers.onMicrophone(STREAM)
    finish()
    for (let ms = 0; ms < 2_000; ms += 50) {
      makeSound()
      await vi.advanceTimersByTimeAsync(50)
    }
    expect(endRecording).toHaveBeenCalledOnce()
  })

  test.each([spoken('call my mother'), { kind: 'unrecognised' }, { kind: 'problem', problem: 'failed' }] as const)(
    'after the result %j nothing is unknown',
    async (result) => {
      const { recordings, makeSound, finish, onSpeech, onStop } = start()
      recordings[0]?.handlers.onMicrophone(STREAM)
      makeSound()
      finish()
      recordings[0]?.settle(result)
      recordings[0]?.close()
      await vi.advanceTimersByTimeAsync(1_000)
      expect(onSpeech.mock.calls).toEqual([[true], [false]])
      expect(onStop).not.toHaveBeenCalled()
      expect(recordings).toHaveLength(1)
    },
  )

  test('without a sound nothing is unknown', () => {
    const { recordings, onSpeech } = start()
    recordings[0]?.handlers.onMicrophone(STREAM)
    expect(onSpeech).not.toHaveBeenCalled()
  })
})
