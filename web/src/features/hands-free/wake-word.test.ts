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

test('a message that the page reads aloud is not detected as the wake word', async () => {
  const onHit = vi.fn()
  const states: WakeWordState[] = []
  const wakeWord = createWakeWord({ onHit, onState: (state) => void states.push(state) })
  wakeWord.start()
  await vi.waitFor(() => expect(states.at(-1)?.phase).toBe('listening'))
  for (const use of ['speech', 'announcement'] as const) {
    const end = beginSound(use)
    engine.hit()
    end()
  }
  expect(onHit).not.toHaveBeenCalled()
  const endAlarm = beginSound('alarm')
  engine.hit()
  endAlarm()
  expect(onHit).toHaveBeenCalledOnce()
  wakeWord.stop()
})
