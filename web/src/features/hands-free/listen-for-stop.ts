import type { CommandRecorder, RecorderHandlers } from './command-recorder.ts'
import { answerOf } from './voice-dialog.ts'

/** Milliseconds before the next recording when the server returned no text. */
const PAUSE_MS = 250

type Recorder = Pick<CommandRecorder, 'result' | 'closed' | 'cancel'>

interface StopOptions {
  readonly record: (handlers: RecorderHandlers) => Recorder
  /** The user said 'stop'. It is called once. */
  readonly onStop: () => void
  /** The microphone was opened or closed. */
  readonly onMicrophone: (isOpen: boolean) => void
  /** No further recording follows: the microphone cannot be used, or the page is hidden. */
  readonly onEnd: () => void
}

/**
 * Records again and again until the user says 'stop'. The texts of unfinished recordings count. @returns the function
 * that ends it
 */
export function listenForStop({ record, onStop, onMicrophone, onEnd }: StopOptions): () => void {
  let recorder: Recorder | null = null
  let isOver = false
  const check = (spoken: string) => {
    if (isOver || answerOf(spoken) !== 'stop') return
    isOver = true
    recorder?.cancel()
    onStop()
  }
  const listen = async () => {
    while (!isOver) {
      recorder = record({ onText: check, onMicrophone: (stream) => onMicrophone(stream !== null), onEnd: () => undefined })
      const result = await recorder.result
      if (result.kind === 'spoken') check(result.text)
      if (isOver || result.kind === 'problem' || result.kind === 'cancelled') break
      await recorder.closed
      if (result.kind === 'unrecognised') await new Promise((resume) => setTimeout(resume, PAUSE_MS))
    }
    if (!isOver) onEnd()
  }
  void listen()
  return () => {
    isOver = true
    recorder?.cancel()
  }
}
