import { onMicrophoneFree } from '../../platform/audio/microphone.ts'
import { isVoicePlaying, onVoices } from '../../platform/audio/other-tabs.ts'
import { onSoundState, soundState } from '../../platform/audio/output.ts'
import { captureFrames } from '../../platform/audio/voice-frames.ts'
import { backoff } from '../../platform/connection/backoff.ts'
import { CaptureError, type CaptureProblem, closeStream, openStream } from '../../platform/device/media-capture.ts'
import { onStored, storageKeys } from '../../platform/session/storage.ts'
import { createWakeWordEngine, type WakeWordEngine } from './wake-word-engine.ts'
import { storedThreshold } from './wake-word-threshold.ts'

/**
 * - `off`: before the start and after the end.
 * - `starting`: the model loads, the microphone opens, or the browser waits for a touch before it processes sound; the
 *   microphone is then closed.
 * - `listening`: a hit is reported.
 * - `paused`: the page is hidden or something else uses the microphone. It resumes by itself.
 * - `failed`: see `problem`. It starts again when the network, a device or the microphone comes back, and after a delay
 *   unless the user has to act.
 */
export type WakeWordPhase = 'off' | 'starting' | 'listening' | 'paused' | 'failed'

export interface WakeWordState {
  readonly phase: WakeWordPhase
  /** The screen must show this as long as it is true. */
  readonly isMicrophoneOpen: boolean
  /** The reason for the failure. `model`: its files did not load. null in all other phases. */
  readonly problem: CaptureProblem | 'model' | null
}

export interface WakeWordOptions {
  /**
   * The user said the wake word. Voices that a tab of this device plays are ignored, except messages that are read
   * aloud.
   */
  readonly onHit: () => void
  readonly onState: (state: WakeWordState) => void
}

export interface WakeWord {
  start: () => void
  stop: () => void
}

/** Milliseconds until a start that failed is repeated, by the number of failures (backoff.ts). */
const RETRY = { first: 4_000, max: 60_000 } as const

const TOUCHES = ['pointerup', 'keydown'] as const

/** Whether the user has touched this page, so that the browser lets it process sound; also true where it does not say. */
const hasBeenTouched = (): boolean => {
  const { userActivation } = navigator as { userActivation?: UserActivation }
  return userActivation?.hasBeenActive ?? true
}

/** An open microphone whose frames go to the engine. */
interface Listening {
  readonly end: () => void
}

/**
 * Listens for the wake word. The sound is processed in this browser only. Every other use of the microphone takes it
 * from here, and it resumes afterwards. Hidden pages do not listen, because nothing would show that the microphone is
 * open.
 */
export function createWakeWord({ onHit, onState }: WakeWordOptions): WakeWord {
  let isWanted = false
  /** Changes with each start and end: what an earlier one still awaits has no effect. */
  let turn = 0
  let listening: Listening | null = null
  let engine: WakeWordEngine | null = null
  let subscriptions: (() => void)[] = []
  /** A voice plays, and the microphone may pick it up. */
  let isDeaf = false
  let failures = 0
  /** The browser processes no sound before the first touch of the page. */
  let awaitsTouch = false
  let retryTimer: ReturnType<typeof setTimeout> | undefined

  const show = (phase: WakeWordPhase, problem: WakeWordState['problem'] = null) =>
    onState({ phase, isMicrophoneOpen: listening !== null, problem })

  const end = () => {
    turn++
    awaitsTouch = false
    clearTimeout(retryTimer)
    listening?.end()
    listening = null
  }
  const pause = () => {
    end()
    show('paused')
  }
  const fail = (problem: CaptureProblem | 'model') => {
    end()
    awaitsTouch = problem === 'noSound' && !hasBeenTouched()
    if (awaitsTouch) return show('starting')
    show('failed', problem)
    if (problem === 'model' || problem === 'noSound' || problem === 'failed')
      retryTimer = setTimeout(() => void open(), backoff(RETRY, ++failures, false))
  }

  const loadEngine = async (mine: number): Promise<WakeWordEngine | null> => {
    if (engine) return engine
    const created = await createWakeWordEngine(() => {
      if (listening) onHit()
    })
    if (mine === turn) return (engine = created)
    created.close()
    return null
  }

  const openMicrophone = async (mine: number, { push }: WakeWordEngine): Promise<void> => {
    const stream = await openStream({ audio: true, video: null, use: 'wakeWord', onTaken: pause })
    if (mine !== turn) return closeStream(stream)
    let endCapture: () => void = () => undefined
    listening = {
      end: () => {
        endCapture()
        closeStream(stream)
      },
    }
    stream.getAudioTracks()[0]?.addEventListener('ended', () => fail('missing'))
    show('starting')
    // Silence in place of a voice, so that the wake word is found as soon as the voice ends.
    const endFrames = await captureFrames(stream, (frame) => push(isDeaf ? frame.fill(0) : frame))
    if (mine === turn) endCapture = endFrames
    else endFrames()
  }

  const open = async () => {
    if (!isWanted || listening) return
    const mine = ++turn
    awaitsTouch = false
    clearTimeout(retryTimer)
    if (document.visibilityState === 'hidden') return show('paused')
    show('starting')
    let part: 'model' | 'failed' = 'model'
    try {
      const loaded = await loadEngine(mine)
      if (!loaded || mine !== turn) return
      part = 'failed'
      loaded.listen(storedThreshold() ?? loaded.metadata.probabilityThreshold)
      await openMicrophone(mine, loaded)
      if (mine !== turn) return
      failures = 0
      show('listening')
    } catch (error) {
      if (mine !== turn) return
      const problem = error instanceof CaptureError ? error.problem : part
      if (problem === 'busy') pause()
      else fail(problem)
    }
  }

  const onVisibility = () => {
    if (document.visibilityState === 'hidden') pause()
    else void open()
  }
  const onThreshold = () => {
    if (listening) engine?.listen(storedThreshold() ?? engine.metadata.probabilityThreshold)
  }
  const resume = () => void open()
  const onTouch = () => {
    if (awaitsTouch) void open()
  }
  const onSound = () => {
    if (soundState() === 'ready') onTouch()
  }
  const onVoice = () => {
    isDeaf = isVoicePlaying()
  }

  return {
    start: () => {
      if (isWanted) return
      isWanted = true
      document.addEventListener('visibilitychange', onVisibility)
      for (const name of TOUCHES) document.addEventListener(name, onTouch)
      window.addEventListener('online', resume)
      navigator.mediaDevices?.addEventListener('devicechange', resume)
      subscriptions = [
        onMicrophoneFree(resume),
        onVoices(onVoice),
        onSoundState(onSound),
        onStored(storageKeys.wakeWordThreshold, onThreshold),
        () => document.removeEventListener('visibilitychange', onVisibility),
        ...TOUCHES.map((name) => () => document.removeEventListener(name, onTouch)),
        () => window.removeEventListener('online', resume),
        () => navigator.mediaDevices?.removeEventListener('devicechange', resume),
      ]
      onVoice()
      void open()
    },
    stop: () => {
      if (!isWanted) return
      isWanted = false
      for (const unsubscribe of subscriptions) unsubscribe()
      subscriptions = []
      end()
      engine?.close()
      engine = null
      show('off')
    },
  }
}
