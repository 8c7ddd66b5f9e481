import { useSyncExternalStore } from 'react'
import { createEmitter } from '../observable.ts'
import { levelsOf, type SoundUse, soundUses } from './levels.ts'

/** Whether this device can play sound. `blocked`: the browser waits for the first touch or key press on the page. */
export type SoundState = 'ready' | 'blocked' | 'none'

let context: AudioContext | null = null
let isRefused = false
const gains = new Map<SoundUse, GainNode>()
/** Number of sounds of each use that play now. */
const playing = new Map<SoundUse, number>()
const stateChanged = createEmitter()
const levelsChanged = createEmitter()

/** Returns the only AudioContext of the page, or null if the browser has none. */
function audio(): AudioContext | null {
  if (context || isRefused || typeof AudioContext === 'undefined') return context
  try {
    context = new AudioContext()
    context.addEventListener('statechange', () => stateChanged.emit())
  } catch {
    isRefused = true // the page has too many, or the browser refuses sound
  }
  return context
}

/** Returns the uses that sound now. */
export const activeUses = (): ReadonlySet<SoundUse> => new Set(soundUses.filter((use) => (playing.get(use) ?? 0) > 0))

const levels = () => levelsOf(activeUses())

/** Returns the current gain (0 to 1) of a use. */
export const levelOf = (use: SoundUse): number => levels()[use]

/** Whether a use sounds now, also while the browser blocks its sound. */
export const isSounding = (use: SoundUse): boolean => (playing.get(use) ?? 0) > 0

/** Calls back when the gain of a use may have changed. @returns the function that unsubscribes. */
export const onLevels = levelsChanged.subscribe

function count(use: SoundUse, change: 1 | -1) {
  playing.set(use, (playing.get(use) ?? 0) + change)
  const now = levels()
  for (const [each, gain] of gains) gain.gain.value = now[each]
  levelsChanged.emit()
}

/** Marks a use as sounding, which changes the gain of the others. @returns the function that ends it. */
export function beginSound(use: SoundUse): () => void {
  let hasEnded = false
  count(use, 1)
  return () => {
    if (hasEnded) return
    hasEnded = true
    count(use, -1)
  }
}

/** Returns the context and the node that sounds of a use connect to, or null if the browser has no WebAudio. */
export function outputOf(use: SoundUse): { readonly context: AudioContext; readonly node: GainNode } | null {
  const device = audio()
  if (!device) return null
  const node = gains.get(use) ?? new GainNode(device, { gain: levelOf(use) })
  if (!gains.has(use)) {
    node.connect(device.destination)
    gains.set(use, node)
  }
  return { context: device, node }
}

/**
 * Returns a node that measures a stream without playing it, and the function that disconnects it; null without
 * WebAudio.
 */
export function measureStream(stream: MediaStream): { readonly analyser: AnalyserNode; readonly end: () => void } | null {
  const device = audio()
  if (!device) return null
  void enableSound()
  const analyser = new AnalyserNode(device, { fftSize: 1024 })
  const source = device.createMediaStreamSource(stream)
  source.connect(analyser)
  return { analyser, end: () => source.disconnect() }
}

/**
 * Decodes a sound without playing it; null without WebAudio.
 * @param sampleRate samples a second of the result
 */
export async function decodeSound(bytes: ArrayBuffer, sampleRate: number): Promise<AudioBuffer | null> {
  if (typeof OfflineAudioContext === 'undefined') return null
  return new OfflineAudioContext(1, 1, sampleRate).decodeAudioData(bytes)
}

/** Enables sound. The caller must be a touch or key press handler: browsers allow sound only there. */
export async function enableSound() {
  const device = audio()
  if (!device || device.state === 'running') return
  try {
    await device.resume()
  } catch {
    stateChanged.emit() // still blocked: the button that enables sound stays on the screen
  }
}

export const soundState = (): SoundState => {
  const device = audio()
  if (!device) return 'none'
  return device.state === 'running' ? 'ready' : 'blocked'
}

/**
 * Enables sound on any touch or key press, so that users need no button to hear an alarm. Call it once, at the start.
 */
export function startSound() {
  for (const gesture of ['pointerup', 'keydown'] as const) document.addEventListener(gesture, () => void enableSound())
}

/** Calls back when the state of sound changes. @returns the function that unsubscribes */
export const onSoundState = stateChanged.subscribe

/** Resolves when the browser allows sound, which may be after the next touch; never after `signal` was aborted. */
export function soundReady(signal: AbortSignal): Promise<void> {
  if (soundState() === 'ready') return Promise.resolve()
  return new Promise((resolve) => {
    const unsubscribe = onSoundState(() => {
      if (soundState() !== 'ready') return
      unsubscribe()
      resolve()
    })
    signal.addEventListener('abort', unsubscribe)
    if (signal.aborted) unsubscribe()
  })
}

export const useSoundState = (): SoundState => useSyncExternalStore(onSoundState, soundState, soundState)
