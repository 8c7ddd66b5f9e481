import { beforeEach, expect, test, vi } from 'vitest'
import { beginSound } from '../../platform/audio/output.ts'
import { createWakeWord, type WakeWordState } from './wake-word.ts'

// The microphone and the model are replaced; the test reports the hits of the model.

const { engine } = vi.hoisted(() => ({ engine: { hit: (): void => undefined } }))
vi.mock('./wake-word-engine.ts', () => ({
  createWakeWordEngine: async (onHit: () => void) => {
    engine.hit = onHit
    return { metadata: { probabilityThreshold: 0.5 }, listen: () => undefined, push: () => undefined, close: () => undefined }
  },
}))
vi.mock('../../platform/audio/voice-frames.ts', () => ({ captureFrames: async () => () => undefined }))
vi.mock('../../platform/media-capture.ts', () => ({
  CaptureError: class extends Error {},
  closeStream: () => undefined,
  openStream: async () => ({ getAudioTracks: () => [] }),
}))

beforeEach(() => {
  vi.stubGlobal('document', {
    visibilityState: 'visible',
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  })
  vi.stubGlobal('window', { addEventListener: () => undefined, removeEventListener: () => undefined })
})

test('the announcement of an alarm is not taken for the wake word; a message that is being read can be interrupted', async () => {
  const onHit = vi.fn()
  const states: WakeWordState[] = []
  const wakeWord = createWakeWord({ onHit, onState: (state) => void states.push(state) })
  wakeWord.start()
  await vi.waitFor(() => expect(states.at(-1)?.phase).toBe('listening'))
  const hitDuring = (use: 'announcement' | 'alarm' | 'speech') => {
    const end = beginSound(use)
    engine.hit()
    end()
  }
  hitDuring('announcement')
  expect(onHit).not.toHaveBeenCalled()
  hitDuring('alarm')
  hitDuring('speech')
  expect(onHit).toHaveBeenCalledTimes(2)
  wakeWord.stop()
})
