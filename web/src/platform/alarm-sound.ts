import { useSyncExternalStore } from 'react'

/** Whether this device can sound the alarm now: `blocked` until the person touches the page once. */
export type SoundState = 'ready' | 'blocked' | 'none'

/** Half of full volume (specification, section 9), through WebAudio, since phones ignore an element's volume. */
const VOLUME = 0.5
const SECONDS = 2
/** Two tones where small speakers are loud and ears are keen. */
const TONES = [960, 1280] as const
const TONE_SECONDS = 0.5

let context: AudioContext | null = null
let playing: AudioBufferSourceNode | null = null
const watchers = new Set<() => void>()
const tell = () => {
  for (const watcher of watchers) watcher()
}

/** A tone with some overtones, so that it carries through noise; it fades at its edges, so that nothing clicks. */
export function alarmWave(sampleRate: number): Float32Array<ArrayBuffer> {
  const wave = new Float32Array(Math.round(sampleRate * SECONDS))
  for (let index = 0; index < wave.length; index++) {
    const at = index / sampleRate
    const turn = Math.floor(at / TONE_SECONDS)
    const within = at - turn * TONE_SECONDS
    const edge = Math.min(1, within / 0.02, (TONE_SECONDS - within) / 0.02)
    const phase = 2 * Math.PI * (TONES[turn % 2] ?? TONES[0]) * at
    wave[index] = edge * (0.7 * Math.sin(phase) + 0.2 * Math.sin(3 * phase) + 0.1 * Math.sin(5 * phase))
  }
  return wave
}

function audio(): AudioContext | null {
  if (context || typeof AudioContext === 'undefined') return context
  context = new AudioContext()
  context.addEventListener('statechange', tell)
  return context
}

/** To be called within a touch or a key press: a browser lets sound out only then. */
export async function enableSound() {
  const device = audio()
  if (!device || device.state === 'running') return
  try {
    await device.resume()
  } catch {
    tell() // still blocked: the offer stays on the screen
  }
}

/** Loops until {@link stopAlarm}. Blocked sound begins by itself once it is enabled. */
export function startAlarm() {
  const device = audio()
  if (!device || playing) return
  const buffer = device.createBuffer(1, Math.round(device.sampleRate * SECONDS), device.sampleRate)
  buffer.copyToChannel(alarmWave(device.sampleRate), 0)
  const gain = new GainNode(device, { gain: VOLUME })
  playing = new AudioBufferSourceNode(device, { buffer, loop: true })
  playing.connect(gain).connect(device.destination)
  playing.start()
  // Before the first touch a browser refuses this, and says so loudly.
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.([600, 200, 600, 200, 600])
  void enableSound()
}

export function stopAlarm() {
  playing?.stop()
  playing?.disconnect()
  playing = null
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(0)
}

const soundState = (): SoundState => {
  if (typeof AudioContext === 'undefined') return 'none'
  return audio()?.state === 'running' ? 'ready' : 'blocked'
}

/** Any first touch of the page will do: nobody should have to look for a key to hear an alarm. */
const watch = (watcher: () => void) => {
  watchers.add(watcher)
  const enable = () => void enableSound()
  const gestures = ['pointerup', 'keydown'] as const
  for (const gesture of gestures) document.addEventListener(gesture, enable)
  return () => {
    watchers.delete(watcher)
    for (const gesture of gestures) document.removeEventListener(gesture, enable)
  }
}

export const useSoundState = (): SoundState => useSyncExternalStore(watch, soundState)
