import { useEffect, useState } from 'react'
import { measureStream } from '../audio/output.ts'

/** Milliseconds between two levels. */
const LEVEL_MS = 80
/** The level in decibels below full scale that is shown as silence. */
const SILENCE_DB = -60
/** Peak below which a microphone is switched off or muted. Any other has more noise. */
const SILENCE_PEAK = 0.0005

/** Returns the level of a mean square of samples, from 0 (silence) to 1 (full scale), on the scale of hearing. */
export function levelOfPower(power: number): number {
  const decibels = 10 * Math.log10(power)
  return Math.min(1, Math.max(0, 1 - decibels / SILENCE_DB))
}

/** Returns the level of samples, from 0 (silence) to 1 (full scale), on the scale of hearing. */
export const levelOf = (samples: Float32Array): number =>
  levelOfPower(samples.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, samples.length))

/** Returns false for samples of a microphone that is switched off or muted. */
export const hasSound = (samples: Float32Array): boolean => samples.some((sample) => Math.abs(sample) >= SILENCE_PEAK)

/** Returns the current level of a microphone, from 0 to 1. */
export function useMicrophoneLevel(stream: MediaStream): number {
  const [level, setLevel] = useState(0)
  useEffect(() => {
    const meter = measureStream(stream)
    if (!meter) return
    const { analyser, end } = meter
    const samples = new Float32Array(analyser.fftSize)
    const timer = setInterval(() => {
      analyser.getFloatTimeDomainData(samples)
      setLevel(levelOf(samples))
    }, LEVEL_MS)
    return () => {
      clearInterval(timer)
      end()
    }
  }, [stream])
  return level
}
