import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { beginSound } from '../../platform/audio/output.ts'
import type { SoundUse } from '../../platform/audio/levels.ts'
import { CaptureError } from '../../platform/device/media-capture.ts'
import { storageKeys, writeStored } from '../../platform/session/storage.ts'
import { storeThreshold } from './wake-word-threshold.ts'
import { createWakeWord, type WakeWordState } from './wake-word.ts'

// The microphone and the model are replaced: the test speaks, and sees what the model receives.

const { engine, microphone } = vi.hoisted(() => ({
  engine: { hit: (): void => undefined, received: [] as number[], threshold: 0, failures: 0 },
  microphone: { frame: (_samples: Float32Array<ArrayBuffer>): void => undefined, opened: 0, hasSound: true },
}))
vi.mock('./wake-word-engine.ts', () => ({
  createWakeWordEngine: async (onHit: () => void) => {
    if (engine.failures-- > 0) throw new Error('the model did not load')
    engine.hit = onHit
    const push = (samples: Float32Array) => void engine.received.push(samples[0] ?? Number.NaN)
    const listen = (threshold: number) => void (engine.threshold = threshold)
    return { metadata: { probabilityThreshold: 0.97 }, listen, push, close: () => undefined }
  },
}))
vi.mock('../../platform/audio/voice-frames.ts', () => ({
  captureFrames: async (_stream: MediaStream, onFrame: typeof microphone.frame) => {
    if (!microphone.hasSound) throw new CaptureError('noSound')
    microphone.frame = onFrame
    return () => undefined
  },
}))
vi.mock('../../platform/device/media-capture.ts', () => ({
  CaptureError: class extends Error {
    readonly problem: string
    constructor(problem: string) {
      super(problem)
      this.problem = problem
    }
  },
  closeStream: () => undefined,
  openStream: async () => {
    microphone.opened++
    return { getAudioTracks: () => [] }
  },
}))

/** Elements of the page that play. */
let elements: { muted: boolean; paused: boolean }[] = []
const listeners = new Map<string, Set<() => void>>()

beforeEach(() => {
  elements = []
  engine.failures = 0
  Object.assign(microphone, { opened: 0, hasSound: true })
  vi.stubGlobal('document', {
    visibilityState: 'visible',
    querySelectorAll: () => elements,
    addEventListener: (event: string, listener: () => void) =>
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener)),
    removeEventListener: (event: string, listener: () => void) => listeners.get(event)?.delete(listener),
  })
  vi.stubGlobal('window', { addEventListener: () => undefined, removeEventListener: () => undefined })
})
afterEach(() => {
  writeStored(storageKeys.soundingTabs, null)
  wakeWord?.stop()
  vi.useRealTimers()
})

let wakeWord: ReturnType<typeof createWakeWord> | null = null

async function listen(onHit = () => undefined): Promise<void> {
  const states: WakeWordState[] = []
  wakeWord = createWakeWord({ onHit, onState: (state) => void states.push(state) })
  wakeWord.start()
  await vi.waitFor(() => expect(states.at(-1)?.phase).toBe('listening'), 10_000)
}

/** @returns what the model receives while a person speaks */
function speak(): number | undefined {
  microphone.frame(new Float32Array(960).fill(0.5))
  return engine.received.at(-1)
}

function setPlaying(isPlaying: boolean) {
  elements = [{ muted: false, paused: !isPlaying }]
  for (const listener of listeners.get(isPlaying ? 'play' : 'pause') ?? []) listener()
}

test('a member says the wake word and it is reported', async () => {
  const onHit = vi.fn()
  await listen(onHit)
  engine.hit()
  expect(onHit).toHaveBeenCalledOnce()
})

test.each(['announcement', 'radio', 'call'] as const)(
  'the model receives silence while this page plays: %s, and the microphone afterwards',
  async (use) => {
    await listen()
    expect(speak()).toBe(0.5)
    const end = beginSound(use)
    expect(speak()).toBe(0)
    end()
    expect(speak()).toBe(0.5)
  },
)

test('a model that did not load is loaded again until the wake word is listened for', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  engine.failures = 3
  const states: WakeWordState[] = []
  wakeWord = createWakeWord({ onHit: () => undefined, onState: (state) => void states.push(state) })
  wakeWord.start()
  await vi.advanceTimersByTimeAsync(0)
  expect(states.at(-1)).toMatchObject({ phase: 'failed', problem: 'model' })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(states.filter(({ phase }) => phase === 'failed')).toHaveLength(3)
  expect(states.at(-1)?.phase).toBe('listening')
})

test('the model receives silence while this page plays a recording', async () => {
  await listen()
  setPlaying(true)
  expect(speak()).toBe(0)
  setPlaying(false)
  expect(speak()).toBe(0.5)
})

test.each(['announcement', 'playback'] as const)('the model receives silence while another tab plays: %s', async (use) => {
  const report = (uses: readonly SoundUse[]) =>
    writeStored(storageKeys.soundingTabs, JSON.stringify({ another: { until: Date.now() + 5_000, uses } }))
  await listen()
  report([use])
  expect(speak()).toBe(0)
  report([])
  expect(speak()).toBe(0.5)
})

test('the wake word still works during an alarm and a ringtone, which have no voice, and interrupts a message', async () => {
  await listen()
  for (const use of ['alarm', 'ringtone', 'speech'] as const) {
    const end = beginSound(use)
    expect(speak()).toBe(0.5)
    end()
  }
})

test('the threshold of the user applies at the start and at once when it changes; without one the usual threshold does', async () => {
  storeThreshold(0.93)
  await listen()
  expect(engine.threshold).toBe(0.93)
  storeThreshold(0.95)
  expect(engine.threshold).toBe(0.95)
  storeThreshold(null)
  expect(engine.threshold).toBe(0.97)
})

test.each([false, true])(
  'without sound the microphone opens again after the first touch of the page, or after a time if there was one: %s',
  async (hasBeenActive) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    vi.stubGlobal('navigator', { userActivation: { hasBeenActive } })
    microphone.hasSound = false
    const states: WakeWordState[] = []
    wakeWord = createWakeWord({ onHit: () => undefined, onState: (state) => void states.push(state) })
    wakeWord.start()
    await vi.advanceTimersByTimeAsync(120_000)
    expect(microphone.opened > 1).toBe(hasBeenActive)
    expect(states.at(-1)).toMatchObject({ phase: hasBeenActive ? 'failed' : 'starting', isMicrophoneOpen: false })
    microphone.hasSound = true
    for (const listener of listeners.get('pointerup') ?? []) listener()
    await vi.advanceTimersByTimeAsync(hasBeenActive ? 60_000 : 0)
    expect(states.at(-1)?.phase).toBe('listening')
    wakeWord.stop()
    vi.unstubAllGlobals()
  },
)
