import type { CommandRecorder, RecorderHandlers } from './command-recorder.ts'
import { answerOf } from './voice-dialog.ts'

/** Milliseconds before the next recording when the server returned no text. */
const PAUSE_MS = 250
/** Milliseconds of silence after which the last words have ended, and the most that they may take. */
const QUIET_MS = 400
const LAST_WORDS_MS = 1_500
/** Milliseconds between two looks whether the last words have ended. */
const CHECK_MS = 50

type Recorder = Pick<CommandRecorder, 'result' | 'closed' | 'cancel' | 'end'>

interface StopOptions {
  readonly record: (handlers: RecorderHandlers) => Recorder
  /** Calls back for each moment with sound. @returns the function that ends it */
  readonly watchSound: (stream: MediaStream, onSound: () => void) => () => void
  /** The user said 'stop'. It is called once. */
  readonly onStop: () => void
  /** Something was said whose text is unknown (true), or the text of all that was said is known or failed (false). */
  readonly onSpeech: (isUnknown: boolean) => void
  /** The microphone was opened or closed. */
  readonly onMicrophone: (isOpen: boolean) => void
  /** No further recording follows: the microphone cannot be used, or the page is hidden. */
  readonly onEnd: () => void
}

interface StopListener {
  /** Ends the recording after the words that are being said. `onStop` or `onSpeech(false)` follows. */
  readonly finish: () => void
  /** Ends it at once. Nothing is called back. */
  readonly end: () => void
}

/** Records until the user says 'stop'. The texts of unfinished recordings count. */
export function listenForStop({ record, watchSound, onStop, onSpeech, onMicrophone, onEnd }: StopOptions): StopListener {
  let recorder: Recorder | null = null
  let endWatch: (() => void) | null = null
  let timer: ReturnType<typeof setInterval> | undefined
  let soundAt = -Infinity
  let isUnknown = false
  let isFinishing = false
  let isOver = false
  const setUnknown = (value: boolean) => {
    if (isUnknown === value || isOver) return
    isUnknown = value
    onSpeech(value)
  }
  const end = () => {
    isOver = true
    clearInterval(timer)
    endWatch?.()
    endWatch = null
    recorder?.cancel()
  }
  const check = (spoken: string) => {
    if (isOver || answerOf(spoken) !== 'stop') return
    end()
    onStop()
  }
  const changeMicrophone = (stream: MediaStream | null) => {
    endWatch?.()
    endWatch = null
    if (stream && !isOver)
      endWatch = watchSound(stream, () => {
        soundAt = performance.now()
        setUnknown(true)
      })
    onMicrophone(stream !== null)
  }
  const listen = async () => {
    while (!isOver && !isFinishing) {
      recorder = record({ onText: check, onMicrophone: changeMicrophone, onEnd: () => undefined })
      const result = await recorder.result
      if (result.kind === 'spoken') check(result.text)
      setUnknown(false)
      if (isOver || result.kind === 'problem' || result.kind === 'cancelled') break
      await recorder.closed
      if (result.kind === 'unrecognised') await new Promise((resume) => setTimeout(resume, PAUSE_MS))
    }
    if (!isOver) onEnd()
  }
  void listen()
  return {
    finish() {
      if (isFinishing || isOver) return
      isFinishing = true
      const startedAt = performance.now()
      timer = setInterval(() => {
        const now = performance.now()
        if (now - soundAt < QUIET_MS && now - startedAt < LAST_WORDS_MS) return
        clearInterval(timer)
        recorder?.end()
      }, CHECK_MS)
    },
    end,
  }
}
