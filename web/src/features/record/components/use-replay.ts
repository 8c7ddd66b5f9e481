import { useEffect, useState } from 'react'
import { useMediaQuery } from '@mantine/hooks'
import { firstSpeedOf, type Replay, type ReplaySpeed } from '../replay.ts'

/** Milliseconds between two steps. With reduced motion, the slider and the map change once a second. */
const STEP_MS = 100
const REDUCED_STEP_MS = 1000

/** The position and the playback of a replay. */
export function useReplay(replay: Replay) {
  const { start, end } = replay
  const [time, setTime] = useState(start)
  const [isPlaying, setPlaying] = useState(false)
  const [speed, setSpeed] = useState<ReplaySpeed>(() => firstSpeedOf(replay))
  const isReduced = useMediaQuery('(prefers-reduced-motion: reduce)', undefined, { getInitialValueInEffect: false })
  const stepMs = isReduced ? REDUCED_STEP_MS : STEP_MS
  useEffect(() => {
    if (!isPlaying) return
    const timer = setInterval(() => setTime((now) => Math.min(end, now + stepMs * speed)), stepMs)
    return () => clearInterval(timer)
  }, [isPlaying, end, speed, stepMs])
  if (isPlaying && time >= end) setPlaying(false)
  return {
    time,
    isPlaying,
    speed,
    setSpeed,
    seek: (next: number) => setTime(Math.min(end, Math.max(start, next))),
    /** Begins again after the end. */
    toggle: () => {
      if (!isPlaying && time >= end) setTime(start)
      setPlaying(!isPlaying && end > start)
    },
  }
}
