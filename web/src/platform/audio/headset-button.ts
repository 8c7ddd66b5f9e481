/** Seconds of the silent sound. Browsers ignore shorter sounds for the buttons of a headset. */
const SECONDS = 10
const SAMPLE_RATE = 8_000
const HEADER_BYTES = 44

/** Returns a WAV file without sound: 8 bits, mono. */
function silentWav(): Blob {
  const count = SECONDS * SAMPLE_RATE
  const bytes = new Uint8Array(HEADER_BYTES + count).fill(128, HEADER_BYTES)
  const view = new DataView(bytes.buffer)
  const put = (at: number, text: string) => bytes.set(new TextEncoder().encode(text), at)
  put(0, 'RIFF')
  view.setUint32(4, HEADER_BYTES - 8 + count, true)
  put(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, SAMPLE_RATE, true)
  view.setUint32(28, SAMPLE_RATE, true)
  view.setUint16(32, 1, true)
  view.setUint16(34, 8, true)
  put(36, 'data')
  view.setUint32(40, count, true)
  return new Blob([bytes], { type: 'audio/wav' })
}

const ACTIONS = ['play', 'pause', 'stop'] as const

/**
 * Calls back when the user presses the button of a headset. While a recording of the page plays, the press pauses it.
 * Browsers report it only to a page that plays a sound, so a silent one plays until the returned function is called.
 */
export function onHeadsetButton(onPress: () => void): () => void {
  if (!('mediaSession' in navigator)) return () => undefined
  const url = URL.createObjectURL(silentWav())
  const element = new Audio(url)
  element.loop = true
  const play = () => {
    // Refused before the first touch or key press, which tries again.
    if (element.paused) element.play().catch(() => undefined)
  }
  const press = () => {
    const recording = [...document.querySelectorAll('audio')].find(({ paused }) => !paused)
    if (recording) recording.pause()
    else onPress()
    play() // the browser may have paused it
  }
  for (const action of ACTIONS) navigator.mediaSession.setActionHandler(action, press)
  for (const gesture of ['pointerup', 'keydown'] as const) document.addEventListener(gesture, play)
  play()
  return () => {
    for (const gesture of ['pointerup', 'keydown'] as const) document.removeEventListener(gesture, play)
    for (const action of ACTIONS) navigator.mediaSession.setActionHandler(action, null)
    element.pause()
    URL.revokeObjectURL(url)
  }
}
