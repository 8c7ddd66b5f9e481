import type { SoundUse } from './levels.ts'
import { beginSound, levelOf, onLevels } from './output.ts'

export interface Speaker {
  /** Sets the volume that the user chose, 0 to 1. */
  setVolume: (volume: number) => void
  /** Plays on another output device. Browsers without this choice keep the default device. */
  setDevice: (deviceId: string) => void
  close: () => void
}

/** Elements that the browser did not let play. The first touch or key press plays them. */
const blocked = new Set<HTMLAudioElement>()

async function play(element: HTMLAudioElement) {
  try {
    await element.play()
    blocked.delete(element)
  } catch (error) {
    // An `AbortError` means that the element was closed or that a new stream replaces this one.
    if (error instanceof DOMException && error.name === 'NotAllowedError') blocked.add(element)
  }
}

const playBlocked = () => {
  for (const element of blocked) void play(element)
}
for (const gesture of ['pointerup', 'keydown'] as const) {
  if (typeof document !== 'undefined') document.addEventListener(gesture, playBlocked)
}

/**
 * Plays the sound of a stream. A media element plays it and not WebAudio, so that the browser cancels its echo in the
 * microphone.
 */
export function playStream(use: SoundUse, stream: MediaStream): Speaker {
  const element = new Audio()
  let chosen = 1
  const applyVolume = () => {
    element.volume = chosen * levelOf(use)
  }
  const end = beginSound(use)
  const unsubscribe = onLevels(applyVolume)
  element.srcObject = stream
  applyVolume()
  void play(element)
  return {
    setVolume: (volume) => {
      chosen = volume
      applyVolume()
    },
    setDevice: (deviceId) => {
      // The device may have been unplugged meanwhile: the sound then stays on the current one.
      element.setSinkId?.(deviceId).catch(() => undefined)
    },
    close: () => {
      unsubscribe()
      blocked.delete(element)
      element.pause()
      element.srcObject = null
      end()
    },
  }
}
