import { useEffect, useRef, useState } from 'react'
import type { MessageKey } from '../../platform/language/i18n.ts'
import { CaptureError, type CaptureProblem } from '../../platform/device/media-capture.ts'
import { createWakeWordEngine, type WakeWordEngine } from './wake-word-engine.ts'
import { recordPhrase } from './wake-word-recording.ts'
import { isClear, personalThreshold, RECORDINGS, storeThreshold } from './wake-word-threshold.ts'

/** `speaking`: the microphone is open. */
type RecordingPhase = 'idle' | 'starting' | 'speaking' | 'checking' | 'saved'

export interface PhraseRecordings {
  readonly phase: RecordingPhase
  /** Recordings that count so far. */
  readonly count: number
  /** The result of the last recording; null before the first. */
  readonly notice: MessageKey | null
  readonly record: () => void
  /** Begins again with the first recording. */
  readonly restart: () => void
}

const problemKey = (problem: CaptureProblem | 'model') => `wakeWord.problem.${problem}` as const

/** Records the phrase three times and stores the threshold for this voice. Closing it ends a running recording. */
export function usePhraseRecordings(): PhraseRecordings {
  const [phase, setPhase] = useState<RecordingPhase>('idle')
  const [probabilities, setProbabilities] = useState<readonly number[]>([])
  const [notice, setNotice] = useState<MessageKey | null>(null)
  const engine = useRef<WakeWordEngine | null>(null)
  const ending = useRef<AbortController | null>(null)
  useEffect(
    () => () => {
      ending.current?.abort()
      engine.current?.close()
    },
    [],
  )

  const check = async (signal: AbortSignal): Promise<MessageKey | null> => {
    const recording = await recordPhrase(() => setPhase('speaking'), signal)
    if (signal.aborted) return null
    if (!recording) return 'wakeWord.taken'
    setPhase('checking')
    if (recording.isSilent) return 'wakeWord.silent'
    const used = engine.current
    if (!used) return 'wakeWord.problem.model'
    const probability = await used.probabilityOf(recording.samples)
    if (signal.aborted) return null
    if (!isClear(probability)) return 'wakeWord.unclear'
    const all = [...probabilities, probability]
    setProbabilities(all)
    if (all.length < RECORDINGS) return 'wakeWord.clear'
    storeThreshold(personalThreshold(all, used.metadata.probabilityThreshold))
    return 'wakeWord.saved'
  }

  const record = async () => {
    const abort = (ending.current = new AbortController())
    setPhase('starting')
    setNotice(null)
    let result: MessageKey | null
    try {
      engine.current ??= await createWakeWordEngine(() => undefined)
      if (abort.signal.aborted) return engine.current.close()
      result = await check(abort.signal)
    } catch (error) {
      result = problemKey(error instanceof CaptureError ? error.problem : 'model')
    }
    if (abort.signal.aborted) return
    setNotice(result)
    setPhase(result === 'wakeWord.saved' ? 'saved' : 'idle')
  }

  return {
    phase,
    count: probabilities.length,
    notice,
    record: () => void record(),
    restart: () => {
      setProbabilities([])
      setNotice(null)
      setPhase('idle')
    },
  }
}
